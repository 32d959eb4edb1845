import type { RetentionRunView } from '@gatehouse/contract';
import { Alert, Button, Group, Modal, Spoiler, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { ConfirmTyped } from '../identity/confirm-typed.tsx';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatInstant, formatList, formatNumber } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { tableLabel } from '../ui/table-label.ts';
import type { RetentionList } from './periods.tsx';
import { countText, keptText, kindText } from './retention-texts.ts';

/** Runs that would take implausibly much: somebody confirms or cancels them. */
export function WaitingRuns(props: {
  readonly domain: string;
  readonly runs: readonly RetentionRunView[];
  readonly mayManage: boolean;
}) {
  const { domain, runs, mayManage } = props;
  const { tenantId } = useSession().user;
  const queries = useQueryClient();
  const [question, setQuestion] = useState<'confirm' | 'cancel'>();
  const [run, setRun] = useState<RetentionRunView>();
  const close = () => setQuestion(undefined);
  const done = () => {
    close();
    void queries.invalidateQueries({ queryKey: ['retention', domain] });
  };
  const params = { domain, runId: run?.runId ?? '' };
  const cancel = useMutation({
    mutationFn: () => call('retention.cancelRun', { params }),
    onSuccess: done,
  });
  const ask = (kind: 'confirm' | 'cancel', of: RetentionRunView) => {
    setRun(of);
    setQuestion(kind);
  };
  return (
    <>
      {runs
        .filter(({ state }) => state === 'WAITING')
        .map((waiting) => (
          <Alert key={waiting.runId} color="orange" title={text('retention.waiting')} mb="sm">
            <Text size="sm">{causeText(waiting)}</Text>
            <Text size="sm">{dueText(waiting)}</Text>
            <Text size="sm" mb="xs">
              {text('retention.checkFirst')}
            </Text>
            {mayManage && (
              <Group gap="xs">
                <Button color="red" variant="light" onClick={() => ask('confirm', waiting)}>
                  {text('retention.confirmRun')}
                </Button>
                <Button variant="default" onClick={() => ask('cancel', waiting)}>
                  {text('retention.cancelRun')}
                </Button>
              </Group>
            )}
          </Alert>
        ))}
      <Modal opened={question === 'confirm'} onClose={close} title={text('retention.confirmRunTitle')}>
        {question === 'confirm' && run && (
          <ConfirmTyped
            words={text('retention.confirmRunWords')}
            expected={run.appliesTo === 'tenant' ? tenantId : domain}
            action={text('retention.confirmRun')}
            run={(confirmation) => call('retention.confirmRun', { params, body: { confirmation } })}
            done={done}
            close={close}
          >
            <Text size="sm">{dueText(run)}</Text>
          </ConfirmTyped>
        )}
      </Modal>
      <Confirm
        opened={question === 'cancel'}
        title={text('retention.cancelRunTitle')}
        words={text('retention.cancelRunWords')}
        action={text('retention.cancelRun')}
        pending={cancel.isPending}
        confirm={() => cancel.mutate()}
        cancel={close}
      />
    </>
  );
}

function causeText({ waitsFor }: RetentionRunView): string {
  if (waitsFor === null) return '';
  const { cause, count, limit, kind } = waitsFor;
  if (cause === 'GAP' || kind === null) return text('retention.GAP', { count });
  return text('retention.MUCH', { kind: kindText(kind), count, limit: formatNumber(limit) });
}

function dueText({ kinds }: RetentionRunView): string {
  const parts = kinds.filter(({ due }) => due > 0).map(({ kind, due }) => countText(kind, due));
  return text('retention.due', { parts: formatList(parts) });
}

function stateText({ state, answeredBy }: RetentionRunView): string {
  switch (state) {
    case 'COUNTING':
      return text('retention.COUNTING');
    case 'WAITING':
      return text('retention.WAITING');
    case 'RUNNING':
      return text('retention.RUNNING_STATE');
    case 'DONE':
      return text('retention.DONE');
    case 'CANCELLED':
      return text('retention.CANCELLED', { person: answeredBy ?? '' });
  }
}

/** What each run deleted, and what it kept and why. */
export function Runs({ list }: { readonly list: RetentionList }) {
  const runs = list.data?.runs ?? [];
  const heads = [
    text('retention.run'),
    text('terms.status'),
    text('retention.deleted'),
    text('retention.kept'),
  ];
  return (
    <RecordTable
      list={list}
      heads={heads}
      label={text('retention.runs')}
      count={runs.length}
      empty={text('retention.noRuns')}
    >
      {runs.map((run) => (
        <Table.Tr key={run.runId}>
          <Table.Td>
            {formatInstant(run.asOf)}
            {run.appliesTo === 'tenant' && (
              <Text size="xs" className="gh-dim">
                {text('retention.ofTenant')}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            {stateText(run)}
            {run.state !== 'CANCELLED' && run.answeredBy !== null && (
              <Text size="xs" className="gh-dim">
                {text('retention.confirmedBy', { person: run.answeredBy })}
              </Text>
            )}
            {run.failure !== null && (
              <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
                {text('retention.failure', { failure: failureText(run.failure) })}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Deleted run={run} />
          </Table.Td>
          <Table.Td>
            <Kept run={run} />
          </Table.Td>
        </Table.Tr>
      ))}
    </RecordTable>
  );
}

function Deleted({ run }: { readonly run: RetentionRunView }) {
  const kinds = run.kinds.filter(({ removed }) => removed > 0);
  if (kinds.length === 0) return <span className="gh-dim">{text('retention.nothingDeleted')}</span>;
  return kinds.map(({ kind, removed, rows }) => (
    <div key={kind}>
      {countText(kind, removed)}
      <Spoiler maxHeight={0} showLabel={text('retention.rows')} hideLabel={text('actions.close')}>
        <Text size="xs" className="gh-dim">
          {Object.entries(rows)
            .map(([table, count]) =>
              text('retention.ofKind', { kind: tableLabel(table), amount: formatNumber(count) }),
            )
            .join('; ')}
        </Text>
      </Spoiler>
    </div>
  ));
}

function Kept({ run }: { readonly run: RetentionRunView }) {
  const kinds = run.kinds.map(({ kind, kept }) => ({ kind, words: keptText(kept) }));
  const shown = kinds.filter(({ words }) => words !== '');
  if (shown.length === 0) return <span className="gh-dim">—</span>;
  return shown.map(({ kind, words }) => (
    <div key={kind}>{text('retention.ofKind', { kind: kindText(kind), amount: words })}</div>
  ));
}
