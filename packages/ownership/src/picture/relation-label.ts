import { boundsOf, sumOf } from './bounds.ts';
import type { PictureRelation } from './picture-data.ts';
import { countedWords, fillWords, type PictureWords } from './picture-words.ts';
import type { SelectedPair } from './select-parties.ts';
import { shareWords } from './share-words.ts';

/** How the relations of one party to another are drawn: one line, with all that they say. */
export interface RelationLabel {
  /** What is held directly; undefined where nothing is. */
  readonly share: string | undefined;
  /** Votes, control, positions. */
  readonly words: readonly string[];
  readonly stroke: 'solid' | 'dashed' | 'dotted';
}

export function relationLabel(pair: SelectedPair, words: PictureWords): RelationLabel {
  const { relations, between } = pair;
  const [share, ...votes] = holdingLines(relations, words);
  return {
    share,
    words: [
      ...votes,
      ...new Set(relations.flatMap(wordOf(words))),
      ...(between > 0 ? [countedWords(words, words.between, between)] : []),
    ],
    stroke: strokeOf(pair),
  };
}

/** Several holdings of one party in one company are added; one that is not stated leaves the sum unknown. */
function holdingLines(relations: readonly PictureRelation[], words: PictureWords): readonly string[] {
  const holdings = relations.filter((relation) => relation.kind === 'owns');
  if (holdings.length === 0) return [];
  const sum = (shares: readonly (typeof holdings)[number]['shares'][]) =>
    shares.includes(null) ? null : sumOf(shares.map(boundsOf));
  const shares = shareWords(words, sum(holdings.map((holding) => holding.shares)));
  if (holdings.every(({ votes }) => votes === undefined)) return [shares];
  const votes = shareWords(
    words,
    sum(holdings.map((holding) => (holding.votes === undefined ? holding.shares : holding.votes))),
  );
  return votes === shares ? [shares] : [shares, fillWords(words.votes, { percent: votes })];
}

function wordOf(words: PictureWords): (relation: PictureRelation) => readonly string[] {
  return (relation) => {
    switch (relation.kind) {
      case 'owns':
        return [];
      case 'controls':
        return [words.means[relation.means]];
      case 'directs':
        return [words.roles[relation.role]];
      case 'linked':
        return [words.linked];
    }
  };
}

function strokeOf({ relations, between }: SelectedPair): RelationLabel['stroke'] {
  if (between > 0) return 'dotted';
  if (relations.some(({ kind }) => kind === 'owns')) return 'solid';
  return relations.some(({ kind }) => kind === 'controls') ? 'dashed' : 'dotted';
}
