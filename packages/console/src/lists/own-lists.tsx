import type { ConsoleData } from '@gatehouse/contract';
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { listTitle } from '../hits/list-titles.ts';
import { SampleBadge, sampleSource } from '../hits/sample-badge.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { formatNumber } from '../ui/format.ts';

/** What a screening searches beside the lists of publishers. */

/** The bundled sample, while no list of a publisher is searched. */
export function SampleRow({ sample }: { readonly sample: NonNullable<ConsoleData<'lists.list'>['sample']> }) {
  return (
    <Table.Tr>
      <Table.Td>
        {listTitle(sampleSource)} <SampleBadge source={sampleSource} />
      </Table.Td>
      <Table.Td>{sample.version}</Table.Td>
      <Table.Td />
      <Table.Td className="gh-number">{formatNumber(sample.entries)}</Table.Td>
      <Table.Td />
      <Table.Td>{text('lists.bundled')}</Table.Td>
      <Table.Td />
    </Table.Tr>
  );
}

/** The tenant's own list, as the chosen domain has it. */
export function WatchlistRow() {
  const domain = useDomain();
  const mayRead = useSession().permissions.includes('watchlist.read') && domain !== '';
  const watchlist = useQuery({
    queryKey: ['watchlist', domain, 'count'],
    queryFn: ({ signal }) => call('watchlist.list', { params: { domain }, query: { limit: 1 }, signal }),
    enabled: mayRead,
  });
  const title = listTitle('watchlist');
  return (
    <Table.Tr>
      <Table.Td>
        {mayRead ? <Link to="/watchlist">{title}</Link> : title}
        {domain !== '' && (
          <Text size="xs" className="gh-dim">
            <bdi>{domain}</bdi>
          </Text>
        )}
      </Table.Td>
      <Table.Td />
      <Table.Td />
      <Table.Td className="gh-number">{watchlist.data && formatNumber(watchlist.data.total)}</Table.Td>
      <Table.Td />
      <Table.Td>{text('lists.ownList')}</Table.Td>
      <Table.Td />
    </Table.Tr>
  );
}
