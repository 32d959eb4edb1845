import type { ExecutionSummary } from '@gatehouse/contract';
import { Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChartCard } from '../charts/chart-card.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import { text } from '../messages/text.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import { formatDate, formatInstant, formatNumber, labelOf } from '../ui/format.ts';
import { riskQuery } from './customer-queries.ts';

/** Points that fit beside each other. */
const maxPoints = 24;

const title = text('customers.riskOverTime');

type Scored = ExecutionSummary & { readonly riskScore: number };

const isScored = (execution: ExecutionSummary): execution is Scored => execution.riskScore !== null;

/** The risk score of each submission of a customer, in their order, with what became of it; nothing without any score. */
export function RiskOverTime(props: {
  readonly customer: { readonly domain: string; readonly customerId: string };
  readonly readsCases: boolean;
}) {
  const executions = useQuery(riskQuery(props.customer));
  const scored = (executions.data?.executions ?? []).filter(isScored).slice(0, maxPoints).toReversed();
  const last = scored.at(-1);
  if (last === undefined) return null;
  const headline = (
    <p className="gh-chart-headline">
      <strong className="gh-number">{formatNumber(last.riskScore)}</strong> {formatInstant(last.createdAt)} ·{' '}
      {eventText(last)}
    </p>
  );
  // One point is no line: its value says all.
  if (scored.length === 1) {
    return (
      <section className="gh-panel gh-block gh-chart" aria-label={title}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {headline}
        <Text size="sm">
          <Link {...rowOf(last, props.readsCases)}>{text('customers.onlyScore')}</Link>
        </Text>
      </section>
    );
  }
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
      headline={headline}
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
