import type { WebhookDetail } from '@gatehouse/contract';
import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDomain } from '../domain.ts';

/** The published workflows that call a webhook, and at which node. */
export function UsedBy({ detail }: { readonly detail: WebhookDetail }) {
  const domain = useDomain();
  return (
    <section className="gh-panel gh-form" aria-label="Used by">
      <Title order={2} size="h5" mb={4}>
        Used by
      </Title>
      {detail.usedBy.length === 0 && (
        <Text size="sm" className="gh-dim">
          No published workflow.
        </Text>
      )}
      {detail.usedBy.map((use) => (
        <Text size="sm" key={`${use.domain} ${use.workflowId} ${use.nodeId}`}>
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
        </Text>
      ))}
    </section>
  );
}
