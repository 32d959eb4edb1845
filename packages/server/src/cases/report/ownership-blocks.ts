import { nameOfSubject } from '@gatehouse/contract';
import { partyOf, pictureOfInformation, shareWords } from '@gatehouse/ownership/picture';
import { z } from 'zod';
import { headed, type ReportBlock, tableBlock } from '../../pdf/index.ts';
import type { WholeCase } from '../case-read.ts';
import type { ReportLanguage } from './report-language.ts';
import type { ReportSource } from './report-source.ts';

type Ownership = NonNullable<WholeCase['submittedInformation']['ownership']>;
type Party = Ownership['parties'][number];

/** The parties with what they hold of the customer and how many hits each has, what sanctions rules say, and the picture of all. */
export function ownershipBlocks({
  whole,
  language,
}: Pick<ReportSource, 'whole' | 'language'>): ReportBlock[] {
  const words = language.texts.ownership;
  const { ownership } = whole.submittedInformation;
  if (ownership === null) return [];
  const hits = hitsByParty(whole.alerts, ownership);
  const countOf = hitCounts(hits, language);
  const unplaced = hits.get(undefined)?.length ?? 0;
  const [country] = whole.countries;
  const data = pictureOfInformation(withCountries(ownership, language), {
    customer: {
      name: nameOfSubject(whole),
      country: country === undefined ? undefined : language.codedCountry(country),
      risk: whole.riskScore,
    },
    hits: [...hits.values()].flat(),
    sourceTitle: (source) => language.listTitle(source),
  });
  const parties = tableBlock(
    [
      { title: words.party, width: 4 },
      { title: words.roles, width: 3 },
      { title: words.share, width: 2, isNumber: true },
      { title: words.owner, width: 2 },
      { title: words.path, width: 4 },
      { title: words.hits, width: 1.6, isNumber: true },
    ],
    ownership.parties.map((party) => [
      { text: party.name, isStrong: true },
      language.list(party.roles.map((each) => language.label(each))),
      shareText(party.percent, party.percentAtMost, language),
      party.isBeneficialOwner
        ? language.texts.yes
        : party.isPossibleBeneficialOwner
          ? words.possible
          : language.texts.no,
      pathText(party, language),
      countOf(party),
    ]),
  );
  return [
    {
      kind: 'text',
      text: { text: words.stated(language.instant(ownership.statedAt)), isMuted: true },
      isLead: true,
    },
    ...(unplaced > 0
      ? [
          {
            kind: 'text',
            text: { text: words.unplaced(language.number(unplaced)), isMuted: true },
            isLead: false,
          } as const,
        ]
      : []),
    ...parties,
    ...(ownership.unknownPercent > 0
      ? [
          {
            kind: 'callout',
            tone: 'warning',
            title: '',
            text: words.unknown(shareText(ownership.unknownPercent, null, language)),
          } as const,
        ]
      : []),
    ...blockedBlocks(whole, language),
    // Last, as it may take a page of its own.
    { kind: 'ownership', data },
  ];
}

/** The path begins with the party itself: what follows is what it holds through. */
function pathText({ path, percent }: Party, language: ReportLanguage): string {
  const between = path.slice(1);
  if (between.length > 0) return between.join('\n');
  return percent === null ? language.texts.none : language.texts.ownership.direct;
}

const blockedOutput = z.object({
  answers: z.array(
    z.object({ regime: z.string(), status: z.string(), gaps: z.array(z.string()).default([]) }),
  ),
});

/** What the last run of the sanctions ownership rules answered, by regime. */
function blockedBlocks({ timeline }: WholeCase, language: ReportLanguage): ReportBlock[] {
  const words = language.texts.ownership;
  const run = timeline.findLast((entry) => entry.kind === 'visit' && entry.nodeType === 'blocked-ownership');
  const answers = run?.kind === 'visit' ? (blockedOutput.safeParse(run.output).data?.answers ?? []) : [];
  if (answers.length === 0) return [];
  const statuses: Readonly<Record<string, string>> = words.answers;
  return headed(words.blocked, [
    ...tableBlock(
      [
        { title: words.regime, width: 1 },
        { title: words.answer, width: 4 },
      ],
      answers.map(({ regime, status, gaps }) => {
        const answer = statuses[status] ?? language.label(status);
        if (!gaps.includes('list-not-searched')) return [regime, answer];
        return [
          regime,
          status === 'clear' ? words.undetermined(regime) : words.unsearched({ status: answer, regime }),
        ];
      }),
    ),
    { kind: 'text', text: { text: words.limits, isMuted: true } },
  ]);
}

type Alert = WholeCase['alerts'][number];

/**
 * Each entry once for each party, however many screenings found it, by the party's id; of several rulings the gravest. Where
 * several parties could be the one that was screened, or none, the id is undefined.
 */
function hitsByParty(
  alerts: readonly Alert[],
  ownership: Ownership,
): ReadonlyMap<string | undefined, Alert[]> {
  const byParty = Map.groupBy(alerts, ({ subject }) => partyOf(ownership, subject));
  return new Map(
    [...byParty].map(([id, own]) => {
      const entries = Map.groupBy(own, ({ subject, entityId }) =>
        id === undefined ? `${entityId} ${subject.name}` : entityId,
      );
      return [id, [...entries.values()].map((same) => same.reduce(graver))];
    }),
  );
}

function graver(one: Alert, other: Alert): Alert {
  return gravity(other) > gravity(one) ? other : one;
}

/** As the picture counts: a true match before what is open, and that before what is cleared. */
function gravity({ resolution, silenced }: Alert): number {
  if (resolution === 'TRUE_MATCH') return 2;
  return resolution === 'FALSE_POSITIVE' || silenced ? 0 : 1;
}

/** Hits of each party; where several of one name could be the one that was screened, the hits are those of the name. */
function hitCounts(
  hits: ReadonlyMap<string | undefined, Alert[]>,
  language: ReportLanguage,
): (party: Party) => string {
  const unplaced = Map.groupBy(hits.get(undefined) ?? [], ({ subject }) => subject.name);
  return ({ id, name }) => {
    const [own, ofName] = [hits.get(id)?.length ?? 0, unplaced.get(name)?.length ?? 0];
    return ofName === 0
      ? String(own)
      : `${own}\n${language.texts.ownership.hitsOfName(language.number(ofName))}`;
  };
}

/** The same with the countries that parties state as the rest of the report has them. */
function withCountries(ownership: Ownership, language: ReportLanguage): Ownership {
  return {
    ...ownership,
    parties: ownership.parties.map((party) => ({
      ...party,
      facts: party.facts.map((fact) => ({ ...fact, value: language.answerValue(fact) })),
    })),
  };
}

/** The share of a screened party as the ownership has it; undefined where that no longer fits what was screened. */
export function screenedShare(
  subject: Alert['subject'],
  { whole, language }: Pick<ReportSource, 'whole' | 'language'>,
): string | undefined {
  const { ownership } = whole.submittedInformation;
  const id = ownership === null ? undefined : partyOf(ownership, subject);
  const party = ownership?.parties.find((one) => one.id === id);
  return party === undefined || party.percent !== subject.percent
    ? undefined
    : shareText(party.percent, party.percentAtMost, language);
}

/** As the picture has it: no rounding to a threshold of the law, and `>50–75 %` where exactly half is excluded. */
function shareText(atLeast: number | null, atMost: number | null, language: ReportLanguage): string {
  if (atLeast === null) return language.texts.none;
  return shareWords(language.picture, { atLeast, atMost: atMost ?? atLeast });
}
