import type { DeliveryAttempt } from '@gatehouse/contract';
import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { FileField } from '../ui/code-field.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Failure } from '../ui/failure.tsx';
import { durationText, formatZonedInstant, listText } from '../ui/format.ts';
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
  if (delivery.isError)
    return (
      <Failure
        error={delivery.error}
        retry={() => void delivery.refetch()}
        absent={text('webhooks.absentDelivery')}
      />
    );
  if (!delivery.data) return <Loader role="status" aria-label={text('actions.loading')} />;
  const { data } = delivery;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <Title order={1} size="h3">
            {text('webhooks.deliveryTo', { webhook: data.webhookId })}
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
            {text('webhooks.replay')}
          </Button>
        )}
      </Group>
      <Text size="sm" className="gh-dim" mb="sm">
        <span translate="no">X-Webhook-Id</span> <code>{data.deliveryId}</code>
      </Text>
      {data.isKeyMissing && (
        <Text size="sm" className="gh-contradict" mb="sm">
          {text('webhooks.keyMissing')}
        </Text>
      )}
      {data.attemptLog.map((attempt) => (
        <Attempt key={attempt.attempt} attempt={attempt} />
      ))}
      <Confirm
        opened={asked !== undefined}
        title={text('webhooks.replayAsk')}
        words={text('webhooks.replayWords')}
        action={text('webhooks.replay')}
        pending={replay.isPending}
        confirm={() => asked !== undefined && replay.mutate(asked)}
        cancel={() => setAsked(undefined)}
      />
    </>
  );
}

const parts = ['queueMs', 'dnsMs', 'connectMs', 'tlsMs', 'firstByteMs', 'totalMs'] as const;

/** When an attempt was due, how long its parts took, and where it went. */
function attemptFacts({ intendedAt, timings, resolvedAddress }: DeliveryAttempt): string {
  const durations = parts.flatMap((part) => {
    const ms = timings?.[part] ?? null;
    return ms === null
      ? []
      : [text('webhooks.timing', { part: text(`webhooks.timing-${part}`), duration: durationText(ms) })];
  });
  return listText([
    formatZonedInstant(intendedAt),
    ...durations,
    ...(resolvedAddress === null ? [] : [resolvedAddress]),
  ]);
}

function attemptTitle({ attempt, cause, requestedBy }: DeliveryAttempt): string {
  const person = requestedBy ?? '';
  if (cause === 'replay') return text('webhooks.attemptReplayed', { number: attempt, person });
  if (cause === 'test') return text('webhooks.attemptTested', { number: attempt, person });
  return text('webhooks.attempt', { number: attempt });
}

function standingOf({ outcome, httpStatus }: DeliveryAttempt): string {
  return outcome === null ? text('webhooks.inProgress') : `HTTP ${httpStatus ?? ''}`;
}

function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { request, response } = attempt;
  return (
    <section
      className="gh-panel gh-attempt"
      aria-label={text('webhooks.attempt', { number: attempt.attempt })}
    >
      <Title order={2} size="h5">
        {attemptTitle(attempt)}
      </Title>
      <Text size="sm" className={attempt.failure === null ? 'gh-agree' : 'gh-contradict'}>
        {attempt.failure === null ? standingOf(attempt) : failureText(attempt.failure)}
      </Text>
      <Text size="sm" className="gh-dim">
        {attemptFacts(attempt)}
      </Text>
      {request && <Part name={text('webhooks.request')} content={requestText(request)} />}
      {response && <Part name={text('webhooks.response')} content={responseText(response)} />}
    </section>
  );
}

function Part({ name, content }: { readonly name: string; readonly content: string }) {
  return (
    <>
      <Text size="xs" fw={600} mt="xs" mb={2}>
        {name}
      </Text>
      <FileField label={name} value={content} className="gh-code-short" />
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
