import type { HostedWorkflowFigures } from '@gatehouse/contract';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api.ts';
import { BarCell } from '../charts/bar-cell.tsx';
import type { ExecutionFilters } from '../executions/execution-filters.ts';
import { text } from '../messages/text.ts';
import { nodeTypeTitle } from '../ui/field-labels.ts';
import { formatInstant, formatNumber } from '../ui/format.ts';
import { type FigureProps, FigureSection, Key } from './figure-section.tsx';

/** How far end users came in each workflow: where they wait, and where they left. */
export function HostedStepsCharts({ domain, period }: FigureProps) {
  const hosted = useQuery({
    queryKey: ['executions', domain, 'hosted', period],
    queryFn: ({ signal }) => call('executions.hosted', { params: { domain }, query: period, signal }),
  });
  const { workflows = [], countedFrom = null } = hosted.data ?? {};
  const note = (
    <>
      {text('figures.dropOffWords')}
      {countedFrom !== null && ` ${text('figures.countedFrom', { at: formatInstant(countedFrom) })}`}
    </>
  );
  const within: ExecutionFilters = {
    source: 'SDK',
    from: countedFrom ?? hosted.data?.period.startsAt,
    to: hosted.data?.period.endsAt,
  };
  if (workflows.length === 0) {
    return (
      <FigureSection
        title={text('figures.dropOff')}
        note={note}
        query={hosted}
        empty={text('figures.noHosted')}
      >
        {null}
      </FigureSection>
    );
  }
  return workflows.map((workflow) => (
    <FigureSection
      key={workflow.workflowId}
      title={text('figures.dropOffOf', { workflow: workflow.name ?? workflow.workflowId })}
      note={note}
      query={hosted}
      empty={undefined}
    >
      <StepTable workflow={workflow} within={{ ...within, workflowId: workflow.workflowId }} />
    </FigureSection>
  ));
}

function StepTable(props: { readonly workflow: HostedWorkflowFigures; readonly within: ExecutionFilters }) {
  const { workflow, within } = props;
  const { started, steps } = workflow;
  return (
    <Table
      className="gh-figures"
      aria-label={text('figures.stepsOf', { workflow: workflow.name ?? workflow.workflowId })}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('figures.step')}</Table.Th>
          <Table.Td className="gh-bar-column" />
          <Table.Th ta="end">
            <Key look="filled" />
            {text('figures.completed')}
          </Table.Th>
          <Table.Th ta="end">
            <Key look="hatched" />
            {text('figures.waiting')}
          </Table.Th>
          <Table.Th ta="end">
            <Key look="outlined" />
            {text('figures.left')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Table.Tr>
          <Table.Th scope="row">{text('figures.started')}</Table.Th>
          <Table.Td className="gh-bar-column">
            <BarCell parts={[{ look: 'filled', count: started }]} whole={started} />
          </Table.Td>
          <Count count={started} search={within} />
          <Table.Td />
          <Table.Td />
        </Table.Tr>
        {steps.map(({ nodeId, nodeType, title, completed, waiting, left }) => (
          <Table.Tr key={nodeId}>
            <Table.Th scope="row" title={nodeId}>
              <span className="gh-long">{title ?? nodeTypeTitle(nodeType)}</span>
            </Table.Th>
            <Table.Td className="gh-bar-column">
              <BarCell
                whole={started}
                parts={[
                  { look: 'filled', count: completed },
                  { look: 'hatched', count: waiting },
                  { look: 'outlined', count: left },
                ]}
              />
            </Table.Td>
            <Count count={completed} search={{ ...within, completedNodeId: nodeId }} />
            <Count count={waiting} search={{ ...within, nodeId, state: 'WAITING' }} />
            <Count count={left} search={{ ...within, nodeId, state: 'FAILED,CANCELLED' }} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Count({ count, search }: { readonly count: number; readonly search: ExecutionFilters }) {
  return (
    <Table.Td className="gh-number">
      <Link to="/executions" search={search}>
        {formatNumber(count)}
      </Link>
    </Table.Td>
  );
}
