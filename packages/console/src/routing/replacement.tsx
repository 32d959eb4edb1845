import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { Failure } from '../ui/failure.tsx';
import { labelOf } from '../ui/format.ts';
import { replacementOf } from './replacement-of.ts';

/** Names the workflow that starts no more once this one is published, and what starts on the event that this one leaves. */
export function Replacement(props: {
  readonly domain: string;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly workflowId: string | undefined;
}) {
  const { domain, definition, workflowId } = props;
  const list = useQuery({
    queryKey: ['workflows', domain],
    queryFn: ({ signal }) => call('workflows.list', { params: { domain }, signal }),
  });
  if (list.isError) return <Failure error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return null;
  const { route, replaces, leaves } = replacementOf(list.data.workflows, { workflowId, definition });
  const places = { event: labelOf(route.eventType), source: route.source, domain };
  return (
    <>
      {replaces && (
        <Alert
          color="orange"
          variant="outline"
          mb="xs"
          title={text('routing.replaces', { workflow: replaces.name })}
        >
          <Text size="sm">{text('routing.replacesWords', { ...places, workflow: replaces.name })}</Text>
        </Alert>
      )}
      {leaves && (
        <Alert
          color="orange"
          variant="outline"
          mb="xs"
          title={text('routing.leaves', { event: labelOf(leaves.route.eventType) })}
        >
          <Text size="sm">
            {leaves.next === undefined
              ? text('routing.leavesNone', {
                  event: labelOf(leaves.route.eventType),
                  source: leaves.route.source,
                  domain,
                })
              : text('routing.leavesTo', {
                  event: labelOf(leaves.route.eventType),
                  source: leaves.route.source,
                  domain,
                  workflow: leaves.next.name,
                })}
          </Text>
        </Alert>
      )}
    </>
  );
}
