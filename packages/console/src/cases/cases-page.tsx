import type { CaseSummary } from '@gatehouse/contract';
import {
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Select,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { call, fetchFile } from '../api.ts';
import { useDomain } from '../domain.ts';
import { useSession } from '../session/session.ts';
import { datedName, downloadFile } from '../ui/download-file.ts';
import { Failure } from '../ui/failure.tsx';
import { formatAge, formatInstant } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { DueText } from './due-text.tsx';

const views = [
  { value: 'open', label: 'Open', query: { open: true } },
  { value: 'mine', label: 'Mine', query: { open: true, mine: true } },
  { value: 'available', label: 'Available', query: { available: true } },
  { value: 'groups', label: 'My groups', query: { open: true, myGroups: true } },
  { value: 'unassigned', label: 'Unassigned', query: { status: 'UNASSIGNED,OTHER_GROUP' } },
  { value: 'returned', label: 'Returned', query: { status: 'RETURNED' } },
  { value: 'overdue', label: 'Overdue', query: { overdue: true } },
  { value: 'concluded', label: 'Resolved', query: { open: false } },
] as const;
/** What narrows a view further; each is what a figure of the home page counts. */
const conditions = [
  { value: 'second-approval', label: 'Awaiting second approval', query: { proposed: true } },
  { value: 'returned', label: 'Returned', query: { status: 'RETURNED' } },
  { value: 'due-soon', label: 'Due in four hours', query: { dueWithinHours: 4 } },
  { value: 'age-1', label: 'Less than 1 day old', query: { maxAgeHours: 24 } },
  { value: 'age-3', label: '1 or 2 days old', query: { minAgeHours: 24, maxAgeHours: 72 } },
  { value: 'age-7', label: '3 to 6 days old', query: { minAgeHours: 72, maxAgeHours: 168 } },
  { value: 'age-older', label: '7 days old or older', query: { minAgeHours: 168 } },
] as const;
const sorts = [
  { value: 'risk', label: 'Highest risk first' },
  { value: 'due', label: 'Due soonest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
] as const;

/** What the list shows; kept in the address. */
export interface CaseFilters {
  readonly view: (typeof views)[number]['value'];
  readonly only?: (typeof conditions)[number]['value'];
  readonly sort?: (typeof sorts)[number]['value'];
  readonly search?: string;
  readonly group?: string;
  readonly customerId?: string;
}

export function readFilters(search: Record<string, unknown>): CaseFilters {
  const view = views.find(({ value }) => value === search['view'])?.value ?? 'open';
  const sort = sorts.find(({ value }) => value === search['sort'])?.value;
  const only = conditions.find(({ value }) => value === search['only'])?.value;
  const texts = (['search', 'group', 'customerId'] as const).flatMap((name) => {
    const text = search[name];
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : [];
  });
  return { view, ...(only ? { only } : {}), ...(sort ? { sort } : {}), ...Object.fromEntries(texts) };
}

const route = getRouteApi('/cases');

/** The list of cases: saved views, search, keyboard. */
export function CasesPage() {
  const filters = route.useSearch();
  const navigate = useNavigate();
  const domain = useDomain();
  const { permissions, user } = useSession();
  const [current, setCurrent] = useState(0);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [assigning, setAssigning] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const view = views.find(({ value }) => value === filters.view)!;
  const condition = conditions.find(({ value }) => value === filters.only);
  const sort = filters.sort ?? 'risk';
  const asked = {
    ...view.query,
    ...condition?.query,
    sort,
    search: filters.search,
    group: filters.group,
    customerId: filters.customerId,
  };
  const keep = useMutation({
    mutationFn: async () =>
      downloadFile(datedName(`cases-${domain}`, 'csv'), await fetchFile('cases.export', { domain }, asked)),
  });
  const list = useInfiniteQuery({
    queryKey: ['cases', domain, filters],
    queryFn: ({ pageParam, signal }) =>
      call('cases.list', {
        params: { domain },
        query: {
          ...view.query,
          ...condition?.query,
          sort,
          limit: 50,
          ...(filters.search ? { search: filters.search } : {}),
          ...(filters.group ? { group: filters.group } : {}),
          ...(filters.customerId ? { customerId: filters.customerId } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap(({ cases }) => cases) ?? [];
  const at = Math.min(current, Math.max(0, rows.length - 1));
  const show = (row: CaseSummary | undefined) =>
    row &&
    void navigate({ to: '/cases/$domain/$caseNo', params: { domain: row.domain, caseNo: row.caseNo } });
  const filter = (change: Partial<CaseFilters>) => {
    setCurrent(0);
    void navigate({ to: '/cases', search: readFilters({ ...filters, ...change }) });
  };
  const next = useNextCase(domain);
  const assigns = user.roles.includes('admin');
  const mark = (caseNo: string | undefined) => {
    if (caseNo !== undefined && assigns) setMarked(new Set([caseNo]).symmetricDifference(marked));
  };
  const chosen = rows.filter(({ caseNo }) => marked.has(caseNo));
  useKeys({
    x: () => mark(rows[at]?.caseNo),
    b: () => chosen.length > 0 && setAssigning(true),
    j: () => setCurrent(Math.min(at + 1, rows.length - 1)),
    k: () => setCurrent(Math.max(at - 1, 0)),
    enter: () => show(rows[at]),
    e: () => !keep.isPending && keep.mutate(),
    n: () => permissions.includes('cases.work') && next.mutate(),
    '/': () => searchField.current?.focus(),
  });
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          Cases
        </Title>
        <Group gap="xs">
          {chosen.length > 0 && (
            <Button variant="default" onClick={() => setAssigning(true)}>
              Assign {chosen.length}…&nbsp;<kbd className="gh-key">B</kbd>
            </Button>
          )}
          <Button variant="default" onClick={() => keep.mutate()} loading={keep.isPending}>
            Export CSV&nbsp;<kbd className="gh-key">E</kbd>
          </Button>
          {permissions.includes('cases.work') && (
            <Button onClick={() => next.mutate()} loading={next.isPending}>
              Next case&nbsp;<kbd className="gh-key">N</kbd>
            </Button>
          )}
        </Group>
      </Group>
      <Group mb="sm" gap="sm">
        <SegmentedControl
          size="xs"
          data={views.map(({ value, label }) => ({ value, label }))}
          value={filters.view}
          onChange={(value) => filter({ view: value as CaseFilters['view'] })}
          aria-label="View"
        />
        <Select
          aria-label="Sort by"
          data={sorts}
          value={sort}
          allowDeselect={false}
          onChange={(value) => value && filter({ sort: value as NonNullable<CaseFilters['sort']> })}
        />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            filter({ search: searchField.current?.value ?? '' });
            searchField.current?.blur();
          }}
        >
          <TextInput
            ref={searchField}
            aria-label="Search by case number, name or customer ID"
            placeholder="Case, name or customer ID  ( / )"
            defaultValue={filters.search ?? ''}
            key={filters.search ?? ''}
            w={280}
          />
        </form>
        {condition !== undefined && (
          <Button
            variant="default"
            aria-label={`Remove filter: ${condition.label}`}
            onClick={() => filter({ only: undefined })}
          >
            {condition.label}&nbsp;✕
          </Button>
        )}
        {(['group', 'customerId'] as const).map(
          (name) =>
            filters[name] !== undefined && (
              <Button key={name} variant="default" onClick={() => filter({ [name]: '' })}>
                {name === 'group' ? 'Group' : 'Customer'} {filters[name]}&nbsp;✕
              </Button>
            ),
        )}
      </Group>
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      <div className="gh-panel gh-wide">
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {assigns && <Table.Th aria-label="Selected" w={36} />}
              <Table.Th>Case</Table.Th>
              <Table.Th>Customer</Table.Th>
              <Table.Th>Risk</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>Group</Table.Th>
              <Table.Th>Assigned to</Table.Th>
              <Table.Th className="gh-spare">Opened</Table.Th>
              <Table.Th>Due</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Table.Tr
                key={row.caseNo}
                className="gh-row"
                data-current={index === at || undefined}
                aria-current={index === at || undefined}
                onClick={() => show(row)}
              >
                {assigns && (
                  <Table.Td onClick={(event) => event.stopPropagation()}>
                    <Checkbox
                      size="xs"
                      aria-label={`Select ${row.caseNo}`}
                      checked={marked.has(row.caseNo)}
                      onChange={() => mark(row.caseNo)}
                    />
                  </Table.Td>
                )}
                <Table.Td className="gh-number">
                  <a
                    href={`/console/cases/${encodeURIComponent(row.domain)}/${row.caseNo}`}
                    onClick={(event) => {
                      if (event.ctrlKey || event.metaKey) return event.stopPropagation();
                      event.preventDefault();
                    }}
                  >
                    {row.caseNo}
                  </a>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" fw={500}>
                    {row.customerName ?? '—'}
                  </Text>
                  <Text size="xs" className="gh-dim">
                    {row.customerId}
                  </Text>
                </Table.Td>
                <Table.Td className="gh-number">{row.riskScore ?? '—'}</Table.Td>
                <Table.Td>
                  <StatusBadge caseSummary={row} />
                  {row.proposal !== null && row.resolvedAt === null && (
                    <Text size="xs" className="gh-dim">
                      {row.proposal.by} proposed to {row.proposal.decision}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td className="gh-short">{row.group ?? '—'}</Table.Td>
                <Table.Td>{row.assignee ?? '—'}</Table.Td>
                <Table.Td className="gh-short gh-spare" title={formatInstant(row.openedAt)}>
                  {formatAge(row.openedAt)}
                </Table.Td>
                <Table.Td className="gh-short">
                  <DueText caseSummary={row} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {list.isSuccess && rows.length === 0 && (
          <Text p="lg" ta="center" className="gh-dim">
            {filters.search
              ? 'No cases match this search.'
              : 'No cases here. New cases appear automatically.'}
          </Text>
        )}
      </div>
      {list.hasNextPage && (
        <Button
          mt="sm"
          variant="default"
          onClick={() => void list.fetchNextPage()}
          loading={list.isFetchingNextPage}
        >
          Show more
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

/** Takes the oldest of the cases with the highest risk, and opens it. */
export function useNextCase(domain: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call('cases.next', { params: { domain } }),
    onSuccess: ({ case: taken }) => {
      if (taken) {
        void navigate({
          to: '/cases/$domain/$caseNo',
          params: { domain: taken.domain, caseNo: taken.caseNo },
        });
      } else void navigate({ to: '/cases', search: { view: 'open' } });
    },
  });
}
