import { partyOf, pictureOfInformation, shareWords } from '@gatehouse/ownership/picture';
import type { WholeCase } from '../case-read.ts';
import { type ReportBlock, tableBlock } from './report-blocks.ts';
import { hitsOf } from './report-hits.ts';
import type { ReportLanguage } from './report-language.ts';
import type { ReportSource } from './report-source.ts';

type Ownership = NonNullable<WholeCase['submittedInformation']['ownership']>;
type Party = Ownership['parties'][number];

/** The picture of who holds the customer, then its parties with what they hold of it, and how many hits each has. */
export function ownershipBlocks({
  whole,
  language,
}: Pick<ReportSource, 'whole' | 'language'>): ReportBlock[] {
  const words = language.texts.ownership;
  const { ownership } = whole.submittedInformation;
  if (ownership === null) return [];
  const hits = hitsOf(whole.alerts).map(({ lead }) => lead);
  const countOf = hitCounts(hits, ownership, language);
  const [country] = whole.countries;
  const data = pictureOfInformation(ownership, {
    customer: {
      name: whole.customerName,
      country: country === undefined ? undefined : language.codedCountry(country),
      risk: whole.riskScore,
    },
    hits,
    sourceTitle: (source) => language.list(source),
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
      party.roles.map((each) => language.label(each)).join(', '),
      shareText(party.percent, party.percentAtMost, language),
      party.isBeneficialOwner
        ? language.texts.yes
        : party.isPossibleBeneficialOwner
          ? words.possible
          : language.texts.no,
      party.path.join('\n'),
      countOf(party),
    ]),
  );
  return [
    {
      kind: 'text',
      text: { text: words.stated(language.instant(ownership.statedAt)), isMuted: true },
      isLead: true,
    },
    { kind: 'ownership', data },
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
  ];
}

/** Hits of each party; where several of one name could be the one that was screened, the hits are those of the name. */
function hitCounts(
  alerts: WholeCase['alerts'],
  ownership: Ownership,
  language: ReportLanguage,
): (party: Party) => string {
  const entries = (own: WholeCase['alerts'] = []) => new Set(own.map(({ entityId }) => entityId)).size;
  const byParty = Map.groupBy(alerts, ({ subject }) => partyOf(ownership, subject));
  const unplaced = Map.groupBy(byParty.get(undefined) ?? [], ({ subject }) => subject.name);
  return ({ id, name }) => {
    const [own, ofName] = [entries(byParty.get(id)), entries(unplaced.get(name))];
    return ofName === 0
      ? String(own)
      : `${own}\n${language.texts.ownership.hitsOfName(language.number(ofName))}`;
  };
}

/** As the picture has it: no rounding to a threshold of the law, and `>50–75 %` where exactly half is excluded. */
function shareText(atLeast: number | null, atMost: number | null, language: ReportLanguage): string {
  if (atLeast === null) return language.texts.none;
  return shareWords(language.picture, { atLeast, atMost: atMost ?? atLeast });
}
