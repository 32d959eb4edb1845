import type { ShadowRun } from '@gatehouse/contract';
import { Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { formatInstant } from '../ui/format.ts';
import { decisionText } from './shadow-findings.tsx';

const shownAtOnce = 100;

/** The executions that differ, those that lose a true match first. */
export function ShadowDifferences(props: {
  readonly domain: string;
  readonly workflowId: string;
  readonly run: ShadowRun;
}) {
  const { domain, workflowId, run } = props;
  const mayReadCases = useSession().permissions.includes('cases.read');
  const found = useQuery({
    // Rulings that come later change the order.
    queryKey: ['shadow-differences', domain, workflowId, run.shadowRunId, run.kept, run.trueMatchesLost],
    queryFn: ({ signal }) =>
      call('workflows.shadowDifferences', {
        params: { domain, workflowId },
        query: { from: 0, limit: shownAtOnce },
        signal,
      }),
    enabled: run.kept > 0,
    placeholderData: (before) => before,
    refetchInterval: false,
  });
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />;
  if (run.kept === 0 || found.data === undefined) return null;
  return (
    <section aria-labelledby="shadow-differences">
      <Title order={2} size="h5" id="shadow-differences">
        {text('shadow.differing')}
      </Title>
      {run.kept > shownAtOnce && (
        <Text size="sm" className="gh-dim">
          {text('shadow.listed', { count: shownAtOnce })}
        </Text>
      )}
      <Table aria-labelledby="shadow-differences">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('shadow.customer')}</Table.Th>
            <Table.Th>{text('shadow.published')}</Table.Th>
            <Table.Th>{text('shadow.draft')}</Table.Th>
            <Table.Th>{text('shadow.hits')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.data.differences.map(({ executionId, customerId, caseNo, at, before, after, ...hits }) => (
            <Table.Tr key={executionId}>
              <Table.Td title={formatInstant(at)}>
                {caseNo === null || !mayReadCases ? (
                  <a href={`/console/executions/${domain}/${executionId}`}>{customerId}</a>
                ) : (
                  <a href={`/console/cases/${domain}/${caseNo}`}>{customerId}</a>
                )}
              </Table.Td>
              <Table.Td>
                {decisionText(before.decision)} ({before.riskScore ?? '—'})
              </Table.Td>
              <Table.Td>
                {decisionText(after.decision)} ({after.riskScore ?? '—'})
                {after.failure !== null && (
                  <Text size="xs" className="gh-dim">
                    {failureText(after.failure)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Hits {...hits} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Hits(of: {
  readonly lostEntities: readonly string[];
  readonly newEntities: readonly string[];
  readonly trueMatches: readonly string[];
}) {
  return (
    <>
      {of.trueMatches.length > 0 && (
        <Text size="sm" className="gh-contradict" fw={600}>
          {text('shadow.trueMatch')}: {of.trueMatches.join(', ')}
        </Text>
      )}
      {of.lostEntities.length > 0 && (
        <Text size="sm" title={of.lostEntities.join(', ')}>
          {text('shadow.lostHits', { count: of.lostEntities.length })}
        </Text>
      )}
      {of.newEntities.length > 0 && (
        <Text size="sm" title={of.newEntities.join(', ')}>
          {text('shadow.newHits', { count: of.newEntities.length })}
        </Text>
      )}
    </>
  );
}
