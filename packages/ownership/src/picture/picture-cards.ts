import { boundsOf, sumOf } from './bounds.ts';
import type { Card, CardLine } from './node-card.ts';
import type { Bounds, PictureParty, PictureRelation } from './picture-data.ts';
import { countedWords, fillWords, type PictureWords } from './picture-words.ts';
import type { RestOfHolders } from './select-parties.ts';
import { shareWords } from './share-words.ts';

/** What the cards of a picture say, in words. */

/** A node of the picture: a party, the rest of a company's holders, or what nobody is stated to hold. */
export interface PictureNode {
  readonly id: string;
  readonly partyId: string | null;
  readonly card: Card;
  /** Everything that the card says, with the whole name. */
  readonly label: string;
}

export function partyNode(
  party: PictureParty,
  about: {
    readonly words: PictureWords;
    readonly isCustomer: boolean;
    /** Whether somebody is stated to own, control or direct it. */
    readonly hasHolders: boolean;
    /** What it holds of itself. */
    readonly own: readonly PictureRelation[];
  },
): PictureNode {
  const { words, isCustomer, hasHolders, own } = about;
  const type = words[party.type === 'unknown' ? 'unknownType' : party.type];
  const lines: CardLine[] = [
    {
      text: [isCustomer ? words.customer : type, party.country].filter(Boolean).join(' · '),
      colour: 'dim',
    },
    ...shareLines(party, words),
    ...beneficialLines(party, words),
    ...hitLines(party, words),
    ...ownLines(own, words),
  ];
  if (party.risk !== undefined) {
    const score = new Intl.NumberFormat(words.locale).format(party.risk);
    lines.push({ text: fillWords(words.risk, { score }), colour: 'text', sign: 'risk', isStrong: true });
  }
  if (!hasHolders && party.type === 'company') {
    lines.push({ text: words.ownersNotStated, colour: 'warning', sign: 'unknown' });
  }
  if (party.source !== undefined) {
    lines.push({ text: fillWords(words.statedBy, { source: party.source }), colour: 'dim' });
  }
  const title = party.name ?? unnamed(party, words);
  return {
    id: `party ${party.id}`,
    partyId: party.id,
    card: { title, icon: party.type, lines, outline: outlineOf(party, isCustomer) },
    label: [title, ...(isCustomer ? [type] : []), ...lines.map(({ text }) => text)].join(', '),
  };
}

function unnamed({ type }: PictureParty, words: PictureWords): string {
  if (type === 'unknown') return words.unnamed;
  return type === 'person' ? words.unnamedPerson : words.unnamedCompany;
}

function outlineOf(party: PictureParty, isCustomer: boolean): Card['outline'] {
  if ((party.hits?.trueMatches ?? 0) > 0) return 'danger';
  if (isCustomer) return 'customer';
  if ((party.hits?.open ?? 0) > 0) return 'warning';
  return party.name === null || party.type === 'unknown' ? 'unknown' : 'usual';
}

function shareLines({ percent, votes }: PictureParty, words: PictureWords): readonly CardLine[] {
  const line = (share: Bounds | undefined, text: string): readonly CardLine[] => {
    if (share === undefined) return [];
    const shown = shareWords(words, share);
    const isKnown = shown !== words.shareNotStated;
    return [
      {
        text: isKnown ? fillWords(text, { percent: shown }) : words.effectiveNotKnown,
        colour: isKnown ? 'text' : 'warning',
      },
    ];
  };
  return [...line(percent, words.effective), ...line(votes, words.effectiveVotes)];
}

function beneficialLines({ beneficialOwner }: PictureParty, words: PictureWords): readonly CardLine[] {
  if (beneficialOwner === undefined) return [];
  const isCertain = beneficialOwner === 'certain';
  return [
    {
      text: isCertain ? words.beneficialOwner : words.possibleBeneficialOwner,
      colour: isCertain ? 'accent' : 'warning',
      sign: 'star',
      isSignFilled: isCertain,
      isStrong: true,
    },
  ];
}

function hitLines({ hits }: Pick<PictureParty, 'hits'>, words: PictureWords): readonly CardLine[] {
  if (hits === undefined) return [];
  const { trueMatches, open, cleared } = hits;
  const lines: CardLine[] = [];
  if (trueMatches > 0) {
    const text = countedWords(words, words.trueMatches, trueMatches);
    lines.push({ text, colour: 'danger', sign: 'danger', isStrong: true });
  }
  if (open > 0) {
    const text = countedWords(words, words.openHits, open);
    lines.push({ text, colour: 'warning', sign: 'open', isStrong: true });
  }
  if (cleared > 0) {
    lines.push({
      text: countedWords(words, words.clearedHits, cleared),
      colour: 'success',
      sign: 'cleared',
    });
  }
  return lines;
}

function ownLines(own: readonly PictureRelation[], words: PictureWords): readonly CardLine[] {
  const shares = own.flatMap((relation) => (relation.kind === 'owns' ? [relation.shares] : []));
  if (shares.length === 0) return [];
  const share = shares.includes(null) ? null : sumOf(shares.map(boundsOf));
  const text = fillWords(words.holdsItself, { percent: shareWords(words, share) });
  return [{ text, colour: 'warning', sign: 'unknown' }];
}

export function restNode(rest: RestOfHolders, words: PictureWords): PictureNode {
  const { companyId, holders, others, together } = rest;
  const counts = [
    ...(holders > 0 ? [countedWords(words, words.moreOwners, holders)] : []),
    ...(others > 0 ? [countedWords(words, words.moreParties, others)] : []),
  ];
  const [title = '', ...more] = counts;
  const lines: CardLine[] = [
    ...(together === null
      ? []
      : [
          {
            text: fillWords(words.together, { percent: shareWords(words, together) }),
            colour: 'text' as const,
          },
        ]),
    ...more.map((text) => ({ text, colour: 'dim' as const })),
    ...hitLines(rest, words),
  ];
  return {
    id: `rest ${companyId}`,
    partyId: null,
    card: { title, icon: 'more', lines, outline: 'rest' },
    label: [title, ...lines.map(({ text }) => text)].join(', '),
  };
}

/** What nobody is stated to hold of a company. */
export function unstatedNode(companyId: string, words: PictureWords): PictureNode {
  return {
    id: `unstated ${companyId}`,
    partyId: null,
    card: { title: words.ownerNotStated, icon: 'unknown', lines: [], outline: 'unknown' },
    label: words.ownerNotStated,
  };
}
