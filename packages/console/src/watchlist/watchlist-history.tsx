import { Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { formatInstant } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';

const words = {
  create: text('watchlist.didCreate'),
  change: text('watchlist.didChange'),
  remove: text('watchlist.didRemove'),
  export: text('watchlist.didExport'),
  erase: text('watchlist.didErase'),
} as const;

/** Who did what of the list, the newest first. */
export function WatchlistHistory({ domain }: { readonly domain: string }) {
  const history = useInfiniteQuery({
    queryKey: ['watchlist', domain, 'history'],
    queryFn: ({ pageParam, signal }) =>
      call('watchlist.history', {
        params: { domain },
        query: pageParam === '' ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const acts = history.data?.pages.flatMap((page) => page.acts) ?? [];
  return (
    <RecordTable
      list={history}
      heads={[text('terms.time'), text('terms.actor'), text('terms.action'), text('terms.entryId')]}
      label={text('watchlist.historyLabel')}
      count={acts.length}
      empty={text('watchlist.noHistory')}
    >
      {acts.map(({ recordId, at, actor, act, entryId }) => (
        <Table.Tr key={recordId}>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatInstant(at)}</Table.Td>
          <Table.Td title={actor}>{personName(actor)}</Table.Td>
          <Table.Td>{words[act]}</Table.Td>
          <Table.Td>{entryId ?? '—'}</Table.Td>
        </Table.Tr>
      ))}
    </RecordTable>
  );
}
