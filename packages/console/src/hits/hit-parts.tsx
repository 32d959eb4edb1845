import type { AlertSubject, CaseAlert, WireHit } from '@gatehouse/contract';
import { Anchor, Table, Text } from '@mantine/core';
import { fieldText } from '../ui/country-text.ts';
import { formatInstant, labelOf } from '../ui/format.ts';
import { HitComparison } from './hit-comparison.tsx';
import { listedFacts } from './listed-facts.ts';
import { type BreakdownRow, breakdownOf } from './score-breakdown.ts';

/** What is known of a hit; beside whom it was screened for, where that is given. */
export function HitFacts({
  hit,
  subject,
  verdicts,
}: {
  readonly hit: WireHit;
  readonly subject?: AlertSubject | undefined;
  /** As the case has them for the hit. */
  readonly verdicts?: CaseAlert['verdicts'];
}) {
  return (
    <>
      {subject === undefined ? (
        <Facts facts={listedFacts(hit)} />
      ) : (
        <HitComparison hit={hit} subject={subject} {...(verdicts && { verdicts })} />
      )}
      {hit.article && (
        <Text size="sm" mt={6}>
          <Anchor href={hit.article.url} target="_blank" rel="noreferrer noopener">
            {hit.article.title}
          </Anchor>
          <br />
          {hit.article.passage}
          <br />
          <span className="gh-dim">
            {hit.article.publisher}
            {hit.article.publishedAt === null
              ? ''
              : `, ${formatInstant(Date.parse(hit.article.publishedAt))}`}
          </span>
        </Text>
      )}
    </>
  );
}

/** Names with values, side by side. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="gh-facts">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** Each piece of the score: similarities as they are, facts with what they add, and the sum. */
export function HitReasons({ hit }: { readonly hit: WireHit }) {
  return (
    <Table mt="xs" withRowBorders={false} aria-label="Score breakdown">
      <Table.Tbody>
        {breakdownOf(hit).map(({ key, label, value, detail, tone, isPart }) => (
          <Table.Tr key={key}>
            <Table.Td w={160} pl={isPart ? 'xl' : 'sm'} className={isPart ? 'gh-dim' : ''}>
              {label}
            </Table.Td>
            <Table.Td w={80} className={`gh-number ${tones[tone]}`}>
              {value}
            </Table.Td>
            <Table.Td>{detail}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const tones: Readonly<Record<BreakdownRow['tone'], string>> = {
  agree: 'gh-agree',
  contradict: 'gh-contradict',
  none: '',
};

/** As one reads who somebody is; the store keeps no order of its own. What is not named here comes behind. */
const readingOrder = [
  'name',
  'surname',
  'givenNames',
  'aliasName',
  'customerType',
  'sex',
  'dateOfBirth',
  'countryOfNationality',
  'nationality',
  'countryOfResidence',
  'countryOfIncorporation',
  'incorporationDate',
  'incorporationNumber',
  'occupation',
  'idType',
  'idNumber',
  'documentNumber',
  'issuingCountry',
  'expiryDate',
  'customerId',
];

/** Submitted values as people read them: lists with commas, the rest unchanged. */
export function factsOf(data: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  const placeOf = (name: string) => {
    const place = readingOrder.indexOf(name);
    return place === -1 ? readingOrder.length : place;
  };
  return Object.entries(data)
    .filter(([, value]) => value !== null && value !== '' && value !== undefined)
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([name, value]) => [labelOf(name), fieldText(name, textOfValue(value))] as const);
}

function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
