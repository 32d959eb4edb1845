import type { CaseSummary } from '@gatehouse/contract';
import { Button, Group, SegmentedControl, Select, Text, TextInput, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { call, fetchFile } from '../api.ts';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { datedName, downloadFile } from '../ui/download-file.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Failure } from '../ui/failure.tsx';
import { useKeys } from '../ui/keys.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { cardsBelow } from './card-width.ts';
import {
  type CaseFilters,
  isNarrowed,
  queryOf,
  readFilters,
  shownColumns,
  sorts,
  views,
} from './case-filters.ts';
import { CaseRows } from './case-rows.tsx';
import { LinkChips } from './filter-chips.tsx';
import { useKeptColumns } from './kept-columns.ts';
import { useNextCase } from './next-case.ts';

/** Loaded behind the list: it brings the names of all countries. */
const FilterBar = lazy(() =>
  import('./filter-bar.tsx').then(({ FilterBar: component }) => ({ default: component })),
);

const route = getRouteApi('/cases');

/** The case that was opened last: whoever comes back goes on at its row. */
let lastOpened: string | undefined;

/** The list of cases: saved views, search, keyboard. */
export function CasesPage() {
  const filters = route.useSearch();
  const navigate = useNavigate();
  const domain = useDomain();
  const { permissions, user } = useSession();
  const [current, setCurrent] = useState<number>();
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [assigning, setAssigning] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const sort = filters.sort ?? 'risk';
  const asked = queryOf(filters);
  const shown = shownColumns(filters, useKeptColumns());
  const keep = useMutation({
    mutationFn: async () =>
      downloadFile(datedName(`cases-${domain}`, 'csv'), await fetchFile('cases.export', { domain }, asked)),
  });
  const list = useInfiniteQuery({
    queryKey: ['cases', domain, asked],
    queryFn: ({ pageParam, signal }) =>
      call('cases.list', {
        params: { domain },
        query: {
          ...asked,
          limit: 50,
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap(({ cases }) => cases) ?? [];
  const wanted =
    current ??
    Math.max(
      0,
      rows.findIndex(({ caseNo }) => caseNo === lastOpened),
    );
  const at = Math.min(wanted, Math.max(0, rows.length - 1));
  const show = (row: CaseSummary | undefined) => {
    if (row === undefined) return;
    lastOpened = row.caseNo;
    void navigate({ to: '/cases/$domain/$caseNo', params: { domain: row.domain, caseNo: row.caseNo } });
  };
  const filter = (change: Partial<CaseFilters>) => {
    setCurrent(0);
    void navigate({ to: '/cases', search: readFilters({ ...filters, ...change }) });
  };
  const next = useNextCase(domain);
  const assigns = user.roles.includes('admin');
  const mark = (caseNo: string | undefined) => {
    if (caseNo !== undefined && assigns) setMarked(new Set([caseNo]).symmetricDifference(marked));
  };
  const goTo = (index: number) => {
    setCurrent(index);
    place.current?.querySelectorAll('.gh-row')[index]?.scrollIntoView({ block: 'nearest' });
  };
  const chosen = rows.filter(({ caseNo }) => marked.has(caseNo));
  useKeys({
    x: () => mark(rows[at]?.caseNo),
    b: () => chosen.length > 0 && setAssigning(true),
    j: () => goTo(Math.min(at + 1, rows.length - 1)),
    k: () => goTo(Math.max(at - 1, 0)),
    enter: () => show(rows[at]),
    e: () => !keep.isPending && keep.mutate(),
    n: () => permissions.includes('cases.work') && next.mutate(),
    '/': () => searchField.current?.focus(),
  });
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {text('cases.title')}
        </Title>
        <Group gap="xs">
          {chosen.length > 0 && (
            <Button variant="default" onClick={() => setAssigning(true)}>
              {text('cases.assignSome', { count: chosen.length })}&nbsp;<kbd className="gh-key">B</kbd>
            </Button>
          )}
          <Button variant="default" onClick={() => keep.mutate()} loading={keep.isPending}>
            {text('terms.exportCsv')}&nbsp;<kbd className="gh-key">E</kbd>
          </Button>
          {permissions.includes('cases.work') && (
            <Button onClick={() => next.mutate()} loading={next.isPending}>
              {text('cases.nextCase')}&nbsp;<kbd className="gh-key">N</kbd>
            </Button>
          )}
        </Group>
      </Group>
      <Group mb="sm" gap="sm" className="gh-queue-choices">
        <ViewChoice view={filters.view} choose={(view) => filter({ view })} />
        <Select
          aria-label={text('cases.sortBy')}
          data={sorts}
          value={sort}
          allowDeselect={false}
          onChange={(value) => value && filter({ sort: value as NonNullable<CaseFilters['sort']> })}
        />
        <form
          className="gh-queue-search"
          onSubmit={(event) => {
            event.preventDefault();
            filter({ search: searchField.current?.value ?? '' });
            searchField.current?.blur();
          }}
        >
          <TextInput
            ref={searchField}
            aria-label={text('cases.searchBy')}
            placeholder={text('cases.searchHint')}
            defaultValue={filters.search ?? ''}
            key={filters.search ?? ''}
          />
        </form>
        <LinkChips filters={filters} change={filter} />
      </Group>
      <div className="gh-filters">
        <Suspense>
          <FilterBar filters={filters} domain={domain} change={filter} />
        </Suspense>
      </div>
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      <div className="gh-panel gh-wide gh-queue" ref={place}>
        <CaseRows
          rows={rows}
          shown={shown}
          current={at}
          open={show}
          {...(assigns ? { selection: { isSelected: (caseNo) => marked.has(caseNo), toggle: mark } } : {})}
        />
        {list.isPending && (
          <div className="gh-block">
            <RowsSkeleton rows={8} />
          </div>
        )}
        {list.isSuccess && rows.length === 0 && <NoCases isNarrowed={isNarrowed(filters)} />}
      </div>
      {rows.length > 0 && <KeysHint />}
      {list.hasNextPage && (
        <Button
          mt="sm"
          variant="default"
          onClick={() => void list.fetchNextPage()}
          loading={list.isFetchingNextPage}
        >
          {text('actions.showMore')}
        </Button>
      )}
      <AssignDialog
        opened={assigning}
        cases={chosen}
        domain={domain}
        close={(done) => {
          setAssigning(false);
          if (done) setMarked(new Set());
        }}
      />
    </>
  );
}

/** The views that everybody has; one field where there is too little room for their names. */
function ViewChoice(props: {
  readonly view: CaseFilters['view'];
  readonly choose: (view: CaseFilters['view']) => void;
}) {
  const isNarrow = useMediaQuery(cardsBelow, false, { getInitialValueInEffect: false });
  const common = {
    'aria-label': text('cases.view'),
    data: views.map(({ value, label }) => ({ value, label })),
    value: props.view,
  };
  const choose = (value: string | null) => value !== null && props.choose(value as CaseFilters['view']);
  return isNarrow ? (
    <Select {...common} allowDeselect={false} onChange={choose} />
  ) : (
    <SegmentedControl size="xs" {...common} onChange={choose} />
  );
}

const hintedKeys = [
  ['J / K', text('frame.keyRows')],
  ['Enter', text('frame.keyOpenRow')],
  ['?', text('frame.help')],
] as const;

/** The keys with which a list is worked through, for those who have any. */
function KeysHint() {
  return (
    <p className="gh-keys-hint gh-unprinted">
      {hintedKeys.map(([keys, does]) => (
        <span key={keys}>
          <kbd className="gh-key" dir="ltr">
            {keys}
          </kbd>{' '}
          {does}
        </span>
      ))}
    </p>
  );
}

/** What leads to the first case, where no filter hides those that there are. */
function NoCases(props: { readonly isNarrowed: boolean }) {
  const { permissions } = useSession();
  if (props.isNarrowed) {
    return (
      <Text p="lg" ta="center" className="gh-dim">
        {text('cases.emptySearch')}
      </Text>
    );
  }
  return (
    <EmptyState
      title={text('cases.empty')}
      words={text('cases.emptyWords')}
      action={
        permissions.includes('scans.run')
          ? { to: '/quick-scans', label: text('home.runQuickScan') }
          : undefined
      }
    />
  );
}
