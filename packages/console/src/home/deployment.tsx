import { Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { listTitle } from '../hits/list-titles.ts';
import { useSession } from '../session/session.ts';
import { formatAge, formatInstant, labelOf } from '../ui/format.ts';

const dayMs = 86_400_000;

/** What decisions rest on: fresh lists, units that are left, webhooks that arrive. */
export function Deployment() {
  const { permissions } = useSession();
  if (!permissions.includes('executions.read')) return null;
  return (
    <div className="gh-columns">
      <Freshness />
      <div>
        <Allowance />
        {permissions.includes('webhooks.read') && <FailedDeliveries />}
      </div>
    </div>
  );
}

function Freshness() {
  const lists = useQuery({
    queryKey: ['freshness'],
    queryFn: ({ signal }) => call('lists.freshness', { signal }),
    refetchInterval: 300_000,
  });
  const found = lists.data?.lists ?? [];
  return (
    <section className="gh-panel gh-block" aria-label="Lists">
      <Title order={2} size="h6" mb={6}>
        Lists
      </Title>
      {lists.data && found.length === 0 && (
        <Text size="sm" className="gh-caution">
          No publisher lists are set up. Only the bundled sample and your watchlist are searched.
        </Text>
      )}
      {found.length > 0 && (
        <Table aria-label="List status">
          <Table.Tbody>
            {found.map(({ source, version, activatedAt, checkedAt, isStale, failures }) => (
              <Table.Tr key={source}>
                <Table.Th scope="row">{listTitle(source)}</Table.Th>
                <Table.Td title={version ?? ''}>
                  {activatedAt === null ? 'not loaded' : `active since ${formatInstant(activatedAt)}`}
                </Table.Td>
                <Table.Td title={checkedAt === null ? '' : formatInstant(checkedAt)}>
                  {checkedAt === null ? 'never checked' : `last checked ${formatAge(checkedAt)}`}
                </Table.Td>
                <Table.Td className={isStale || failures > 0 ? 'gh-contradict' : 'gh-agree'}>
                  {isStale ? 'out of date' : failures > 0 ? `failed checks: ${failures}` : 'up to date'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
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
  return (
    <section className="gh-panel gh-block" aria-label="Remaining quota">
      <Title order={2} size="h6" mb={6}>
        Remaining quota
      </Title>
      {billingBlocked && (
        <Text size="sm" className="gh-contradict">
          Billing is blocked. Calls that cost a unit are refused.
        </Text>
      )}
      <Table aria-label="Remaining quota">
        <Table.Tbody>
          {rows.map(({ name, granted, used }) => (
            <Table.Tr key={name} className="gh-number">
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td className={granted - used <= granted / 20 ? 'gh-contradict' : ''}>
                {(granted - used).toLocaleString()} of {granted.toLocaleString()}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
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
    <section className="gh-panel gh-block" aria-label="Webhooks">
      <Title order={2} size="h6" mb={6}>
        Webhooks
      </Title>
      <Text size="sm" className={deliveries.length > 0 ? 'gh-contradict' : ''}>
        {deliveries.length === 0
          ? 'No failed deliveries in the last 24 hours.'
          : `Failed deliveries in the last 24 hours: ${deliveries.length}${nextCursor === null ? '' : ' or more'}.`}
      </Text>
    </section>
  );
}
