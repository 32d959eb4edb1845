import type { DeliveryAttempt } from '@gatehouse/contract';
import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { useSession } from '../session/session.ts';
import { FileField } from '../ui/code-field.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatInstant } from '../ui/format.ts';
import { DeliveryBadge } from './deliveries.tsx';

const route = getRouteApi('/deliveries/$domain/$deliveryId');

/** One delivery with every attempt: what was sent, what came back, how long each part took. */
export function DeliveryPage() {
  const { domain, deliveryId } = route.useParams();
  const { permissions } = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<string>();
  const delivery = useQuery({
    queryKey: ['delivery', domain, deliveryId],
    queryFn: ({ signal }) => call('deliveries.read', { params: { domain, deliveryId }, signal }),
    refetchInterval: (query) => (query.state.data?.replayed === 'PENDING' ? 1_000 : 15_000),
  });
  const replay = useMutation({
    mutationFn: (requestId: string) =>
      call('deliveries.replay', { params: { domain, deliveryId }, body: { requestId } }),
    onSettled: async () => {
      setAsked(undefined);
      await queries.invalidateQueries({ queryKey: ['delivery', domain, deliveryId] });
    },
  });
  if (delivery.isError) return <Failure error={delivery.error} retry={() => void delivery.refetch()} />;
  if (!delivery.data) return <Loader aria-label="Loading" />;
  const { data } = delivery;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <Title order={1} size="h3">
            Delivery to {data.webhookId}
          </Title>
          <DeliveryBadge state={data.state} />
          {data.executionId !== null && (
            <Link to="/executions/$domain/$executionId" params={{ domain, executionId: data.executionId }}>
              {data.workflowId} {data.nodeId}
            </Link>
          )}
        </Group>
        {permissions.includes('webhooks.manage') && data.state !== 'PENDING' && (
          <Button variant="default" onClick={() => setAsked(crypto.randomUUID())}>
            Replay
          </Button>
        )}
      </Group>
      <Text size="sm" className="gh-dim" mb="sm">
        X-Webhook-Id <code>{data.deliveryId}</code>
      </Text>
      {data.attemptLog.map((attempt) => (
        <Attempt key={attempt.attempt} attempt={attempt} />
      ))}
      <Confirm
        opened={asked !== undefined}
        title="Replay this delivery?"
        words="Sends the call again with the same X-Webhook-Id, a new timestamp and a new signature. The result that the workflow used does not change."
        action="Replay"
        pending={replay.isPending}
        confirm={() => asked !== undefined && replay.mutate(asked)}
        cancel={() => setAsked(undefined)}
      />
    </>
  );
}

const parts = [
  ['queueMs', 'queued'],
  ['dnsMs', 'DNS'],
  ['connectMs', 'connect'],
  ['tlsMs', 'TLS'],
  ['firstByteMs', 'first byte'],
  ['totalMs', 'total'],
] as const;

function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { request, response, timings } = attempt;
  return (
    <section className="gh-panel gh-attempt" aria-label={`Attempt ${attempt.attempt}`}>
      <Title order={2} size="h5">
        Attempt {attempt.attempt}
        {attempt.cause !== 'service' && ` (${attempt.cause} by ${attempt.requestedBy ?? ''})`}
      </Title>
      <Text size="sm" className={attempt.failure === null ? 'gh-agree' : 'gh-contradict'}>
        {attempt.failure ?? (attempt.outcome === null ? 'in progress' : `HTTP ${attempt.httpStatus ?? ''}`)}
      </Text>
      <Text size="sm" className="gh-dim">
        {formatInstant(attempt.intendedAt)}
        {timings !== null &&
          parts
            .flatMap(([key, word]) =>
              timings[key] === null ? [] : `, ${word} ${Math.round(timings[key])} ms`,
            )
            .join('')}
        {attempt.resolvedAddress !== null && `, ${attempt.resolvedAddress}`}
      </Text>
      {request && <Part name="Request" text={requestText(request)} />}
      {response && <Part name="Response" text={responseText(response)} />}
    </section>
  );
}

function Part({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <Text size="xs" fw={600} mt="xs" mb={2}>
        {name}
      </Text>
      <FileField label={name} value={text} className="gh-code-short" />
    </>
  );
}

function requestText(request: NonNullable<DeliveryAttempt['request']>): string {
  const headers = request.headers.map(([name, value]) => `${name}: ${value}`);
  return [`${request.method} ${request.url}`, ...headers, '', request.body ?? ''].join('\n');
}

function responseText({
  status,
  contentType,
  body,
  bodyTruncated,
}: NonNullable<DeliveryAttempt['response']>): string {
  return [`${status} ${contentType ?? ''}`, '', `${body ?? ''}${bodyTruncated ? '\n…' : ''}`].join('\n');
}
