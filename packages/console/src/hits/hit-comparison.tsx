import type { AlertSubject, CaseAlert, WireHit } from '@gatehouse/contract';
import { Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { fieldText } from '../ui/country-text.ts';
import { notCompared, type Verdict, verdictOf } from './compared-verdict.ts';
import { identifierDetail } from './identifier-detail.ts';
import { listedFacts } from './listed-facts.ts';
import { genderText } from './reason-text.ts';
import { roleLabel } from './subject-label.ts';

interface Compared {
  readonly name: string;
  /** Fields of who was screened that speak of it. */
  readonly fields: readonly string[];
  /** Pieces of the score that come of it. */
  readonly features: readonly string[];
}

const identifiers = 'Identifiers';

/** Facts that both sides can have, by their name on the listed side. */
const compared: readonly Compared[] = [
  { name: 'Name', fields: ['name'], features: ['name'] },
  { name: 'Date of birth', fields: ['dateOfBirth'], features: ['date-of-birth'] },
  { name: 'Gender', fields: ['sex'], features: ['gender'] },
  {
    name: 'Countries',
    fields: ['countryOfNationality', 'countryOfResidence', 'countryOfIncorporation'],
    features: ['nationality', 'country'],
  },
  {
    name: identifiers,
    fields: ['idNumber', 'incorporationNumber', 'identifiers'],
    features: ['identifier', 'similar-wallet'],
  },
];

/** What the list states beside the hit, by the name of the fact. */
export type ListedByName = Readonly<Record<'Gender' | 'Countries', string>>;

/** Who was screened and the listed entry side by side: what agrees, what contradicts, what only one of them states. */
export function HitComparison({
  hit,
  subject,
  verdicts,
  stated,
}: {
  readonly hit: WireHit;
  readonly subject: AlertSubject;
  readonly verdicts?: CaseAlert['verdicts'];
  readonly stated?: ListedByName;
}) {
  const listed = new Map(listedFacts(hit));
  for (const [name, text] of Object.entries(stated ?? {})) if (text !== '') listed.set(name, text);
  const rows = compared.flatMap(({ name, fields, features }) => {
    const ourTexts = statedTexts(subject, fields);
    const ours = ourTexts.join(', ');
    const stated = listed.get(name) ?? '';
    const found = verdictOf(hit, { features, isTold: ours !== '' && stated !== '', verdicts });
    // A hit has no list of the entry's identifiers: its reason names the one that counted.
    const [theirs, verdict] =
      name === identifiers && found.why ? matchedIdentifier(found.why, found) : [stated, found];
    return ours === '' && theirs === '' && verdict === notCompared
      ? []
      : [{ name, ourTexts, theirs, verdict }];
  });
  const others = [...listed].filter(([name]) => !compared.some((one) => one.name === name));
  return (
    <Table className="gh-compare" withRowBorders={false} verticalSpacing={2} horizontalSpacing={0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th aria-label="Fact" />
          <Table.Th>
            {roleLabel(subject)}
            <Text component="span" size="xs" className="gh-dim" display="block">
              as screened
            </Text>
          </Table.Th>
          <Table.Th>Listed</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, ourTexts, theirs, verdict }) => (
          <Table.Tr key={name} data-tone={verdict.tone}>
            <Table.Td className="gh-dim">{name}</Table.Td>
            <Table.Td data-parts={ourTexts.length > 1 || undefined}>
              <OurTexts texts={ourTexts} theirs={theirs} />
            </Table.Td>
            <Table.Td>
              {theirs || (verdict.isCounted ? 'stated in the list' : '—')}{' '}
              <span className={`gh-short ${verdict.tone}`}>
                {verdict.sign}&nbsp;{verdict.word}
              </span>
              {verdict.why && <div className="gh-dim">{verdict.why}</div>}
            </Table.Td>
          </Table.Tr>
        ))}
        {others.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Td className="gh-dim">{name}</Table.Td>
            <Table.Td />
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What was screened; of several values those that the list states too are lit. */
function OurTexts({ texts, theirs }: { readonly texts: readonly string[]; readonly theirs: string }) {
  if (texts.length < 2) return texts[0] || '—';
  const listed = new Set(theirs.split(', '));
  return texts.map((text, index) => (
    <Fragment key={text}>
      {index > 0 && ', '}
      {listed.has(text) ? <span className="gh-lit">{text}</span> : text}
    </Fragment>
  ));
}

/** The listed identifier that a reason names, and what the reason says beside it. */
function matchedIdentifier(why: string, verdict: Verdict): [string, Verdict] {
  const similar = /^wallet \S+ resembles (.+?), listed under .*?: (.+)$/.exec(why);
  if (similar) return [`wallet ${similar[1]}`, { ...verdict, why: identifierDetail(similar[2]!) }];
  const [listed, more] = /^(.+?)(?:, listed under [^;]*| is the same)(?:; (.+))?$/.exec(why)?.slice(1) ?? [];
  return [listed ?? why, { ...verdict, why: identifierDetail(more ?? '') }];
}

/** What was screened of these fields, each fact once. */
function statedTexts({ facts }: AlertSubject, fields: readonly string[]): readonly string[] {
  return [
    ...new Set(
      fields.flatMap((field) => (facts[field] === undefined ? [] : statedText(field, facts[field]))),
    ),
  ];
}

function statedText(field: string, value: string): string {
  return field === 'sex' ? genderText(value) : fieldText(field, value);
}
