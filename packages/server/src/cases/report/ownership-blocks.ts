import { englishPictureWords, partyOf, pictureOfInformation, shareWords } from '@gatehouse/ownership/picture';
import type { WholeCase } from '../case-read.ts';
import { type ReportBlock, tableBlock } from './report-blocks.ts';
import { codedCountry, instantText, labelText, listText } from './report-format.ts';
import { reportWords } from './report-words.ts';

const words = reportWords.ownership;
type Ownership = NonNullable<WholeCase['submittedInformation']['ownership']>;
type Party = Ownership['parties'][number];

/** The picture of who holds the customer, then its parties with what they hold of it, and how many hits each has. */
export function ownershipBlocks(whole: WholeCase): ReportBlock[] {
  const { ownership } = whole.submittedInformation;
  if (ownership === null) return [];
  const hitsOf = hitCounts(whole.alerts, ownership);
  const [country] = whole.countries;
  const data = pictureOfInformation(ownership, {
    customer: {
      name: whole.customerName,
      country: country === undefined ? undefined : codedCountry(country),
      risk: whole.riskScore,
    },
    hits: whole.alerts,
    sourceTitle: listText,
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
      party.roles.map(labelText).join(', '),
      shareText(party.percent, party.percentAtMost),
      party.isBeneficialOwner
        ? words.certain
        : party.isPossibleBeneficialOwner
          ? words.possible
          : reportWords.no,
      party.path.join('\n'),
      hitsOf(party),
    ]),
  );
  return [
    {
      kind: 'text',
      text: { text: words.stated(instantText(ownership.statedAt)), isMuted: true },
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
            text: words.unknown(shareText(ownership.unknownPercent, null)),
          } as const,
        ]
      : []),
  ];
}

/** Hits of each party; where several of one name could be the one that was screened, the hits are those of the name. */
function hitCounts(alerts: WholeCase['alerts'], ownership: Ownership): (party: Party) => string {
  const entries = (own: WholeCase['alerts'] = []) => new Set(own.map(({ entityId }) => entityId)).size;
  const byParty = Map.groupBy(alerts, ({ subject }) => partyOf(ownership, subject));
  const unplaced = Map.groupBy(byParty.get(undefined) ?? [], ({ subject }) => subject.name);
  return ({ id, name }) => {
    const [own, ofName] = [entries(byParty.get(id)), entries(unplaced.get(name))];
    return ofName === 0 ? String(own) : `${own}\n${words.hitsOfName(ofName)}`;
  };
}

/** As the picture has it: no rounding to a threshold of the law, and `>50–75 %` where exactly half is excluded. */
function shareText(atLeast: number | null, atMost: number | null): string {
  if (atLeast === null) return reportWords.none;
  return shareWords(englishPictureWords, { atLeast, atMost: atMost ?? atLeast });
}
