import type { WatchlistItem } from '@gatehouse/contract';
import {
  Badge,
  Button,
  Group,
  Modal,
  Select,
  Stack,
  Table,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { useSession } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Failure } from '../ui/failure.tsx';
import { textOf } from '../ui/form.ts';
import { useKeys } from '../ui/keys.ts';
import { WatchlistFile } from './watchlist-file.tsx';
import { WatchlistHistory } from './watchlist-history.tsx';

type Entry = WatchlistItem['entry'];

/** The names of countries come when an entry is edited. */
const CountrySelect = lazy(() =>
  import('../ui/country-select.tsx').then((found) => ({ default: found.CountrySelect })),
);

/** The tenant's own list: whom the engine WATCHLIST finds. */
export function WatchlistPage() {
  const domain = useDomain();
  const { permissions } = useSession();
  const mayWrite = permissions.includes('watchlist.write');
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<Partial<Entry>>();
  const [removing, setRemoving] = useState<Entry>();
  const [showsHistory, setShowsHistory] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const list = useInfiniteQuery({
    queryKey: ['watchlist', domain, search],
    queryFn: ({ pageParam, signal }) =>
      call('watchlist.list', { params: { domain }, query: { search, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const changed = () => queries.invalidateQueries({ queryKey: ['watchlist', domain] });
  const remove = useMutation({
    mutationFn: (entryId: string) => call('watchlist.remove', { params: { domain, entryId } }),
    onSuccess: () => {
      setRemoving(undefined);
      return changed();
    },
  });
  useKeys({ '/': () => searchField.current?.focus() });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <Title order={1} size="h3">
            Watchlist
          </Title>
          {list.data && (
            <Badge color="gray" variant="outline">
              {list.data.pages[0]?.total ?? 0}
            </Badge>
          )}
        </Group>
        <Group gap="xs">
          <WatchlistFile domain={domain} mayWrite={mayWrite} changed={changed} />
          <Button variant="default" onClick={() => setShowsHistory(true)}>
            History
          </Button>
          {mayWrite && <Button onClick={() => setEdited({ type: 'individual' })}>Add an entry</Button>}
        </Group>
      </Group>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSearch(searchField.current?.value.trim() ?? '');
        }}
      >
        <TextInput
          ref={searchField}
          aria-label="Search by id or name"
          placeholder="Id or name  ( / )"
          mb="sm"
          maw={280}
        />
      </form>
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      <div className="gh-panel gh-wide">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Id</Table.Th>
              <Table.Th>Name</Table.Th>
              <Table.Th>Born</Table.Th>
              <Table.Th>Countries</Table.Th>
              <Table.Th>Note</Table.Th>
              <Table.Th aria-label="Acts" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map(({ entry, everyDomain }) => (
              <Table.Tr key={entry.id}>
                <Table.Td>{entry.id}</Table.Td>
                <Table.Td>
                  <Text size="sm" fw={500}>
                    {entry.name}
                  </Text>
                  {entry.aliases.length > 0 && (
                    <Text size="xs" className="gh-dim">
                      {entry.aliases.join(', ')}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{entry.dateOfBirth ?? '—'}</Table.Td>
                <Table.Td>{entry.countries.join(', ') || '—'}</Table.Td>
                <Table.Td>{entry.note ?? ''}</Table.Td>
                <Table.Td>
                  {everyDomain && (
                    <Badge color="gray" variant="outline">
                      tenant file
                    </Badge>
                  )}
                  {mayWrite && !everyDomain && (
                    <Group gap={4} wrap="nowrap">
                      <Button variant="default" onClick={() => setEdited(entry)}>
                        Edit
                      </Button>
                      <Button variant="default" onClick={() => setRemoving(entry)}>
                        Remove
                      </Button>
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {list.isSuccess && entries.length === 0 && (
          <Text p="lg" ta="center" className="gh-dim">
            {search ? 'No entry fits this search.' : 'The list is empty.'}
          </Text>
        )}
      </div>
      {list.hasNextPage && (
        <Button mt="sm" variant="default" onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
      <Confirm
        opened={removing !== undefined}
        title={`Take ${removing?.name ?? ''} off the list?`}
        words="Nobody is screened against it from then on. Hits that it made stay where they are."
        pending={remove.isPending}
        confirm={() => removing && remove.mutate(removing.id)}
        cancel={() => setRemoving(undefined)}
      />
      <Modal opened={showsHistory} onClose={() => setShowsHistory(false)} title="History" size="lg">
        {showsHistory && <WatchlistHistory domain={domain} />}
      </Modal>
      <Modal
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title="Entry of the watchlist"
      >
        {edited && (
          <EntryForm
            entry={edited}
            domain={domain}
            done={() => {
              setEdited(undefined);
              void changed();
            }}
          />
        )}
      </Modal>
    </>
  );
}

function EntryForm(props: {
  readonly entry: Partial<Entry>;
  readonly domain: string;
  readonly done: () => void;
}) {
  const { entry } = props;
  const keep = useMutation({
    mutationFn: (body: Entry) => call('watchlist.keep', { params: { domain: props.domain }, body }),
    onSuccess: props.done,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const text = (name: string) => textOf(form, name);
        const parts = (name: string, mark: string) =>
          text(name)
            .split(mark)
            .map((part) => part.trim())
            .filter((part) => part !== '');
        const { gender, identifiers = [] } = entry;
        keep.mutate({
          id: text('id'),
          name: text('name'),
          type: text('type') as Entry['type'],
          aliases: parts('aliases', ';'),
          countries: parts('countries', ','),
          identifiers,
          ...(gender ? { gender } : {}),
          ...(text('dateOfBirth') ? { dateOfBirth: text('dateOfBirth') } : {}),
          ...(text('note') ? { note: text('note') } : {}),
        });
      }}
    >
      <Stack gap="sm">
        <TextInput
          name="id"
          label="Id"
          required
          defaultValue={entry.id ?? ''}
          readOnly={entry.id !== undefined}
          data-autofocus
        />
        <TextInput name="name" label="Name" required defaultValue={entry.name ?? ''} />
        <TextInput
          name="aliases"
          label="Other names"
          description="With ; between them"
          defaultValue={entry.aliases?.join('; ') ?? ''}
        />
        <Select
          name="type"
          label="Type"
          data={['individual', 'corporate', 'vessel', 'aircraft', 'other']}
          defaultValue={entry.type ?? 'individual'}
          allowDeselect={false}
        />
        <TextInput
          name="dateOfBirth"
          label="Date of birth"
          placeholder="YYYY, YYYY-MM or YYYY-MM-DD"
          defaultValue={entry.dateOfBirth ?? ''}
        />
        <Suspense fallback={<TextInput label="Countries" disabled />}>
          <CountrySelect name="countries" label="Countries" defaultValue={entry.countries ?? []} />
        </Suspense>
        <Textarea name="note" label="Note" defaultValue={entry.note ?? ''} />
        <Group justify="flex-end">
          <Button type="submit" loading={keep.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
