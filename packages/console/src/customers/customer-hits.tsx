import { Badge, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { categoryText, listTitle } from '../hits/list-titles.ts';
import { SampleBadge } from '../hits/sample-badge.tsx';
import { storedReason } from '../hits/stored-reason.ts';
import { asOwner, subjectLabel } from '../hits/subject-label.ts';
import { text } from '../messages/text.ts';
import { FoldingTable } from '../ui/folding-table.tsx';
import { formatInstant, percent } from '../ui/format.ts';
import { Person } from '../ui/person.tsx';
import { customerHitsId } from './customer-picture.tsx';
import { hitsQuery } from './customer-queries.ts';
import { CaseLink, type CustomerKey, Nothing, Unread, WideSection } from './customer-section.tsx';
import { useSubmittedInformation } from './submitted-information.ts';

/** The newest hit of the customer and each of its parties on each list entry. */
export function Hits({ customer }: { readonly customer: CustomerKey }) {
  const hits = useQuery(hitsQuery(customer));
  const parties = useSubmittedInformation(customer)?.ownership?.parties ?? [];
  const rows = hits.data?.hits;
  return (
    <WideSection id={customerHitsId} label={text('customers.hits')} heading={text('customers.hits')}>
      <Unread list={hits} />
      {rows?.length === 0 && <Nothing>{text('customers.noHits')}</Nothing>}
      {rows !== undefined && rows.length > 0 && (
        <FoldingTable
          label={text('customers.latestHits')}
          heads={[
            text('customers.subject'),
            text('customers.listedEntity'),
            text('customers.category'),
            text('customers.score'),
            text('customers.ruling'),
            text('customers.lastHitAndCase'),
          ]}
        >
          {rows.map((row) => (
            <Table.Tr key={`${row.subject.key} ${row.entityId}`}>
              <Table.Td>{subjectLabel(asOwner(row.subject, parties))}</Table.Td>
              <Table.Td>
                <bdi>{row.hit.name}</bdi> <SampleBadge source={row.hit.source} />
                <Text size="xs" className="gh-dim">
                  {listTitle(row.source)} · {row.entityId}
                </Text>
              </Table.Td>
              <Table.Td>{categoryText(row.hit.category, row.hit.subCategory)}</Table.Td>
              <Table.Td className="gh-number">{percent(row.score)}</Table.Td>
              <Table.Td>
                {row.ruling === null ? text('hits.unruled') : text(`hits.ruling-${row.ruling.ruling}`)}
                {row.silenced && (
                  <>
                    {' '}
                    <Badge color="gray">{text('customers.suppressed')}</Badge>
                  </>
                )}
              </Table.Td>
              <Table.Td className="gh-short">
                <div>{formatInstant(row.at)}</div>
                <CaseLink domain={customer.domain} caseNo={row.caseNo} />
              </Table.Td>
            </Table.Tr>
          ))}
        </FoldingTable>
      )}
    </WideSection>
  );
}

/** What people ruled on these hits. */
export function Rulings({ customer }: { readonly customer: CustomerKey }) {
  const rulings = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'rulings'],
    queryFn: ({ signal }) => call('rulings.list', { params: { ...customer }, signal }),
  });
  const parties = useSubmittedInformation(customer)?.ownership?.parties ?? [];
  const rows = rulings.data?.rulings;
  return (
    <WideSection label={text('customers.rulings')} heading={text('customers.rulings')}>
      <Unread list={rulings} />
      {rows?.length === 0 && <Nothing>{text('customers.noRulings')}</Nothing>}
      {rows !== undefined && rows.length > 0 && (
        <FoldingTable
          label={text('customers.allRulings')}
          heads={[
            text('customers.ruled'),
            text('customers.subject'),
            text('customers.sourceAndId'),
            text('customers.ruling'),
            text('terms.case'),
            text('terms.reason'),
          ]}
        >
          {rows.map((row) => (
            <Table.Tr key={`${row.entityId} ${row.revision}`}>
              <Table.Td>
                <div className="gh-short">{formatInstant(row.ruledAt)}</div>
                <Person email={row.ruledBy} />
              </Table.Td>
              <Table.Td>
                {row.subject === null
                  ? text('customers.unknownSubject')
                  : subjectLabel(asOwner(row.subject, parties))}
              </Table.Td>
              <Table.Td>{row.entityId}</Table.Td>
              <Table.Td>{text(`hits.ruling-${row.ruling}`)}</Table.Td>
              <Table.Td>
                <CaseLink domain={customer.domain} caseNo={row.caseNo} />
              </Table.Td>
              <Table.Td>{storedReason(row.reason)}</Table.Td>
            </Table.Tr>
          ))}
        </FoldingTable>
      )}
    </WideSection>
  );
}
