import type { ExecutionSummary } from '@gatehouse/contract';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { call } from '../api.ts';
import { ChartCard } from '../charts/chart-card.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import { text } from '../messages/text.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import { formatDate, formatInstant, formatNumber, labelOf } from '../ui/format.ts';

/** Points that fit beside each other. */
const maxPoints = 24;

const title = text('customers.riskOverTime');

type Scored = ExecutionSummary & { readonly riskScore: number };

/** The risk score of each submission of a customer, in their order, with what became of it; nothing without any score. */
export function RiskOverTime(props: {
  readonly customer: { readonly domain: string; readonly customerId: string };
  readonly readsCases: boolean;
}) {
  const { domain, customerId } = props.customer;
  const executions = useQuery({
    queryKey: ['customer', domain, customerId, 'risk'],
    queryFn: ({ signal }) =>
      call('executions.list', { params: { domain }, query: { customerId, limit: 100 }, signal }),
  });
  const scored = (executions.data?.executions ?? [])
    .filter((execution): execution is Scored => execution.riskScore !== null)
    .slice(0, maxPoints)
    .toReversed();
  const last = scored.at(-1);
  if (last === undefined) return null;
  const points = scored.map((execution) => ({
    key: execution.executionId,
    label: text('customers.pointLabel', {
      at: formatInstant(execution.createdAt),
      event: eventText(execution),
    }),
    at: execution.createdAt,
    // Scores are within 0 and 100.
    value: execution.riskScore,
    text: formatNumber(execution.riskScore),
    link: rowOf(execution, props.readsCases),
  }));
  return (
    <ChartCard
      title={title}
      headline={
        <p className="gh-chart-headline">
          <strong className="gh-number">{formatNumber(last.riskScore)}</strong>{' '}
          {formatInstant(last.createdAt)} · {eventText(last)}
        </p>
      }
      note={text('customers.riskWords', { count: maxPoints })}
      chart={
        <LineChart
          name={title}
          points={points}
          scale={[formatNumber(100), formatNumber(0)]}
          ends={[formatDate(scored[0]?.createdAt ?? last.createdAt), formatDate(last.createdAt)]}
        />
      }
      table={<RiskTable scored={scored} readsCases={props.readsCases} />}
    />
  );
}

function RiskTable(props: { readonly scored: readonly Scored[]; readonly readsCases: boolean }) {
  return (
    <Table className="gh-figures" aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('customers.submitted')}</Table.Th>
          <Table.Th>{text('customers.event')}</Table.Th>
          <Table.Th ta="end">{text('terms.risk')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.scored.toReversed().map((execution) => (
          <Table.Tr key={execution.executionId}>
            <Table.Th scope="row">
              <Link {...rowOf(execution, props.readsCases)}>{formatInstant(execution.createdAt)}</Link>
            </Table.Th>
            <Table.Td>{eventText(execution)}</Table.Td>
            <Table.Td className="gh-number">{formatNumber(execution.riskScore)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function eventText({ eventType, decision }: ExecutionSummary): string {
  const event = labelOf(eventType);
  return decision === null
    ? event
    : text('customers.eventDecided', { event, decision: decisionLabel(decision) });
}

function rowOf({ domain, executionId, caseNo }: ExecutionSummary, readsCases: boolean): LinkProps {
  return caseNo !== null && readsCases
    ? ({ to: '/cases/$domain/$caseNo', params: { domain, caseNo } } as LinkProps)
    : ({ to: '/executions/$domain/$executionId', params: { domain, executionId } } as LinkProps);
}
