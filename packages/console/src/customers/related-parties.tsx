import type { FollowedParty } from '@gatehouse/contract';
import { Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { asOwner, type OwnerFacts, roleLabel } from '../hits/subject-label.ts';
import { text } from '../messages/text.ts';
import { FoldingTable } from '../ui/folding-table.tsx';
import { formatInstant, formatNumber } from '../ui/format.ts';
import { useSubmittedInformation } from './submitted-information.ts';

/** Owners, directors and other parties of a customer: who they are, whether they are monitored, and what is open. */
export function RelatedParties({
  customer,
}: {
  readonly customer: { readonly domain: string; readonly customerId: string };
}) {
  const found = useQuery({
    queryKey: ['customer', customer.domain, customer.customerId, 'parties'],
    queryFn: ({ signal }) => call('customers.parties', { params: { ...customer }, signal }),
  });
  const information = useSubmittedInformation(customer);
  if (!found.data || found.data.total === 0) return null;
  const { parties, total } = found.data;
  const owners = information?.ownership?.parties ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys too
    <section className="gh-panel gh-block gh-wide" aria-label={text('customers.parties')} tabIndex={0}>
      <Title order={2} size="h5" mb={6}>
        {text('customers.parties')}
      </Title>
      <FoldingTable
        label={text('customers.partiesLabel')}
        heads={[
          text('terms.name'),
          text('customers.roleAndShare'),
          text('customers.lastDeclared'),
          text('customers.monitoring'),
          text('customers.lastScreening'),
          text('customers.openHits'),
        ]}
      >
        {parties.map((party) => (
          <PartyRow key={party.key} party={asOwner(party, owners)} />
        ))}
      </FoldingTable>
      {total > parties.length && (
        <Text size="sm" className="gh-dim" mt={6}>
          {text('customers.partiesShown', { shown: parties.length, total })}
        </Text>
      )}
    </section>
  );
}

function PartyRow({ party }: { readonly party: FollowedParty & OwnerFacts }) {
  const { name, isMonitored, statedAt, lastScreenedAt, openHits } = party;
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{name ?? text('customers.noName')}</bdi>
      </Table.Td>
      <Table.Td>{roleLabel(party)}</Table.Td>
      <Table.Td className="gh-short">{formatInstant(statedAt)}</Table.Td>
      <Table.Td>{text(isMonitored ? 'customers.partyMonitored' : 'customers.partyNotMonitored')}</Table.Td>
      <Table.Td>
        {lastScreenedAt === null ? text('customers.notScreened') : formatInstant(lastScreenedAt)}
      </Table.Td>
      <Table.Td className="gh-number">
        {openHits === null ? text('customers.hitsUnknown') : formatNumber(openHits)}
      </Table.Td>
    </Table.Tr>
  );
}
