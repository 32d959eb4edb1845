import type { AlertSubject, CaseAlert, WireHit } from '@gatehouse/contract';
import { Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { rawText, text } from '../messages/text.ts';
import { FlaggedText } from '../ui/country-flag.tsx';
import { listText } from '../ui/format.ts';
import { notCompared, type Verdict, verdictOf } from './compared-verdict.ts';
import { identifierDetail } from './identifier-detail.ts';
import { type ListedFact, listedFacts, type StatedFacts } from './listed-facts.ts';
import { statedTexts } from './met-facts.ts';
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
    if (stated && stated[fact].length > 0) listed.set(fact, stated[fact]);
  }
  const rows = compared.flatMap(({ fact, fields, features }) => {
    const ourTexts = statedTexts(subject, fields);
    const stated = listed.get(fact) ?? [];
    const isTold = ourTexts.length > 0 && stated.length > 0;
    const found = verdictOf(hit, { features, isTold, verdicts });
    // A hit has no list of the entry's identifiers: its reason names the one that counted.
    const [theirs, verdict] =
      fact === 'identifiers' && found.why ? matchedIdentifier(found.why, found) : [stated, found];
    return ourTexts.length === 0 && theirs.length === 0 && verdict === notCompared
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
            {/* The label of who has no role says it. */}
            {subject.role !== null && (
              <Text component="span" size="xs" className="gh-dim" display="block">
                {text('entities.asScreened')}
              </Text>
            )}
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
        {others.map(([fact, values]) => (
          <Table.Tr key={fact}>
            <Table.Td className="gh-dim">{text(`entities.fact-${fact}`)}</Table.Td>
            <Table.Td />
            <Table.Td>
              <bdi>{listText(values)}</bdi>
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
  if (texts.length < 2) {
    return (
      <bdi>
        <FlaggedText value={texts[0] || '—'} />
      </bdi>
    );
  }
  return texts.map((each, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the values of one side keep their order
    <Fragment key={index}>
      {index > 0 && rawText('format.listSeparator')}
      <bdi className={others.includes(each) ? 'gh-lit' : undefined}>
        <FlaggedText value={each} />
      </bdi>
    </Fragment>
  ));
}

/** The values of a list apart where some of them are ours too; else what it states, or that it states it. */
function listedTexts(
  stated: readonly string[],
  ours: readonly string[],
  verdict: Verdict,
): readonly string[] {
  if (stated.some((each) => ours.includes(each))) return stated;
  return [listText(stated) || (verdict.isCounted ? text('entities.statedInList') : '—')];
}

/** The listed identifier that a reason names, and what the reason says beside it. */
function matchedIdentifier(why: string, verdict: Verdict): [readonly string[], Verdict] {
  const similar = /^wallet \S+ resembles (.+?), listed under .*?: (.+)$/.exec(why);
  if (similar)
    return [[identifierDetail(`wallet ${similar[1]}`)], { ...verdict, why: identifierDetail(similar[2]!) }];
  const [listed, more] = /^(.+?)(?:, listed under [^;]*| is the same)(?:; (.+))?$/.exec(why)?.slice(1) ?? [];
  return [[identifierDetail(listed ?? why)], { ...verdict, why: identifierDetail(more ?? '') }];
}
