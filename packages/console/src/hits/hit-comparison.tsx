import type { AlertSubject, CaseAlert, WireHit } from '@gatehouse/contract';
import { Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { text } from '../messages/text.ts';
import { fieldText } from '../ui/country-text.ts';
import { notCompared, type Verdict, verdictOf } from './compared-verdict.ts';
import { identifierDetail } from './identifier-detail.ts';
import { type ListedFact, listedFacts } from './listed-facts.ts';
import { genderText } from './reason-text.ts';
import { roleLabel } from './subject-label.ts';

interface Compared {
  readonly fact: ListedFact;
  /** Fields of who was screened that speak of it. */
  readonly fields: readonly string[];
  /** Pieces of the score that come of it. */
  readonly features: readonly string[];
}

/** Facts that both sides can have. */
const compared: readonly Compared[] = [
  { fact: 'name', fields: ['name'], features: ['name'] },
  { fact: 'birth', fields: ['dateOfBirth'], features: ['date-of-birth'] },
  { fact: 'gender', fields: ['sex'], features: ['gender'] },
  {
    fact: 'countries',
    fields: ['countryOfNationality', 'countryOfResidence', 'countryOfIncorporation'],
    features: ['nationality', 'country'],
  },
  {
    fact: 'identifiers',
    fields: ['idNumber', 'incorporationNumber', 'identifiers'],
    features: ['identifier', 'similar-wallet'],
  },
];

/** What the list states beside the hit. */
export type StatedFacts = Readonly<Record<'gender' | 'countries', string>>;

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
  readonly stated?: StatedFacts;
}) {
  const listed = new Map(listedFacts(hit));
  for (const fact of ['gender', 'countries'] as const) {
    if (stated?.[fact]) listed.set(fact, stated[fact]);
  }
  const rows = compared.flatMap(({ fact, fields, features }) => {
    const ourTexts = statedTexts(subject, fields);
    const ours = ourTexts.join(', ');
    const stated = listed.get(fact) ?? '';
    const found = verdictOf(hit, { features, isTold: ours !== '' && stated !== '', verdicts });
    // A hit has no list of the entry's identifiers: its reason names the one that counted.
    const [theirs, verdict] =
      fact === 'identifiers' && found.why ? matchedIdentifier(found.why, found) : [stated, found];
    return ours === '' && theirs === '' && verdict === notCompared
      ? []
      : [{ fact, ourTexts, theirTexts: listedTexts(theirs, ourTexts, verdict), verdict }];
  });
  const others = [...listed].filter(([fact]) => !compared.some((one) => one.fact === fact));
  return (
    <Table className="gh-compare" withRowBorders={false} verticalSpacing={2} horizontalSpacing={0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th aria-label={text('entities.fact')} />
          <Table.Th>
            {roleLabel(subject)}
            <Text component="span" size="xs" className="gh-dim" display="block">
              {text('entities.asScreened')}
            </Text>
          </Table.Th>
          <Table.Th>{text('entities.listed')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ fact, ourTexts, theirTexts, verdict }) => (
          <Table.Tr key={fact} data-tone={verdict.tone}>
            <Table.Td className="gh-dim">{text(`entities.fact-${fact}`)}</Table.Td>
            <Table.Td data-parts={ourTexts.length > 1 || undefined}>
              <StatedTexts texts={ourTexts} others={theirTexts} />
            </Table.Td>
            <Table.Td data-parts={theirTexts.length > 1 || undefined}>
              <StatedTexts texts={theirTexts} others={ourTexts} />{' '}
              <span className={`gh-short ${verdict.tone}`}>
                {verdict.sign}&nbsp;{verdict.word}
              </span>
              {verdict.why && <div className="gh-dim">{verdict.why}</div>}
            </Table.Td>
          </Table.Tr>
        ))}
        {others.map(([fact, value]) => (
          <Table.Tr key={fact}>
            <Table.Td className="gh-dim">{text(`entities.fact-${fact}`)}</Table.Td>
            <Table.Td />
            <Table.Td>
              <bdi>{value}</bdi>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What one side states; of several values those that the other side states too are lit. */
function StatedTexts(props: { readonly texts: readonly string[]; readonly others: readonly string[] }) {
  const { texts, others } = props;
  if (texts.length < 2) return <bdi>{texts[0] || '—'}</bdi>;
  return texts.map((each, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the values of one side keep their order
    <Fragment key={index}>
      {index > 0 && ', '}
      <bdi className={others.includes(each) ? 'gh-lit' : undefined}>{each}</bdi>
    </Fragment>
  ));
}

/** The values of a list apart where some of them are ours too; else what it states, or that it states it. */
function listedTexts(stated: string, ours: readonly string[], verdict: Verdict): readonly string[] {
  const texts = stated.split(', ');
  if (texts.some((each) => ours.includes(each))) return texts;
  return [stated || (verdict.isCounted ? text('entities.statedInList') : '—')];
}

/** The listed identifier that a reason names, and what the reason says beside it. */
function matchedIdentifier(why: string, verdict: Verdict): [string, Verdict] {
  const similar = /^wallet \S+ resembles (.+?), listed under .*?: (.+)$/.exec(why);
  if (similar)
    return [identifierDetail(`wallet ${similar[1]}`), { ...verdict, why: identifierDetail(similar[2]!) }];
  const [listed, more] = /^(.+?)(?:, listed under [^;]*| is the same)(?:; (.+))?$/.exec(why)?.slice(1) ?? [];
  return [identifierDetail(listed ?? why), { ...verdict, why: identifierDetail(more ?? '') }];
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
