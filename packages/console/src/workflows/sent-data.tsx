import type { WorkflowVocabulary } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { SentInputs } from '../ui/sent-inputs.tsx';
import { readDraft } from './draft.ts';

/** What leaves the deployment with each run of a drawn workflow: which node sends which data to which host. */
export function SentData(props: {
  readonly definition: unknown;
  readonly webhooks: WorkflowVocabulary['webhooks'];
}) {
  const calls = (readDraft(props.definition)?.nodes ?? []).flatMap((node) => callsOf(node));
  if (calls.length === 0) return null;
  return (
    <section aria-label={text('workflows.dataSent')}>
      <Text size="sm" fw={600}>
        {text('workflows.dataSent')}
      </Text>
      {calls.map(({ nodeId, webhook, inputs }) => {
        const known = props.webhooks.find(({ id }) => id === webhook);
        return (
          <Text size="sm" component="div" key={`${nodeId} ${webhook}`}>
            {known
              ? text('workflows.sentToHost', {
                  node: nodeId,
                  webhook: known.name,
                  host: known.host ?? text('workflows.hostByCall'),
                })
              : text('workflows.sentTo', { node: nodeId, webhook })}
            <SentInputs inputs={inputs} />
          </Text>
        );
      })}
    </section>
  );
}

/** A node that calls a webhook, or whose decision does. */
function callsOf(node: Readonly<Record<string, unknown>>) {
  const hook = isRecord(node['hook']) ? node['hook'] : {};
  return [node, hook].flatMap(({ webhook, inputs }) =>
    typeof webhook === 'string'
      ? [{ nodeId: String(node['id']), webhook, inputs: isRecord(inputs) ? textsOf(inputs) : [] }]
      : [],
  );
}

function textsOf(inputs: Readonly<Record<string, unknown>>) {
  return Object.entries(inputs).map(([name, expression]) => ({ name, expression: String(expression) }));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
