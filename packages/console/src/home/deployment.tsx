import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { listTitle } from '../hits/list-titles.ts';
import { useSession } from '../session/session.ts';
import { counted, formatAge, formatInstant, labelOf } from '../ui/format.ts';

const dayMs = 86_400_000;

/** What decisions rest on, in quiet lines: fresh lists, webhooks that arrive, units that are left. */
export function Deployment() {
  const { permissions } = useSession();
  if (!permissions.includes('executions.read')) return null;
  return (
    <section className="gh-panel gh-block" aria-label="Lists, deliveries and quota">
      <Title order={2} size="h6" mb={6}>
        Lists, deliveries and quota
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
    return (
      <State isAlarming>
        No publisher lists are set up. Only the bundled sample and your watchlist are searched.
      </State>
    );
  }
  const wrong = found.filter(
    ({ isStale, failures, activatedAt }) => isStale || failures > 0 || activatedAt === null,
  );
  const checks = found.flatMap(({ checkedAt }) => checkedAt ?? []);
  const name = permissions.includes('lists.read') ? <Link to="/lists">Lists</Link> : 'Lists';
  return (
    <>
      {wrong.map(({ source, isStale, failures, checkedAt, activatedAt }) => (
        <State
          key={source}
          isAlarming
          {...(checkedAt === null ? {} : { title: `Last checked ${formatInstant(checkedAt)}` })}
        >
          {listTitle(source)}:{' '}
          {activatedAt === null ? 'not loaded' : isStale ? 'out of date' : `failed checks: ${failures}`}
        </State>
      ))}
      {wrong.length < found.length && (
        <State isAlarming={false}>
          {name}: {counted(found.length - wrong.length, 'list')} up to date
          {checks.length > 0 && `, oldest check ${formatAge(Math.min(...checks))}`}
        </State>
      )}
    </>
  );
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
    { name: 'Quick scan credits', ...quickScan },
  ].filter(({ granted, used }) => granted > 0 || used > 0);
  const isLow = ({ granted, used }: (typeof rows)[number]) => granted - used <= granted / 20;
  const text = ({ name, granted, used }: (typeof rows)[number]) =>
    `${name} ${(granted - used).toLocaleString()} of ${granted.toLocaleString()}`;
  const enough = rows.filter((row) => !isLow(row));
  return (
    <>
      {billingBlocked && <State isAlarming>Billing is blocked. Calls that cost a unit are refused.</State>}
      {rows.filter(isLow).map((row) => (
        <State key={row.name} isAlarming>
          Remaining quota is low: {text(row)}
        </State>
      ))}
      {enough.length > 0 && <State isAlarming={false}>Remaining quota: {enough.map(text).join(' · ')}</State>}
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
      <Link to="/webhooks">Webhooks</Link>:{' '}
      {deliveries.length === 0
        ? 'No failed deliveries in the last 24 hours.'
        : `Failed deliveries in the last 24 hours: ${deliveries.length}${nextCursor === null ? '' : ' or more'}.`}
    </State>
  );
}
