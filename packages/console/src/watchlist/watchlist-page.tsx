import type { WatchlistItem } from '@gatehouse/contract';
import { Badge, Button, Group, Modal, Table, Text, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { fieldTexts } from '../ui/country-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatNumber, listText } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { type Entry, EntryForm } from './entry-form.tsx';
import { WatchlistFile } from './watchlist-file.tsx';
import { WatchlistHistory } from './watchlist-history.tsx';

const columns = [
  text('terms.id'),
  text('terms.name'),
  text('terms.dateOfBirth'),
  text('terms.countries'),
  text('terms.note'),
  text('watchlist.source'),
];

const route = getRouteApi('/watchlist');

type Dialog = { readonly kind: 'edit'; readonly entry: Partial<Entry> } | { readonly kind: 'history' };

/** The tenant's own list: whom the engine WATCHLIST finds. */
export function WatchlistPage() {
  const domain = useDomain();
  const mayWrite = useSession().permissions.includes('watchlist.write');
  const { search = '' } = route.useSearch();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog>();
  const [removing, setRemoving] = useState<Entry>();
  const { list, changed } = useWatchlist(domain, search);
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const closeDialog = () => setDialog(undefined);
  const addEntry = () => setDialog({ kind: 'edit', entry: { type: 'individual' } });
  return (
    <>
      <Head total={list.data?.pages[0]?.total}>
        <WatchlistFile domain={domain} mayWrite={mayWrite} changed={changed} />
        <Button variant="default" onClick={() => setDialog({ kind: 'history' })}>
          {text('terms.history')}
        </Button>
        {mayWrite && (entries.length > 0 || search) && (
          <Button onClick={addEntry}>{text('watchlist.addEntry')}</Button>
        )}
      </Head>
      <SearchField
        search={search}
        change={(next) => void navigate({ to: '/watchlist', search: next === '' ? {} : { search: next } })}
      />
      <RecordTable
        list={list}
        heads={mayWrite ? [...columns, text('actions.title')] : columns}
        label={text('watchlist.title')}
        count={entries.length}
        empty={
          search ? (
            text('watchlist.noMatch')
          ) : (
            <EmptyState
              title={text('watchlist.noEntries')}
              words={text('watchlist.noEntriesWords')}
              action={mayWrite ? { run: addEntry, label: text('watchlist.addEntry') } : undefined}
            />
          )
        }
      >
        {entries.map((item) => (
          <EntryRow
            key={item.entry.id}
            item={item}
            mayWrite={mayWrite}
            edit={(entry) => setDialog({ kind: 'edit', entry })}
            remove={setRemoving}
          />
        ))}
      </RecordTable>
      <RemoveEntry domain={domain} entry={removing} changed={changed} close={() => setRemoving(undefined)} />
      <Modal
        opened={dialog?.kind === 'history'}
        onClose={closeDialog}
        title={text('terms.history')}
        size="lg"
      >
        {dialog?.kind === 'history' && <WatchlistHistory domain={domain} />}
      </Modal>
      <Modal opened={dialog?.kind === 'edit'} onClose={closeDialog} title={text('watchlist.entry')}>
        {dialog?.kind === 'edit' && (
          <EntryForm
            entry={dialog.entry}
            domain={domain}
            cancel={closeDialog}
            done={() => {
              closeDialog();
              void changed();
            }}
          />
        )}
      </Modal>
    </>
  );
}

function useWatchlist(domain: string, search: string) {
  const queries = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: ['watchlist', domain, search],
    queryFn: ({ pageParam, signal }) =>
      call('watchlist.list', { params: { domain }, query: { search, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  return { list, changed: () => queries.invalidateQueries({ queryKey: ['watchlist', domain] }) };
}

function Head(props: { readonly total: number | undefined; readonly children: React.ReactNode }) {
  return (
    <Group justify="space-between" mb="sm">
      <Group gap="sm">
        <Title order={1} size="h3">
          {text('watchlist.title')}
        </Title>
        {props.total !== undefined && (
          <Badge color="gray" variant="outline">
            {formatNumber(props.total)}
          </Badge>
        )}
      </Group>
      <Group gap="xs">{props.children}</Group>
    </Group>
  );
}

function SearchField(props: { readonly search: string; readonly change: (search: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.change(field.current?.value.trim() ?? '');
      }}
    >
      <TextInput
        ref={field}
        key={props.search}
        defaultValue={props.search}
        aria-label={text('watchlist.searchBy')}
        placeholder={text('watchlist.idOrName')}
        mb="sm"
        maw={280}
      />
    </form>
  );
}

function EntryRow(props: {
  readonly item: WatchlistItem;
  readonly mayWrite: boolean;
  readonly edit: (entry: Entry) => void;
  readonly remove: (entry: Entry) => void;
}) {
  const { entry, everyDomain } = props.item;
  return (
    <Table.Tr>
      <Table.Td>{entry.id}</Table.Td>
      <Table.Td className="gh-fold-plain">
        <Text size="sm" fw={500}>
          {entry.name}
        </Text>
        {entry.aliases.length > 0 && (
          <Text size="xs" className="gh-dim">
            {listText(entry.aliases)}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="gh-short">
        <Stated value={entry.dateOfBirth} none={text('watchlist.notStated')} />
      </Table.Td>
      <Table.Td>
        <Stated
          value={listText(entry.countries.flatMap((code) => fieldTexts('country', code)))}
          none={text('watchlist.notStated')}
        />
      </Table.Td>
      <Table.Td>
        <Stated value={entry.note} none={text('watchlist.noNote')} />
      </Table.Td>
      <Table.Td>{everyDomain ? text('watchlist.tenantFile') : text('watchlist.console')}</Table.Td>
      {props.mayWrite && (
        <Table.Td>
          {!everyDomain && (
            <Group gap={4} wrap="nowrap">
              <Button variant="default" onClick={() => props.edit(entry)}>
                {text('actions.edit')}
              </Button>
              <Button variant="default" onClick={() => props.remove(entry)}>
                {text('actions.remove')}
              </Button>
            </Group>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** What an entry says, or that it does not say it. */
function Stated({ value, none }: { readonly value: string | undefined; readonly none: string }) {
  return value ? <bdi>{value}</bdi> : <span className="gh-dim">{none}</span>;
}

function RemoveEntry(props: {
  readonly domain: string;
  readonly entry: Entry | undefined;
  readonly changed: () => Promise<void>;
  readonly close: () => void;
}) {
  const { domain, entry } = props;
  const remove = useMutation({
    mutationFn: (entryId: string) => call('watchlist.remove', { params: { domain, entryId } }),
    onSuccess: () => {
      props.close();
      return props.changed();
    },
  });
  return (
    <Confirm
      opened={entry !== undefined}
      title={text('watchlist.removeAsk', { name: entry?.name ?? '' })}
      words={text('watchlist.removeWords')}
      action={text('watchlist.removeEntry')}
      pending={remove.isPending}
      confirm={() => entry && remove.mutate(entry.id)}
      cancel={props.close}
    />
  );
}
