import type { FoundRuling } from '@gatehouse/contract';
import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { engineTitles, listTitle } from '../hits/list-titles.ts';
import { storedReason } from '../hits/stored-reason.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { useSession } from '../session/session.ts';
import { formatInstant, percent, periodText } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { bandTexts } from './band-texts.ts';
import { type RulingFilters, readRulingFilters } from './ruling-filters.ts';

const route = getRouteApi('/rulings');

const dayMs = 86_400_000;
const columns = [
  text('figures.ruled'),
  text('terms.customer'),
  text('figures.listEntry'),
  text('figures.engineAndScore'),
  text('figures.ruling'),
  text('terms.reason'),
  text('terms.case'),
];

/** The rulings that a figure of precision counts, newest first. */
export function RulingsPage() {
  const filters = route.useSearch();
  const domain = useDomain();
  // Without a period in the address, the last month until the end of this hour.
  const to = filters.to ?? Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  const from = filters.from ?? to - 30 * dayMs;
  const { from: _, to: __, ...narrowed } = filters;
  const list = useInfiniteQuery({
    queryKey: ['rulings', domain, 'found', { from, to, ...narrowed }],
    queryFn: ({ pageParam, signal }) =>
      call('rulings.find', {
        params: { domain },
        query: { from, to, ...narrowed, limit: 50, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rulings = list.data?.pages.flatMap((page) => page.rulings) ?? [];
  return (
    <>
      <Title order={1} size="h3">
        {text('figures.rulings')}
      </Title>
      <Text size="sm" className="gh-dim" mb="sm">
        <Sentence
          name="figures.rulingsWords"
          parts={{
            period: periodText(from, to),
            figures: <Link to="/figures">{text('figures.title')}</Link>,
          }}
        />
      </Text>
      <Chips filters={filters} />
      <RecordTable
        list={list}
        label={text('figures.rulings')}
        heads={columns}
        count={rulings.length}
        empty={text('figures.noRulings')}
      >
        {rulings.map((ruling) => (
          <RulingRow
            key={`${ruling.customerId} ${ruling.entityId} ${ruling.revision}`}
            ruling={ruling}
            domain={domain}
          />
        ))}
      </RecordTable>
    </>
  );
}

function Chips({ filters }: { readonly filters: RulingFilters }) {
  const navigate = useNavigate();
  const { list, engine, band, ruling } = filters;
  const chips = [
    list !== undefined && { label: listTitle(list), change: { list: undefined } },
    engine !== undefined && { label: engineTitles[engine], change: { engine: undefined } },
    band !== undefined && { label: bandTexts[band], change: { band: undefined } },
    ruling !== undefined && { label: text(`hits.ruling-${ruling}`), change: { ruling: undefined } },
  ].filter((chip) => chip !== false);
  if (chips.length === 0) return null;
  return (
    <Group mb="sm" gap="xs">
      {chips.map(({ label, change }) => (
        <Button
          key={label}
          variant="default"
          aria-label={text('terms.removeFilter', { label })}
          onClick={() =>
            void navigate({ to: '/rulings', search: readRulingFilters({ ...filters, ...change }) })
          }
        >
          {label}&nbsp;✕
        </Button>
      ))}
    </Group>
  );
}

function RulingRow({ ruling, domain }: { readonly ruling: FoundRuling; readonly domain: string }) {
  const { permissions } = useSession();
  const { customerId, caseNo, entityId, source, engine, score } = ruling;
  return (
    <Table.Tr>
      <Table.Td className="gh-short" title={personName(ruling.ruledBy)}>
        {formatInstant(ruling.ruledAt)}
      </Table.Td>
      <Table.Td>
        <Link to="/customers/$domain/$customerId" params={{ domain, customerId }} className="gh-long">
          {customerId}
        </Link>
      </Table.Td>
      <Table.Td>
        {listTitle(source)}
        <Text size="xs" className="gh-dim gh-long">
          {entityId}
        </Text>
      </Table.Td>
      <Table.Td>
        {engine === null || score === null ? '—' : `${engineTitles[engine]} ${percent(score)}`}
      </Table.Td>
      <Table.Td>{text(`hits.ruling-${ruling.ruling}`)}</Table.Td>
      <Table.Td>
        <span className="gh-long" title={storedReason(ruling.reason)}>
          {storedReason(ruling.reason)}
        </span>
      </Table.Td>
      <Table.Td>
        {caseNo === null || !permissions.includes('cases.read') ? (
          (caseNo ?? '—')
        ) : (
          <Link to="/cases/$domain/$caseNo" params={{ domain, caseNo }}>
            {caseNo}
          </Link>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
