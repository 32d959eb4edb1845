import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { listTitle } from '../hits/list-titles.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { formatAge, formatInstant, formatNumber, labelOf } from '../ui/format.ts';

const dayMs = 86_400_000;

/** What decisions rest on, in quiet lines: fresh lists, webhooks that arrive, units that are left. */
export function Deployment() {
  const { permissions } = useSession();
  if (!permissions.includes('executions.read')) return null;
  return (
    <section className="gh-panel gh-block" aria-label={text('home.deployment')}>
      <Title order={2} size="h6" mb={6}>
        {text('home.deployment')}
      </Title>
      <ul className="gh-states">
        <Freshness />
        {permissions.includes('webhooks.read') && <FailedDeliveries />}
        <Allowance />
      </ul>
    </section>
  );
}

/** A dot says whether something is to be done; so do the words. */
function State(props: {
  readonly isAlarming: boolean;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  return (
    <li title={props.title}>
      <span className="gh-dot" data-alarm={props.isAlarming || undefined} aria-hidden />
      <Text component="span" size="sm" className={props.isAlarming ? 'gh-contradict' : ''}>
        {props.children}
      </Text>
    </li>
  );
}

function Freshness() {
  const { permissions } = useSession();
  const lists = useQuery({
    queryKey: ['freshness'],
    queryFn: ({ signal }) => call('lists.freshness', { signal }),
    refetchInterval: 300_000,
  });
  if (!lists.data) return null;
  const found = lists.data.lists;
  if (found.length === 0) {
    return <State isAlarming>{text('home.noLists')}</State>;
  }
  const wrong = found.filter(
    ({ isStale, failures, activatedAt }) => isStale || failures > 0 || activatedAt === null,
  );
  const checks = found.flatMap(({ checkedAt }) => checkedAt ?? []);
  const name = text('home.lists');
  const link = permissions.includes('lists.read') ? <Link to="/lists">{name}</Link> : name;
  return (
    <>
      {wrong.map(({ source, isStale, failures, checkedAt, activatedAt }) => (
        <State
          key={source}
          isAlarming
          {...(checkedAt === null ? {} : { title: text('home.checkedAt', { at: formatInstant(checkedAt) }) })}
        >
          {activatedAt === null
            ? text('home.listNotLoaded', { list: listTitle(source) })
            : isStale
              ? text('home.listStale', { list: listTitle(source) })
              : text('home.listFailures', { list: listTitle(source), count: failures })}
        </State>
      ))}
      {wrong.length < found.length && (
        <State isAlarming={false}>
          <Sentence
            name="home.listsLine"
            parts={{ lists: link, state: freshText(found.length - wrong.length, checks) }}
          />
        </State>
      )}
    </>
  );
}

function freshText(count: number, checks: readonly number[]): string {
  return checks.length === 0
    ? text('home.listsFresh', { count })
    : text('home.listsFreshSince', { count, age: formatAge(Math.min(...checks)) });
}

function Allowance() {
  const allowance = useQuery({
    queryKey: ['allowance'],
    queryFn: ({ signal }) => call('allowance.read', { signal }),
    refetchInterval: 60_000,
  });
  if (!allowance.data) return null;
  const { events, quickScan, billingBlocked } = allowance.data;
  const rows = [
    ...events.map(({ eventType, granted, used }) => ({
      name: labelOf(eventType.replaceAll('_', ' ')),
      granted,
      used,
    })),
    { name: text('terms.quickScanCredits'), ...quickScan },
  ].filter(({ granted, used }) => granted > 0 || used > 0);
  const isLow = ({ granted, used }: (typeof rows)[number]) => granted - used <= granted / 20;
  const quotaText = ({ name, granted, used }: (typeof rows)[number]) =>
    text('home.quotaLeft', { name, left: granted - used, granted });
  const enough = rows.filter((row) => !isLow(row));
  return (
    <>
      {billingBlocked && <State isAlarming>{text('home.billingBlocked')}</State>}
      {rows.filter(isLow).map((row) => (
        <State key={row.name} isAlarming>
          {text('home.quotaLow', { quota: quotaText(row) })}
        </State>
      ))}
      {enough.length > 0 && (
        <State isAlarming={false}>{text('home.quota', { quota: enough.map(quotaText).join(' · ') })}</State>
      )}
    </>
  );
}

function FailedDeliveries() {
  const domain = useDomain();
  const from = Math.floor((Date.now() - dayMs) / 3_600_000) * 3_600_000;
  const failed = useQuery({
    queryKey: ['deliveries', domain, 'failed', from],
    queryFn: ({ signal }) =>
      call('deliveries.list', { params: { domain }, query: { state: 'FAILED', from, limit: 100 }, signal }),
    refetchInterval: 60_000,
  });
  if (!failed.data) return null;
  const { deliveries, nextCursor } = failed.data;
  return (
    <State isAlarming={deliveries.length > 0}>
      <Sentence
        name={
          deliveries.length === 0
            ? 'home.deliveriesFine'
            : nextCursor === null
              ? 'home.deliveriesFailed'
              : 'home.deliveriesFailedMore'
        }
        parts={{
          webhooks: <Link to="/webhooks">{text('home.webhooks')}</Link>,
          count: formatNumber(deliveries.length),
        }}
      />
    </State>
  );
}
