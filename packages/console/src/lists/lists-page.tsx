import type { ListOutcome, ListView } from '@gatehouse/contract';
import { Alert, Badge, Box, Button, Group, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '../api.ts';
import { listTitle } from '../hits/list-titles.ts';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { formatAge, formatInstant, formatNumber } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { Activations } from './activations.tsx';
import { ConfirmChoice, useVersionChoice } from './choose-version.tsx';
import { SampleRow, WatchlistRow } from './own-lists.tsx';
import { Versions } from './versions.tsx';

const queryKey = ['lists'];
const route = getRouteApi('/lists');

const columns = [
  text('lists.list'),
  text('lists.activeVersion'),
  text('lists.activeSince'),
  text('terms.entries'),
  text('lists.lastChecked'),
  text('terms.status'),
  '',
];

/** The lists that names are screened against: their states, and what the deployment's operator does with them. */
export function ListsPage() {
  const mayAct = useSession().permissions.includes('lists.manage');
  const { source } = route.useSearch();
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('lists.list', { signal }),
    refetchInterval: ({ state }) => (state.data?.lists.some(({ isWorkedOn }) => isWorkedOn) ? 2000 : 30_000),
  });
  const { update, choice, last } = useListActions();
  const { lists = [], sample } = list.data ?? {};
  const shown = lists.find((one) => one.source === source);
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {text('lists.title')}
        </Title>
        {mayAct && lists.length > 0 && (
          <Button loading={update.isPending} onClick={() => update.mutate([])}>
            {text('lists.checkForUpdates')}
          </Button>
        )}
      </Group>
      <LastAction action={last} />
      {list.data && lists.length === 0 && (
        <Alert color="orange" variant="outline" mb="sm">
          {text('lists.noLists')}
        </Alert>
      )}
      <RecordTable
        list={list}
        heads={columns}
        label={text('lists.title')}
        // The tenant's own list is always among them.
        count={lists.length + 1}
        empty={null}
      >
        {lists.map((one) => (
          <ListRow
            key={one.source}
            list={one}
            isUpdating={update.isPending}
            update={mayAct ? () => update.mutate([one.source]) : undefined}
          />
        ))}
        {sample && <SampleRow sample={sample} />}
        {list.data && <WatchlistRow />}
      </RecordTable>
      {shown && (
        <Box mt="sm">
          <Versions list={shown} choose={choice.ask} />
          <Activations key={shown.source} list={shown} />
        </Box>
      )}
      <ConfirmChoice {...choice} />
    </>
  );
}

/** Updating lists, and activating another version after it was asked for and confirmed. */
function useListActions() {
  const queries = useQueryClient();
  const update = useMutation({
    mutationFn: (sources: readonly string[]) => call('lists.update', { body: { sources: [...sources] } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const choice = useVersionChoice();
  const last = update.submittedAt > choice.choose.submittedAt ? update : choice.choose;
  return { update, choice, last };
}

/** The outcome of the last action. */
function LastAction({ action }: { readonly action: ReturnType<typeof useListActions>['last'] }) {
  const place = useRef<HTMLDivElement>(null);
  const { status, submittedAt } = action;
  // The button of the action may be gone: the focus goes to the outcome, where keyboard users continue.
  useEffect(() => {
    if (submittedAt > 0 && (status === 'success' || status === 'error')) place.current?.focus();
  }, [status, submittedAt]);
  return (
    <div ref={place} tabIndex={-1}>
      <ErrorAlert error={action.error} mb="sm" />
      {action.isSuccess && <Outcomes {...action.data} />}
    </div>
  );
}

function ListRow(props: {
  readonly list: ListView;
  readonly isUpdating: boolean;
  readonly update: (() => void) | undefined;
}) {
  const { list, update } = props;
  const entries = list.versions.find(({ state }) => state === 'active')?.entries;
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/lists" search={{ source: list.source }}>
          {listTitle(list.source)}
        </Link>
        {listTitle(list.source) !== list.source && (
          <Text size="xs" className="gh-dim gh-short">
            {list.source}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{list.activeVersion ?? text('terms.none')}</Table.Td>
      <Table.Td>{ageOf(list.activatedAt)}</Table.Td>
      <Table.Td className="gh-number">
        {entries !== undefined && entries !== null && formatNumber(entries)}
      </Table.Td>
      <Table.Td>{ageOf(list.checkedAt)}</Table.Td>
      <Table.Td>
        <ListStatus list={list} />
      </Table.Td>
      <Table.Td>
        {update && (
          <Button
            variant="default"
            aria-label={text('lists.updateNowOf', { source: list.source })}
            disabled={props.isUpdating || list.isWorkedOn}
            onClick={update}
          >
            {text('lists.updateNow')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Outcomes(props: { readonly outcomes: readonly ListOutcome[]; readonly isUnderWay: boolean }) {
  const isWell = props.outcomes.every(({ kind }) => kind === 'unchanged' || kind === 'activated');
  return (
    <Alert color={isWell ? 'green' : 'orange'} variant="outline" mb="sm" role="status">
      {props.isUnderWay && <Text size="sm">{text('lists.underWay')}</Text>}
      {props.outcomes.map(({ source, message }) => (
        <Text key={source} size="sm">
          {message}
        </Text>
      ))}
    </Alert>
  );
}

/** The states of a list, the most serious first. */
function ListStatus({ list }: { readonly list: ListView }) {
  const { activeVersion, failures, lastFailure, isStale, isHeld, isWorkedOn, nodes, nodesBehind } = list;
  const isWell = activeVersion !== null && !isHeld && failures === 0 && !isStale;
  return (
    <>
      <Group gap={4}>
        {activeVersion === null && <Word color="red">{text('lists.noVersion')}</Word>}
        {isHeld && <Word color="orange">{text('lists.onHold')}</Word>}
        {failures > 0 && <Word color="orange">{text('lists.failedChecks', { count: failures })}</Word>}
        {isStale && <Word color="red">{text('lists.outOfDate')}</Word>}
        {isWell && <Word color="green">{text('lists.upToDate')}</Word>}
        {isWorkedOn && <Word color="blue">{text('lists.updating')}</Word>}
      </Group>
      {failures > 0 && lastFailure && (
        <Text size="xs" className="gh-contradict">
          {lastFailure.message === null
            ? formatInstant(lastFailure.at)
            : text('entities.labelled', {
                name: formatInstant(lastFailure.at),
                value: failureText(lastFailure.message),
              })}
        </Text>
      )}
      {nodesBehind > 0 && <Text size="xs">{text('lists.nodesBehind', { behind: nodesBehind, nodes })}</Text>}
    </>
  );
}

function Word(props: { readonly color: string; readonly children: React.ReactNode }) {
  return (
    <Badge color={props.color} variant="outline">
      {props.children}
    </Badge>
  );
}

function ageOf(at: number | null) {
  return at === null ? text('terms.never') : <span title={formatInstant(at)}>{formatAge(at)}</span>;
}
