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

/** A line of what decisions rest on. */
interface StateLine {
  readonly key: string;
  /** Whether something is to be done. */
  readonly isAlarming: boolean;
  readonly title?: string | undefined;
  readonly content: ReactNode;
}

/** What is wrong with what decisions rest on, at the head of the page; nothing where all is well. */
export function Alarms() {
  const alarming = useStates().filter(({ isAlarming }) => isAlarming);
  if (alarming.length === 0) return null;
  return (
    <section className="gh-alarms" aria-label={text('home.attention')}>
      <States lines={alarming} />
    </section>
  );
}

/** What decisions rest on and is well, in quiet lines: fresh lists, webhooks that arrive, units that are left. */
export function Deployment() {
  const fine = useStates().filter(({ isAlarming }) => !isAlarming);
  if (fine.length === 0) return null;
  return (
    <section className="gh-panel gh-block" aria-label={text('home.deployment')}>
      <Title order={2} size="h6" mb={6}>
        {text('home.deployment')}
      </Title>
      <States lines={fine} />
    </section>
  );
}

/** A dot says whether something is to be done; so do the words. */
function States({ lines }: { readonly lines: readonly StateLine[] }) {
  return (
    <ul className="gh-states">
      {lines.map(({ key, isAlarming, title, content }) => (
        <li key={key} title={title}>
          <span className="gh-dot" data-alarm={isAlarming || undefined} aria-hidden />
          <Text component="span" size="sm">
            {content}
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** Both places of the page ask the same, and the calls are made once. */
function useStates(): readonly StateLine[] {
  const { permissions } = useSession();
  const reads = permissions.includes('executions.read');
  const lists = useListStates(reads);
  const deliveries = useDeliveryStates(reads && permissions.includes('webhooks.read'));
  const quota = useQuotaStates(reads);
  return [...lists, ...deliveries, ...quota];
}

function useListStates(enabled: boolean): readonly StateLine[] {
  const { permissions } = useSession();
  const { data } = useQuery({
    queryKey: ['freshness'],
    queryFn: ({ signal }) => call('lists.freshness', { signal }),
    refetchInterval: 300_000,
    enabled,
  });
  if (!data) return [];
  const found = data.lists;
  const name = text('home.lists');
  const link = permissions.includes('lists.read') ? <Link to="/lists">{name}</Link> : name;
  const line = (state: string) => <Sentence name="home.listsLine" parts={{ lists: link, state }} />;
  if (found.length === 0) {
    return [{ key: 'no lists', isAlarming: true, content: line(text('home.noLists')) }];
  }
  const wrong = found.filter(
    ({ isStale, failures, activatedAt }) => isStale || failures > 0 || activatedAt === null,
  );
  const checks = found.flatMap(({ checkedAt }) => checkedAt ?? []);
  const alarms = wrong.map((list): StateLine => {
    const { source, checkedAt } = list;
    const title = checkedAt === null ? undefined : text('home.checkedAt', { at: formatInstant(checkedAt) });
    return { key: source, isAlarming: true, title, content: line(wrongText(list)) };
  });
  return wrong.length === found.length
    ? alarms
    : [
        ...alarms,
        { key: 'lists', isAlarming: false, content: line(freshText(found.length - wrong.length, checks)) },
      ];
}

function wrongText(list: {
  readonly source: string;
  readonly isStale: boolean;
  readonly failures: number;
  readonly activatedAt: number | null;
}): string {
  const title = listTitle(list.source);
  if (list.activatedAt === null) return text('home.listNotLoaded', { list: title });
  return list.isStale
    ? text('home.listStale', { list: title })
    : text('home.listFailures', { list: title, count: list.failures });
}

function freshText(count: number, checks: readonly number[]): string {
  return checks.length === 0
    ? text('home.listsFresh', { count })
    : text('home.listsFreshSince', { count, age: formatAge(Math.min(...checks)) });
}

function useQuotaStates(enabled: boolean): readonly StateLine[] {
  const { data } = useQuery({
    queryKey: ['allowance'],
    queryFn: ({ signal }) => call('allowance.read', { signal }),
    refetchInterval: 60_000,
    enabled,
  });
  if (!data) return [];
  const { events, quickScan, billingBlocked } = data;
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
  const blocked: StateLine[] = billingBlocked
    ? [{ key: 'blocked', isAlarming: true, content: text('home.billingBlocked') }]
    : [];
  const low = rows.filter(isLow).map((row): StateLine => {
    const content = text('home.quotaLow', { quota: quotaText(row) });
    return { key: `quota ${row.name}`, isAlarming: true, content };
  });
  const rest = text('home.quota', { quota: enough.map(quotaText).join(' · ') });
  const fine: StateLine[] = enough.length === 0 ? [] : [{ key: 'quota', isAlarming: false, content: rest }];
  return [...blocked, ...low, ...fine];
}

function useDeliveryStates(enabled: boolean): readonly StateLine[] {
  const domain = useDomain();
  const from = Math.floor((Date.now() - dayMs) / 3_600_000) * 3_600_000;
  const { data } = useQuery({
    queryKey: ['deliveries', domain, 'failed', from],
    queryFn: ({ signal }) =>
      call('deliveries.list', { params: { domain }, query: { state: 'FAILED', from, limit: 100 }, signal }),
    refetchInterval: 60_000,
    enabled,
  });
  if (!data) return [];
  const count = data.deliveries.length;
  const name =
    count === 0
      ? 'home.deliveriesFine'
      : data.nextCursor === null
        ? 'home.deliveriesFailed'
        : 'home.deliveriesFailedMore';
  const webhooks = <Link to="/webhooks">{text('home.webhooks')}</Link>;
  const content = <Sentence name={name} parts={{ webhooks, count: formatNumber(count) }} />;
  return [{ key: 'deliveries', isAlarming: count > 0, content }];
}
