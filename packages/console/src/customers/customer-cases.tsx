import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { DueText } from '../cases/due-text.tsx';
import { ExecutionState } from '../executions/execution-state.tsx';
import { text } from '../messages/text.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import { FoldingTable } from '../ui/folding-table.tsx';
import { formatInstant, labelOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { eventIcon } from '../ui/kind-icons.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { casesQuery } from './customer-queries.ts';
import { CaseLink, type CustomerKey, Nothing, Unread, WideSection } from './customer-section.tsx';

/** The newest cases of the customer. */
export function Cases({ customer }: { readonly customer: CustomerKey }) {
  const cases = useQuery(casesQuery(customer));
  const rows = cases.data?.cases;
  return (
    <WideSection label={text('customers.customerCases')} heading={text('customers.cases')}>
      <Unread list={cases} />
      {rows?.length === 0 && <Nothing>{text('customers.noCases')}</Nothing>}
      {rows !== undefined && rows.length > 0 && (
        <FoldingTable
          label={text('customers.cases')}
          heads={[
            text('terms.case'),
            text('terms.status'),
            text('terms.risk'),
            text('customers.opened'),
            text('customers.due'),
          ]}
        >
          {rows.map((row) => (
            <Table.Tr key={row.caseNo}>
              <Table.Td className="gh-number">
                <CaseLink domain={row.domain} caseNo={row.caseNo} />
              </Table.Td>
              <Table.Td>
                <StatusBadge caseSummary={row} />
              </Table.Td>
              <Table.Td className="gh-number">{row.riskScore ?? '—'}</Table.Td>
              <Table.Td className="gh-short">{formatInstant(row.openedAt)}</Table.Td>
              <Table.Td>
                <DueText caseSummary={row} />
              </Table.Td>
            </Table.Tr>
          ))}
        </FoldingTable>
      )}
    </WideSection>
  );
}

/** Its newest submissions, with what became of each. */
export function Submits({ customer }: { readonly customer: CustomerKey }) {
  const submits = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'executions'],
    queryFn: ({ signal }) =>
      call('executions.list', {
        params: { domain: customer.domain },
        query: { customerId: customer.customerId, limit: 20 },
        signal,
      }),
  });
  const rows = submits.data?.executions;
  return (
    <WideSection label={text('customers.submissions')} heading={text('customers.submissions')}>
      <Unread list={submits} />
      {rows?.length === 0 && <Nothing>{text('customers.noSubmissions')}</Nothing>}
      {rows !== undefined && rows.length > 0 && (
        <FoldingTable
          label={text('customers.submissions')}
          heads={[
            text('customers.submitted'),
            text('customers.eventAndWorkflow'),
            text('customers.stateAndDecision'),
            text('terms.case'),
          ]}
        >
          {rows.map((row) => (
            <Table.Tr key={row.executionId}>
              <Table.Td className="gh-short">{formatInstant(row.createdAt)}</Table.Td>
              <Table.Td>
                <Icon of={eventIcon(row.eventType)} className="gh-dim gh-before" />
                {labelOf(row.eventType)}
                <Text size="xs" className="gh-dim">
                  {row.workflowId}
                </Text>
              </Table.Td>
              <Table.Td>
                <ExecutionState state={row.state} />
                {row.decision !== null && (
                  <Text size="xs" className="gh-dim">
                    {decisionLabel(row.decision)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <CaseLink domain={customer.domain} caseNo={row.caseNo} />
              </Table.Td>
            </Table.Tr>
          ))}
        </FoldingTable>
      )}
    </WideSection>
  );
}
