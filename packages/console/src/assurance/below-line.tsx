import type { ConsoleData } from '@gatehouse/contract';
import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../api.ts';
import { listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { countryName } from '../ui/country-text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { formatInstant, formatNumber } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { boundsText, scoreText, shareOrNone, typeText } from './assurance-texts.ts';

type Sample = ConsoleData<'assurance.pairs'>;
type Pair = Sample['pairs'][number];
type Ruling = NonNullable<Pair['ruling']>;

/** Customers beside entries that the settings do not find: people rule on them, and an estimate follows. */
export function BelowLine(props: {
  readonly domain: string;
  readonly assuranceRunId: string;
  readonly customers: number;
}) {
  const { domain, assuranceRunId, customers } = props;
  const { permissions } = useSession();
  const params = { domain, assuranceRunId };
  const sample = useQuery({
    queryKey: ['assurance', domain, assuranceRunId, 'pairs'],
    queryFn: ({ signal }) => call('assurance.pairs', { params, signal }),
    enabled: permissions.includes('cases.read'),
  });
  if (sample.data === undefined) return null;
  return (
    <section className="gh-panel gh-block gh-wide" aria-label={text('assurance.below')}>
      <Title order={2} size="h5" mb={6}>
        {text('assurance.below')}
      </Title>
      <Text size="xs" className="gh-dim" mb={6}>
        {text('assurance.belowNote')}
      </Text>
      <Text fw={600} mb="xs">
        {estimateText(sample.data, customers)}
      </Text>
      <Bands sample={sample.data} />
      {permissions.includes('cases.work') && sample.data.pairs.length > 0 && (
        <Review params={params} pairs={sample.data.pairs} />
      )}
    </section>
  );
}

function estimateText({ missed, bands }: Sample, customers: number): string {
  if (bands.length === 0) return text('assurance.noPairs');
  if (missed === null) return text('assurance.noEstimate');
  return text('assurance.estimate', {
    customers: formatNumber(customers),
    missed: formatNumber(missed.count),
    lower: formatNumber(missed.lower),
    upper: formatNumber(missed.upper),
  });
}

function Bands({ sample: { bands } }: { readonly sample: Sample }) {
  if (bands.length === 0) return null;
  return (
    <Table mb="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('assurance.band')}</Table.Th>
          <Table.Th className="gh-number">{text('assurance.pairCount')}</Table.Th>
          <Table.Th className="gh-number">{text('assurance.drawn')}</Table.Th>
          <Table.Th className="gh-number">{text('assurance.ruled')}</Table.Th>
          <Table.Th className="gh-number">{text('assurance.matches')}</Table.Th>
          <Table.Th className="gh-number">{text('assurance.matchShare')}</Table.Th>
          <Table.Th>{text('assurance.confidence')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bands.map((band) => (
          <Table.Tr key={band.from}>
            <Table.Td>
              {text('assurance.bounds', { lower: scoreText(band.from), upper: scoreText(band.to) })}
            </Table.Td>
            <Table.Td className="gh-number">{formatNumber(band.pairs)}</Table.Td>
            <Table.Td className="gh-number">{formatNumber(band.drawn)}</Table.Td>
            <Table.Td className="gh-number">
              {formatNumber(band.match + band.noMatch + band.unsure)}
              {band.erased > 0 && (
                <Text size="xs" className="gh-dim">
                  {text('assurance.erasedPairs', { count: band.erased })}
                </Text>
              )}
            </Table.Td>
            <Table.Td className="gh-number">{formatNumber(band.match)}</Table.Td>
            <Table.Td className="gh-number">{shareOrNone(band.share.percent)}</Table.Td>
            <Table.Td>{boundsText(band.share)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const rulingKeys: readonly (readonly [Ruling, string])[] = [
  ['MATCH', 'm'],
  ['NO_MATCH', 'n'],
  ['UNSURE', 'u'],
];

/** One pair after the other, by keyboard. */
function Review(props: {
  readonly params: { readonly domain: string; readonly assuranceRunId: string };
  readonly pairs: readonly Pair[];
}) {
  const { params, pairs } = props;
  const [chosen, setChosen] = useState<number>();
  const queries = useQueryClient();
  const firstOpen = pairs.findIndex(({ ruling }) => ruling === null);
  const at = Math.min(chosen ?? Math.max(0, firstOpen), pairs.length - 1);
  const pair = pairs[at]!;
  const move = (by: number) => setChosen(Math.min(pairs.length - 1, Math.max(0, at + by)));
  const rule = useMutation({
    mutationFn: (ruling: Ruling) =>
      call('assurance.rule', { params: { ...params, pairNo: String(pair.pairNo) }, body: { ruling } }),
    meta: { isShownInPlace: true },
    onSuccess: async () => {
      await queries.invalidateQueries({
        queryKey: ['assurance', params.domain, params.assuranceRunId, 'pairs'],
      });
      // Pairs that were passed over come after the last one.
      const isOpen = ({ ruling }: Pair, place: number) => place !== at && ruling === null;
      const later = pairs.findIndex((one, place) => place > at && isOpen(one, place));
      const next = later === -1 ? pairs.findIndex(isOpen) : later;
      setChosen(next === -1 ? at : next);
    },
  });
  const decide = (ruling: Ruling) => {
    if (!rule.isPending) rule.mutate(ruling);
  };
  useKeys({
    ...Object.fromEntries(rulingKeys.map(([ruling, key]) => [key, () => decide(ruling)])),
    j: () => move(1),
    k: () => move(-1),
  });
  return (
    <div className="gh-unprinted">
      <Group justify="space-between" mb={6}>
        <Title order={3} size="h6">
          {text('assurance.pairOf', { pair: at + 1, count: pairs.length })}
        </Title>
        <Group gap="xs">
          <Button variant="default" size="xs" disabled={at === 0} onClick={() => move(-1)}>
            {text('assurance.previousPair')}&nbsp;<kbd className="gh-key">K</kbd>
          </Button>
          <Button variant="default" size="xs" disabled={at === pairs.length - 1} onClick={() => move(1)}>
            {text('assurance.nextPair')}&nbsp;<kbd className="gh-key">J</kbd>
          </Button>
        </Group>
      </Group>
      <ErrorAlert error={rule.error} mb="sm" />
      <PairFacts domain={params.domain} pair={pair} />
      <Group gap="xs" mt="sm">
        {rulingKeys.map(([ruling, key]) => (
          <Button
            key={ruling}
            variant={pair.ruling === ruling ? 'filled' : 'default'}
            aria-pressed={pair.ruling === ruling}
            onClick={() => decide(ruling)}
          >
            {text(`assurance.ruling-${ruling}`)}&nbsp;<kbd className="gh-key">{key.toUpperCase()}</kbd>
          </Button>
        ))}
      </Group>
      <Text size="xs" className="gh-dim" mt={6}>
        {ruledText(pair)}
      </Text>
    </div>
  );
}

/** The score is shown once somebody ruled: it would decide for them. */
function ruledText({ ruling, ruledBy, ruledAt, score }: Pair): string {
  if (ruling === null || ruledBy === null || ruledAt === null) return text('assurance.notRuled');
  return text('assurance.ruledBy', {
    ruling: text(`assurance.ruling-${ruling}`),
    person: ruledBy,
    at: formatInstant(ruledAt),
    score: scoreText(score),
  });
}

function PairFacts(props: { readonly domain: string; readonly pair: Pair }) {
  const { customer, listed } = props.pair;
  const { permissions } = useSession();
  const { customerId } = customer;
  // What a ruling finds is acted on there.
  const ofCustomer = permissions.includes('customers.read') ? (
    <Link to="/customers/$domain/$customerId" params={{ domain: props.domain, customerId }}>
      {customerId}
    </Link>
  ) : (
    customerId
  );
  const rows: readonly (readonly [string, ReactNode, string | null])[] = [
    [text('assurance.pairName'), customer.name, listed.name],
    [
      text('assurance.otherNames'),
      customer.aliases,
      listed.matchedName === listed.name ? null : listed.matchedName,
    ],
    [text('assurance.entityType'), typeText(customer.type), typeText(listed.type)],
    [text('assurance.pairBirth'), customer.birth, listed.births.join(', ')],
    [text('assurance.pairCountries'), namesOf(customer.countries), namesOf(listed.countries)],
    [text('assurance.pairId'), ofCustomer, `${listTitle(listed.source)}, ${listed.entityId}`],
  ];
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th />
          <Table.Th>{text('assurance.pairCustomer')}</Table.Th>
          <Table.Th>{text('assurance.pairEntry')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, one, other]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>
              <bdi>{one || '–'}</bdi>
            </Table.Td>
            <Table.Td>
              <bdi>{other || '–'}</bdi>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function namesOf(codes: readonly string[]): string {
  return codes.map((code) => countryName(code) ?? code).join(', ');
}
