/**
 * Which tokens of a list a query token may match. Everything that `alignNames` accepts is found here: equal tokens,
 * spellings within the allowed edits, tokens of like sound, other forms of a given name, initials, scrambled tokens, and
 * the parts of tokens written together or apart.
 */

import { otherGendersOf } from '../../names/gendered-names.ts';
import { formsOf } from '../../names/given-names.ts';
import { misreadForm } from '../../names/misread.ts';
import { ROLE } from '../../names/roles.ts';
import { Sounded } from '../../names/sounded.ts';
import { isJoinable, LONGEST_JOINED, MIN_JOIN_SEED } from '../../scoring/joined-parts.ts';
import { MIN_SIMILARITY, tokenSimilarity } from '../../scoring/token-similarity.ts';
import { NUMBER_MASK, tagOf } from '../format/hash-buckets.ts';
import type { ListIndex } from '../format/list-index.ts';
import { markTag, misreadKey } from '../format/symmetric-deletes.ts';
import { FuzzyExpander } from './fuzzy-expander.ts';
import { LruCache } from './lru-cache.ts';
import { Gathering, type TokenExpansion } from './token-expansion.ts';
import type { TokenLetters } from './token-letters.ts';

/** Expansions that are kept for further searches, and as many older ones. */
const KEPT_EXPANSIONS = 4096;

const gathering = new Gathering();

/** Whether what a token may match is looked up at all, and not only the token itself. */
function isSpelled(text: string, role: number): boolean {
  return text.length > 1 && role !== ROLE.legalForm;
}

/** List tokens that stand at the beginning and at the end of one that may be joined of several. */
function endsOf(index: ListIndex, text: string, role: number): { first: number[]; last: number[] } {
  const first: number[] = [];
  const last: number[] = [];
  if (isJoinable(role) && text.length <= LONGEST_JOINED) {
    for (let length = MIN_JOIN_SEED; length < text.length; length++) {
      const head = index.tokenId(text.slice(0, length));
      const tail = index.tokenId(text.slice(-length));
      if (head >= 0) first.push(head);
      if (tail >= 0) last.push(tail);
    }
  }
  return { first, last };
}

/** Tokens that may be the same as this one, misread. */
function* misreadTokens(index: ListIndex, text: string): Generator<number> {
  const { deleteOffsets, deleteTokens } = index.sections;
  const form = misreadForm(text);
  if (form !== text) yield index.tokenId(form);
  const hash = misreadKey(form);
  const bucket = hash & (deleteOffsets.length - 2);
  const tag = markTag(hash);
  for (let at = deleteOffsets[bucket]!; at < deleteOffsets[bucket + 1]!; at++) {
    const value = deleteTokens[at]!;
    if (tagOf(value) !== tag) continue;
    const token = value & NUMBER_MASK;
    const other = index.tokenText(token);
    if (other !== text && misreadForm(other) === form) yield token;
  }
}

/** Tokens of which more is known than their spelling: other forms of a given name, and the initial. */
function variantsOf(index: ListIndex, text: string): Map<number, number> {
  const variants = new Map<number, number>();
  const own = new Sounded(text);
  const add = (token: number) => {
    if (token >= 0) variants.set(token, tokenSimilarity(own, index.sounded(token)));
  };
  for (const other of [...formsOf(text), ...otherGendersOf(text), text[0]!]) add(index.tokenId(other));
  for (const token of misreadTokens(index, text)) add(token);
  return variants;
}

export interface ExpansionOptions {
  /** What the token is in its name. */
  role: number;
  /** Also those it matches doubtfully: several times as many, and of no use to names that score more than these can. */
  withDoubtful: boolean;
}

function expansionKey(text: string, how: ExpansionOptions): string {
  // A numeral is never joined, so it is expanded unlike the same token elsewhere.
  return `${isJoinable(how.role) ? '' : '!'}${how.withDoubtful ? '?' : ''}${text}`;
}

/** Expands query tokens to tokens of one index, and keeps the expansions: given names come repeatedly. */
export class TokenExpander {
  /** Searches for tokens spelled alike. */
  readonly fuzzy: FuzzyExpander;
  readonly #index: ListIndex;
  readonly #known = new LruCache<TokenExpansion>(KEPT_EXPANSIONS);

  constructor(index: ListIndex, letters: TokenLetters) {
    this.#index = index;
    this.fuzzy = new FuzzyExpander(index, letters);
  }

  /** What a token of the query may match, kept for the searches that ask again. */
  expansionOf(text: string, how: ExpansionOptions): TokenExpansion {
    const key = expansionKey(text, how);
    let expansion = this.#known.get(key);
    if (expansion === undefined) {
      expansion = this.#expand(text, how);
      this.#known.set(key, expansion);
    }
    return expansion;
  }

  /** Of the tokens that an initial may stand for only the initial itself is found: they are too many. */
  #expand(text: string, { role, withDoubtful }: ExpansionOptions): TokenExpansion {
    const index = this.#index;
    if (!isSpelled(text, role)) {
      const token = index.tokenId(text);
      if (token >= 0) gathering.add(token, 1);
      return gathering.finish(index, { first: [], last: [] });
    }
    const variants = variantsOf(index, text);
    for (const [token, similarity] of variants) gathering.add(token, similarity);
    const mode = withDoubtful ? 'doubtful' : 'sure';
    this.fuzzy.find(text, { mode, least: MIN_SIMILARITY }, (token, similarity) => {
      if (variants.size === 0 || !variants.has(token)) gathering.add(token, similarity);
    });
    return gathering.finish(index, endsOf(index, text, role));
  }
}
