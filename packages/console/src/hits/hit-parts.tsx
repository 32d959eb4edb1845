import type { AlertSubject, CaseAlert, WireHit } from '@gatehouse/contract';
import { Anchor, Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { FlaggedText } from '../ui/country-flag.tsx';
import { fieldText, fieldTexts } from '../ui/country-text.ts';
import { formatInstant, labelOf, listText } from '../ui/format.ts';
import { HitComparison } from './hit-comparison.tsx';
import { listedFacts, type StatedFacts } from './listed-facts.ts';
import { genderText } from './reason-text.ts';
import { type BreakdownRow, breakdownOf } from './score-breakdown.ts';

/** What is known of a hit; beside whom it was screened for, where that is given. */
export function HitFacts({
  hit,
  subject,
  verdicts,
  stated,
}: {
  readonly hit: WireHit;
  readonly subject?: AlertSubject | undefined;
  /** As the case has them for the hit. */
  readonly verdicts?: CaseAlert['verdicts'];
  /** What the list states that the hit does not show. */
  readonly stated?: StatedFacts;
}) {
  return (
    <>
      {subject === undefined ? (
        <Facts
          facts={listedFacts(hit).map(
            ([fact, values]) => [text(`entities.fact-${fact}`), listText(values)] as const,
          )}
        />
      ) : (
        <HitComparison
          hit={hit}
          subject={subject}
          {...(verdicts && { verdicts })}
          {...(stated && { stated })}
        />
      )}
      {hit.article && (
        <Text size="sm" mt={6}>
          <Anchor href={hit.article.url} target="_blank" rel="noreferrer noopener">
            <bdi>{hit.article.title}</bdi>
          </Anchor>
          <br />
          <span dir="auto">{hit.article.passage}</span>
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
      <dd>
        <bdi>
          <FlaggedText value={value} />
        </bdi>
      </dd>
    </>
  );
}

/** Each piece of the score: similarities as they are, facts with what they add, and how the score follows. */
export function HitReasons({ hit }: { readonly hit: WireHit }) {
  return (
    <table className="gh-breakdown" aria-label={scoreTitle}>
      <caption className="gh-breakdown-title">{scoreTitle}</caption>
      <tbody>
        {breakdownOf(hit).map((row) => (
          <BreakdownLine key={row.key} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function BreakdownLine({ row }: { readonly row: BreakdownRow }) {
  const { label, value, detail, tone, isPart, isTotal } = row;
  const cell = `gh-breakdown-cell ${isTotal ? 'gh-breakdown-sum' : ''}`;
  const strong = isTotal ? 'gh-breakdown-strong' : '';
  return (
    <tr className={isPart ? 'gh-dim' : undefined}>
      <th scope="row" className={`${cell} gh-breakdown-label ${strong} ${isPart ? 'gh-breakdown-part' : ''}`}>
        {label}
      </th>
      <td className={`${cell} gh-number gh-breakdown-value ${strong} ${tones[tone]}`}>
        <bdi dir="ltr">{value}</bdi>
      </td>
      <td className={cell}>
        <bdi>{detail}</bdi>
      </td>
    </tr>
  );
}

const scoreTitle = text('entities.breakdown');

const tones: Readonly<Record<BreakdownRow['tone'], string>> = {
  agree: 'gh-same',
  contradict: 'gh-caution',
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
    .map(([name, value]) =>
      name === 'sex'
        ? ([text('entities.fact-gender'), genderText(textOfValue(value))] as const)
        : ([labelOf(name), factText(name, value)] as const),
    );
}

/** Several countries are each named. */
function factText(name: string, value: unknown): string {
  const several = Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
  return several === undefined
    ? fieldText(name, textOfValue(value))
    : listText(several.flatMap((one) => fieldTexts(name, one)));
}

function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return text(value ? 'customers.yes' : 'customers.no');
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return listText(value);
  return JSON.stringify(value);
}
