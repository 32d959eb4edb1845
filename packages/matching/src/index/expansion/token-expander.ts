/**
 * Which tokens of a list a query token may match. Everything that `alignNames` accepts is found here: equal tokens,
 * spellings within the allowed edits, tokens of like sound, other forms of a given name, initials, scrambled tokens, and
 * the parts of tokens written together or apart.
 */

import { relatedWordsOf } from '../../names/company-words.ts';
import { ComparableToken } from '../../names/comparable-token.ts';
import { otherGendersOf } from '../../names/gendered-names.ts';
import { formsOf } from '../../names/given-names.ts';
import { ocrForm } from '../../names/ocr-confusion.ts';
import { ROLE } from '../../names/roles.ts';
import { isJoinable, LONGEST_JOINED, MIN_JOIN_SEED } from '../../scoring/joined-parts.ts';
import { MIN_SIMILARITY, tokenSimilarity } from '../../scoring/token-similarity.ts';
import type { ListIndex } from '../format/list-index.ts';
import { markedTokens, ocrKey } from '../format/symmetric-deletes.ts';
import { u8At } from '../format/values.ts';
import { FuzzyExpander } from './fuzzy-expander.ts';
import { LruCache } from './lru-cache.ts';

/** Expansions that are kept for further searches, and as many older ones. */
const KEPT_EXPANSIONS = 4096;

/** List tokens that one token may match, by themselves and as the ends of several that it joins. */
export interface TokenExpansion {
  /** Tokens, and what is known of each: similarity, letters, roles as the index packs them, names that hold it. */
  tokens: Int32Array;
  similarities: Float64Array;
  lengths: Uint32Array;
  roles: Uint8Array;
  frequencies: Uint32Array;
  first: readonly number[];
  last: readonly number[];
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

/** Tokens that may be this one after OCR confusion. */
function* ocrConfusions(index: ListIndex, text: string): Generator<number> {
  const form = ocrForm(text);
  if (form !== text) yield index.tokenId(form);
  for (const token of markedTokens(index.sections, ocrKey(form))) {
    const other = index.tokenText(token);
    if (other !== text && ocrForm(other) === form) yield token;
  }
}

/** Tokens of which more is known than their spelling: other forms of a given name, related company words, and the initial. */
function variantsOf(index: ListIndex, text: string): Map<number, number> {
  const variants = new Map<number, number>();
  const own = new ComparableToken(text);
  const add = (token: number) => {
    if (token >= 0) variants.set(token, tokenSimilarity(own, index.comparable(token)));
  };
  const others = [...formsOf(text), ...otherGendersOf(text), ...relatedWordsOf(text), text.charAt(0)];
  for (const other of others) add(index.tokenId(other));
  for (const token of ocrConfusions(index, text)) add(token);
  return variants;
}

export interface ExpansionOptions {
  /** What the token is in its name. */
  role: number;
  /** Also those it matches doubtfully: several times as many, and of no use to names that score more than these can. */
  withDoubtful: boolean;
}

/** How a token is expanded. A numeral is never joined, so it is expanded unlike the same token elsewhere. */
function kindOf({ role, withDoubtful }: ExpansionOptions): number {
  return (isJoinable(role) ? 0 : 1) + (withDoubtful ? 2 : 0);
}

/** Expands query tokens to tokens of one index, and keeps the expansions: given names come repeatedly. */
export class TokenExpander {
  /** Searches for tokens spelled alike. */
  readonly fuzzy: FuzzyExpander;
  readonly #index: ListIndex;
  /** By text, then by `kindOf`. */
  readonly #known = new LruCache<(TokenExpansion | undefined)[]>(KEPT_EXPANSIONS);

  constructor(index: ListIndex) {
    this.#index = index;
    this.fuzzy = new FuzzyExpander(index);
  }

  /** What a token of the query may match, kept for the searches that ask again. */
  expansionOf(text: string, how: ExpansionOptions): TokenExpansion {
    let known = this.#known.get(text);
    if (known === undefined) {
      known = [undefined, undefined, undefined, undefined];
      this.#known.set(text, known);
    }
    const kind = kindOf(how);
    let expansion = known[kind];
    if (expansion === undefined) {
      expansion = this.#expand(text, how);
      known[kind] = expansion;
    }
    return expansion;
  }

  /**
   * The list tokens that a syllable read from Han or Hangul may match: no typing error makes one of another. These are few, and are
   * not kept.
   * @param isSpelling whether another token may stand for the syllable
   */
  spellingsOf(text: string, role: number, isSpelling: (other: ComparableToken) => boolean): TokenExpansion {
    const index = this.#index;
    const own = new ComparableToken(text);
    const tokens: number[] = [];
    const similarities: number[] = [];
    const add = (token: number, similarity: number) => {
      if (token < 0 || similarity <= 0) return;
      tokens.push(token);
      similarities.push(similarity);
    };
    add(index.tokenId(text), 1);
    for (const form of formsOf(text)) {
      const other = new ComparableToken(form);
      if (isSpelling(other)) add(index.tokenId(form), tokenSimilarity(own, other));
    }
    return this.#expansion(tokens, similarities, endsOf(index, text, role));
  }

  /** Of the tokens that an initial may match only the initial itself is found: they are too many. */
  #expand(text: string, { role, withDoubtful }: ExpansionOptions): TokenExpansion {
    const index = this.#index;
    const tokens: number[] = [];
    const similarities: number[] = [];
    const add = (token: number, similarity: number) => {
      if (similarity <= 0) return;
      tokens.push(token);
      similarities.push(similarity);
    };
    // Of these only the token itself is looked up.
    if (text.length < 2 || role === ROLE.legalForm) {
      const token = index.tokenId(text);
      if (token >= 0) add(token, 1);
      return this.#expansion(tokens, similarities, { first: [], last: [] });
    }
    const variants = variantsOf(index, text);
    for (const [token, similarity] of variants) add(token, similarity);
    const mode = withDoubtful ? 'doubtful' : 'sure';
    this.fuzzy.find(text, { mode, least: MIN_SIMILARITY }, (token, similarity) => {
      if (variants.size === 0 || !variants.has(token)) add(token, similarity);
    });
    return this.#expansion(tokens, similarities, endsOf(index, text, role));
  }

  /** Looks up what a search asks of each token: it lies far apart in a large index. */
  #expansion(
    tokens: readonly number[],
    similarities: readonly number[],
    ends: { first: readonly number[]; last: readonly number[] },
  ): TokenExpansion {
    const index = this.#index;
    const { tokenRoles } = index.sections;
    return {
      tokens: new Int32Array(tokens),
      similarities: new Float64Array(similarities),
      lengths: new Uint32Array(tokens.map((token) => index.tokenLength(token))),
      roles: new Uint8Array(tokens.map((token) => u8At(tokenRoles, token))),
      frequencies: new Uint32Array(tokens.map((token) => index.frequency(token))),
      ...ends,
    };
  }
}
