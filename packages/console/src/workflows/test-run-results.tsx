import type { ReplayResult, TestRunResult } from '@gatehouse/contract';
import { Table, Text, Title } from '@mantine/core';
import { hasSample } from '../hits/sample-badge.tsx';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import type { Draft } from './draft.ts';
import { titleOfNode } from './node-title.ts';

/** What trials came to. */

/** The way that an example took, and what it came to. */
export function Tried({
  result,
  draft,
  show,
}: {
  readonly result: TestRunResult;
  readonly draft: Draft;
  readonly show: (nodeId: string) => void;
}) {
  return (
    <>
      <Title order={2} size="h5">
        {wordOf(result.decision)}
      </Title>
      <Text size="sm">
        {result.riskReasons.length > 0
          ? text('workflows.riskScoreReasons', {
              score: result.riskScore ?? '—',
              reasons: result.riskReasons.join(', '),
            })
          : text('workflows.riskScore', { score: result.riskScore ?? '—' })}
      </Text>
      {result.failure && (
        <Text size="sm" className="gh-contradict">
          {result.failure.nodeId === null ? text('nodes.start') : titleOfNode(draft, result.failure.nodeId)}:{' '}
          {failureText(result.failure.reason)}
        </Text>
      )}
      {result.steps.some(({ output }) => hasSample(output)) && (
        <Text size="sm">{text('workflows.sampleHits')}</Text>
      )}
      <ol className="gh-steps">
        {result.steps.map(({ nodeId }) => (
          <li key={nodeId}>
            <button type="button" onClick={() => show(nodeId)}>
              {titleOfNode(draft, nodeId)}
            </button>{' '}
            <Text span size="xs" className="gh-dim">
              {nodeId}
            </Text>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Whose decision would be another. */
export function Replayed({ domain, result }: { readonly domain: string; readonly result: ReplayResult }) {
  const mayReadCases = useSession().permissions.includes('cases.read');
  return (
    <>
      <Title order={2} size="h5" mt="md">
        {result.changed.length === 0
          ? text('workflows.noneWouldChange')
          : text('workflows.wouldChange', {
              changed: result.changed.length,
              replayed: result.replayed,
            })}
      </Title>
      {result.decisions
        .filter(({ before, after }) => before !== after)
        .map(({ before, after, count }) => (
          <Text size="sm" key={`${before} ${after}`}>
            {text('workflows.decisionsFromTo', {
              times: String(count),
              before: wordOf(before),
              after: wordOf(after),
            })}
          </Text>
        ))}
      {result.changed.length > 0 && (
        <Table mt="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text('workflows.customer')}</Table.Th>
              <Table.Th>{text('workflows.current')}</Table.Th>
              <Table.Th>{text('workflows.new')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {result.changed.slice(0, 200).map(({ executionId, customerId, caseNo, before, after }) => (
              <Table.Tr key={executionId}>
                <Table.Td>
                  {caseNo === null ? (
                    customerId
                  ) : !mayReadCases ? (
                    <a href={`/console/executions/${domain}/${executionId}`}>{customerId}</a>
                  ) : (
                    <a href={`/console/cases/${domain}/${caseNo}`}>{customerId}</a>
                  )}
                </Table.Td>
                <Table.Td>
                  {wordOf(before.decision)} ({before.riskScore ?? '—'})
                </Table.Td>
                <Table.Td title={after.failure === null ? '' : failureText(after.failure)}>
                  {wordOf(after.decision)} ({after.riskScore ?? '—'})
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

function wordOf(decision: string | null): string {
  return decision === null ? text('workflows.failed') : decisionLabel(decision);
}
