import { Button, Group, Progress, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatInstant, formatNumber } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { engineText, type Run, shareOrNone, workflowText } from './assurance-texts.ts';
import { NewTest } from './new-test.tsx';

const columns = [
  text('assurance.ordered'),
  text('assurance.settings'),
  text('assurance.records'),
  text('assurance.seed'),
  text('assurance.exact'),
  text('assurance.altered'),
  text('assurance.alertRate'),
  text('assurance.missedCount'),
];

/** Tests of screening of a domain, newest first. */
export function AssurancePage() {
  const domain = useDomain();
  const mayRun = useSession().permissions.includes('assurance.run');
  const [isOpen, setIsOpen] = useState(false);
  const list = useRuns(domain);
  const runs = list.data?.runs ?? [];
  return (
    <>
      <Group justify="space-between" mb={4}>
        <Title order={1} size="h3">
          {text('assurance.title')}
        </Title>
        {mayRun && runs.length > 0 && (
          <Button onClick={() => setIsOpen(true)}>{text('assurance.newTest')}</Button>
        )}
      </Group>
      <Text size="sm" className="gh-dim" mb="sm" maw="72ch">
        {text('assurance.words')}
      </Text>
      <RecordTable
        list={list}
        label={text('assurance.tests')}
        heads={columns}
        count={runs.length}
        empty={
          <EmptyState
            title={text('assurance.noTests')}
            words={text('assurance.noTestsWords')}
            action={mayRun ? { run: () => setIsOpen(true), label: text('assurance.newTest') } : undefined}
          />
        }
      >
        {runs.map((run) => (
          <RunRow key={run.assuranceRunId} domain={domain} run={run} />
        ))}
      </RecordTable>
      <NewTest
        domain={domain}
        workflows={list.data?.workflows ?? []}
        isOpen={isOpen}
        close={() => setIsOpen(false)}
      />
    </>
  );
}

/** Asked again while one is not done. */
export function useRuns(domain: string) {
  return useQuery({
    queryKey: ['assurance', domain],
    queryFn: ({ signal }) => call('assurance.list', { params: { domain }, signal }),
    refetchInterval: ({ state }) => (state.data?.runs.some((run) => run.state === 'ORDERED') ? 2_000 : false),
  });
}

function RunRow({ domain, run }: { readonly domain: string; readonly run: Run }) {
  const { settings, summary } = run;
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/assurance/$domain/$assuranceRunId" params={{ domain, assuranceRunId: run.assuranceRunId }}>
          {formatInstant(run.orderedAt)}
        </Link>
      </Table.Td>
      <Table.Td>
        {engineText(run)}
        <Text size="xs" className="gh-dim">
          {workflowText(run)}
        </Text>
      </Table.Td>
      <Table.Td className="gh-number">{formatNumber(run.total)}</Table.Td>
      <Table.Td className="gh-number">{settings.seed}</Table.Td>
      {summary === null ? (
        <Table.Td colSpan={4}>
          <RunState run={run} />
        </Table.Td>
      ) : (
        <>
          <Table.Td className="gh-number">{shareOrNone(summary.exact)}</Table.Td>
          <Table.Td className="gh-number">{shareOrNone(summary.altered)}</Table.Td>
          <Table.Td className="gh-number">{shareOrNone(summary.alertRate)}</Table.Td>
          <Table.Td className="gh-number">{formatNumber(summary.missed)}</Table.Td>
        </>
      )}
    </Table.Tr>
  );
}

/** How far a test is that has no report. */
export function RunState({ run }: { readonly run: Run }) {
  if (run.state !== 'ORDERED' || run.screened === 0) {
    return (
      <>
        {text(`assurance.state-${run.state}`)}
        {run.failure !== null && (
          <Text size="xs" className="gh-contradict">
            {failureText(run.failure)}
          </Text>
        )}
      </>
    );
  }
  const words = text('assurance.progress', { screened: run.screened, total: run.total });
  return (
    <>
      <Text size="xs">{words}</Text>
      <Progress value={(100 * run.screened) / run.total} aria-label={words} />
    </>
  );
}
