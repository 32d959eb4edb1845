import type { WebhookDetail } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { SentInputs } from '../ui/sent-inputs.tsx';

/** The published workflows that call a webhook, at which node, and what of a customer each sends where. */
export function UsedBy({ detail }: { readonly detail: WebhookDetail }) {
  const domain = useDomain();
  return (
    <section className="gh-panel gh-form" aria-label={text('webhooks.dataSent')}>
      <Title order={2} size="h5" mb={4}>
        {text('webhooks.dataSent')}
      </Title>
      <Text size="sm" mb={4}>
        {detail.host.name === null
          ? text('webhooks.hostOfCall')
          : text('webhooks.toHost', { host: detail.host.name })}
        {detail.host.isAllowed === false && (
          <span className="gh-contradict">{text('webhooks.hostBlocked')}</span>
        )}
      </Text>
      {detail.usedBy.length === 0 && (
        <Text size="sm" className="gh-dim">
          {text('webhooks.notUsed')}
        </Text>
      )}
      {detail.usedBy.map((use) => (
        <Text size="sm" mb={4} key={`${use.domain} ${use.workflowId} ${use.nodeId}`}>
          {use.domain === domain ? (
            <Link
              to="/workflows/$domain/$workflowId"
              params={{ domain: use.domain, workflowId: use.workflowId.split('@')[0]! }}
            >
              {use.workflowId}
            </Link>
          ) : (
            `${use.domain} ${use.workflowId}`
          )}{' '}
          {use.nodeId}
          <SentInputs inputs={use.inputs} />
        </Text>
      ))}
    </section>
  );
}
