/** Finds where running text names a subject: press releases, results of web searches. */
import type { Reason } from './features/feature.ts';
import { ComparableToken } from './names/comparable-token.ts';
import { type PreparedName, prepareName } from './names/prepare.ts';
import { readingsOf } from './names/readings.ts';
import { type Family, isLight, ROLE } from './names/roles.ts';
import { roundScore } from './round-score.ts';
import { comparePrepared } from './scoring/compare-names.ts';
import { explainAlignment, writtenName } from './scoring/explain.ts';
import { tokenSimilarity } from './scoring/token-similarity.ts';
import { type TextWord, textWords, unspacedRuns } from './text-words.ts';
import { MAX_MENTION_SURPLUS, MAX_MENTIONS, MIN_MENTION_SCORE, MIN_MENTION_SIMILARITY } from './weights.ts';

export interface Mention {
  /** Where it occurs in the text, in UTF-16 units; `to` is the place after its last. */
  readonly from: number;
  readonly to: number;
  /** As the text writes it. */
  readonly text: string;
  /** 0..1, four decimals: how well it fits the name. */
  readonly score: number;
  readonly reasons: readonly Reason[];
}

export interface MentionOptions {
  readonly type: 'individual' | 'corporate';
  /** Minimum score; .85 unless given, as a STRONG match of a list. */
  readonly threshold?: number;
}

interface Window {
  readonly first: number;
  readonly last: number;
  readonly score: number;
  readonly reasons: () => Reason[];
}

/** The places that name the subject, in the order of the text; they do not overlap. */
export function findMentions(text: string, name: string, options: MentionOptions): Mention[] {
  const threshold = options.threshold ?? MIN_MENTION_SCORE;
  if (unspacedRuns(name.normalize('NFKC')).length > 0) return sameWriting(text, name);
  const family: Family = options.type === 'individual' ? 'person' : 'organisation';
  const words = textWords(text);
  const windows = readingsOf(name).flatMap((reading) => {
    const query = prepareName(reading, family);
    if (query.tokens.length === 0) return [];
    return seedWords(words, query).flatMap((seed) =>
      windowsAround(text, words, { seed, query, name: reading, threshold }),
    );
  });
  return withoutOverlaps(windows).map(({ first, last, score, reasons }) => {
    const [from, to] = [words[first]!.from, words[last]!.to];
    return { from, to, text: text.slice(from, to), score, reasons: reasons() };
  });
}

/** Scripts without blanks have no words to align: the name is there as it is written, or not at all. */
function sameWriting(text: string, name: string): Mention[] {
  const wanted = name.normalize('NFKC').replaceAll(/\s+/gu, '');
  const mentions: Mention[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const reasons = [{ feature: 'name', score: 1, detail: `${name} and ${wanted}` }];
    mentions.push({ from: at, to: at + wanted.length, text: wanted, score: 1, reasons });
    if (mentions.length === MAX_MENTIONS) break;
  }
  return mentions;
}

/** Words that fit a selective part of the name. Where the name has nothing but light parts, any of them. */
function seedWords(words: readonly TextWord[], query: PreparedName): number[] {
  const parts = query.tokens.map((token, at) => ({ token: new ComparableToken(token), at }));
  const heavy = parts.filter(({ at }) => !isLight(query.roles[at]!) && query.roles[at] !== ROLE.repeated);
  const wanted = heavy.length > 0 ? heavy : parts;
  const known = new Map<string, boolean>();
  const fits = (token: string): boolean => {
    let answer = known.get(token);
    if (answer === undefined) {
      const own = new ComparableToken(token);
      answer = wanted.some((part) => tokenSimilarity(part.token, own) >= MIN_MENTION_SIMILARITY);
      known.set(token, answer);
    }
    return answer;
  };
  return words.flatMap((word, at) => (word.isNameLike && word.tokens.some(fits) ? [at] : []));
}

/** Every run of words around the seed that could be the whole name and scores enough. */
function windowsAround(
  text: string,
  words: readonly TextWord[],
  { seed, query, name, threshold }: { seed: number; query: PreparedName; name: string; threshold: number },
): Window[] {
  const parts = query.tokens.length;
  // A name of one part is not stretched: two words of which one fits are somebody else's name.
  const longest = parts === 1 ? 1 : parts + MAX_MENTION_SURPLUS;
  const found: Window[] = [];
  for (let first = seed; first >= 0 && seed - first < longest; first--) {
    for (let last = seed; last < words.length && last - first < longest; last++) {
      if (last > seed && words[last]!.isApart) break;
      const window = prepareName(text.slice(words[first]!.from, words[last]!.to), query.family);
      if (window.tokens.length === 0) continue;
      const alignment = comparePrepared(query, window);
      if (alignment.score < threshold) continue;
      const score = roundScore(alignment.score);
      const written = text.slice(words[first]!.from, words[last]!.to);
      found.push({
        first,
        last,
        score,
        reasons: () => [
          { feature: 'name', score, detail: `${name} and ${written}` },
          ...explainAlignment(writtenName(query, name), writtenName(window, written), alignment),
        ],
      });
    }
    if (words[first]!.isApart) break;
  }
  return found;
}

/** The best of windows that share a word; of equal ones the shortest. */
function withoutOverlaps(windows: Window[]): Window[] {
  const length = (window: Window) => window.last - window.first;
  windows.sort((a, b) => b.score - a.score || length(a) - length(b) || a.first - b.first);
  const kept: Window[] = [];
  for (const window of windows) {
    if (kept.length === MAX_MENTIONS) break;
    if (kept.every((other) => window.last < other.first || window.first > other.last)) kept.push(window);
  }
  return kept.sort((a, b) => a.first - b.first);
}
