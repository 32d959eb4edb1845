/** Fuzzy expansion: every list token that scoring lets match a given one, by spelling or by sound. */

import { isRigid } from '../../names/sounded.ts';
import { LONGEST_TOKEN, partsOf } from '../../scoring/edit-cost.ts';
import { LONGEST_DIFFERENCE } from '../../scoring/joined-parts.ts';
import { minCost } from '../../scoring/letter-sums.ts';
import {
  allowsTwoEdits,
  costLimit,
  costSimilarity,
  DOUBTFUL,
  editLimit,
  MIN_SCRAMBLED,
  maxCost,
  soundLimit,
  sureEditLimit,
} from '../../scoring/token-similarity.ts';
import { NUMBER_BITS, NUMBER_MASK } from '../format/hash-buckets.ts';
import type { ListIndex } from '../format/list-index.ts';
import {
  FITTING_WORDS,
  fittingOne,
  fittingTwo,
  forEachLookupForm,
  MAX_SPELLINGS,
  markTag,
  scrambledKey,
} from '../format/symmetric-deletes.ts';
import { type FuzzyMode, FuzzyToken, isRigidCode } from './fuzzy-token.ts';
import type { TokenLetters } from './token-letters.ts';

type Visit = (token: number, similarity: number) => void;

const FIRST_SIZE = 4096;
/** A word of fitting bits is for as many tags as are equal from here on. */
const WORD_SHIFT = NUMBER_BITS + 5;
/** Where tokens may cost so many parts a letter, counting letters states of hardly any that they cost more. */
const LOOSE = 6;
/** Tokens that share more sounds than this match by sound alone whatever matches surely by spelling. */
const SHORT_SKELETON = 2;

/**
 * Searches of one index, one after the other. A token of a large list matches dozens of spellings and is compared with
 * hundreds, so they are compared as they lie in the index, without a string or an object for each. What lies in far
 * memory is asked for in loops of its own, one step for all tokens after the other: it is then fetched for several at
 * once.
 */
export class FuzzyExpander {
  readonly #index: ListIndex;
  readonly #token: FuzzyToken;
  readonly #letters: TokenLetters;
  /** Number of the search that last saw a token. */
  readonly #seen: Uint32Array;
  #search = 0;
  /** The own number, or -1. */
  #own = -1;
  /** The maximum that a letter may cost of tokens that are asked for. */
  #max = 0;
  /** Whether any token of the same letters was seen. */
  #hasScrambled = false;
  /** By letters of the longer token: the maximum that two of one skeleton may cost, in parts. */
  readonly #limits = new Int32Array(LONGEST_TOKEN + 1);
  /** Forms looked up, and where the bucket of each begins and ends. */
  readonly #forms = {
    hashes: new Uint32Array(MAX_SPELLINGS),
    omissions: new Uint8Array(MAX_SPELLINGS),
  };
  readonly #begins = new Uint32Array(MAX_SPELLINGS);
  readonly #ends = new Uint32Array(MAX_SPELLINGS);
  /** Tokens that share a form, where the letters of each begin, and how many there are. */
  #tokens = new Uint32Array(FIRST_SIZE);
  #offsets = new Uint32Array(FIRST_SIZE);
  #lengths = new Uint32Array(FIRST_SIZE);
  /** Sink of prefetching reads. Without it the compiler could drop the loops that only read. */
  prefetched = 0;

  constructor(index: ListIndex, letters: TokenLetters) {
    this.#index = index;
    this.#token = new FuzzyToken(index);
    this.#letters = letters;
    this.#seen = new Uint32Array(index.tokenCount);
  }

  /**
   * Hands over each list token that matches `text` by spelling or sound, once, with the similarity that
   * `spellingSimilarity` gives them: 1 for the token itself, and for singles also tokens of the same letters.
   * @param how.least similarity that is asked for; what is less alike by cost may be left out
   */
  find(text: string, how: { mode: FuzzyMode; least: number }, visit: Visit): void {
    const { mode, least } = how;
    const own = this.#index.tokenId(text);
    if (own >= 0) visit(own, 1);
    if (text.length < 2 || text.length > LONGEST_TOKEN || isRigid(text)) return;
    this.#own = own;
    this.#token.start(text, mode);
    this.#max = maxCost(least);
    this.#startSearch();
    if (own >= 0) this.#seen[own] = this.#search;
    this.#hasScrambled = false;
    if (mode !== 'join' && text.length >= MIN_SCRAMBLED) this.#expandScrambled(visit);
    this.#expandSoundGroup(visit);
    this.#expandDeletes(visit);
  }

  #startSearch(): void {
    if (this.#search === 0xffffffff) {
      this.#seen.fill(0);
      this.#search = 0;
    }
    this.#search++;
  }

  /** Tokens of the same letters in another order: there are hardly any, so that others need not be asked. */
  #expandScrambled(visit: Visit): void {
    const { deleteOffsets, deleteTokens } = this.#index.sections;
    const hash = scrambledKey(this.#token.text);
    const tag = markTag(hash);
    const bucket = hash & (deleteOffsets.length - 2);
    const end = deleteOffsets[bucket + 1]!;
    for (let at = deleteOffsets[bucket]!; at < end; at++) {
      const value = deleteTokens[at]!;
      const token = value & NUMBER_MASK;
      if ((value ^ tag) >>> NUMBER_BITS !== 0 || this.#seen[token] === this.#search) continue;
      if (!this.#token.isScrambled(token)) continue;
      this.#seen[token] = this.#search;
      this.#hasScrambled = true;
      visit(token, this.#token.similarityTo(token));
    }
  }

  /** Tokens of the same skeleton that are alike by sound alone. Those that spelling helps are found by it. */
  #expandSoundGroup(visit: Visit): void {
    const { tokenBytes, tokenOffsets } = this.#index.sections;
    const { groupFrom, groupTo, shared, isJoin } = this.#token;
    if (groupFrom === groupTo) return;
    const { comparer } = this.#token;
    const seen = this.#seen;
    const own = this.#token.text.length;
    const { all, hard } = comparer.letters;
    const letters = this.#letters;
    const limits = this.#limits;
    const maxLetter = this.#max;
    for (let length = own; length <= LONGEST_TOKEN; length++)
      limits[length] = partsOf(Math.min(soundLimit(shared, length), maxLetter * length));
    const isTight = limits[own]! < LOOSE * own;
    const farthest = isJoin ? LONGEST_DIFFERENCE : LONGEST_TOKEN;
    let from = tokenOffsets[groupFrom]!;
    for (let token = groupFrom; token < groupTo; token++) {
      const to = tokenOffsets[token + 1]!;
      const start = from;
      from = to;
      const other = to - start;
      if (other < 2 || other > LONGEST_TOKEN || Math.abs(other - own) > farthest) continue;
      const longer = Math.max(own, other);
      if (isTight) {
        if (letters.all[token] === 0) letters.read(token, start, to);
        if (minCost(all, hard, letters.all[token]!, letters.hard[token]!) > limits[longer]!) continue;
      }
      const max = Math.min(soundLimit(shared, longer), maxLetter * longer);
      const cost = comparer.cost(tokenBytes, start, to, max);
      if (cost > max || token === this.#own || isRigidCode(tokenBytes, start, to)) continue;
      if (this.#hasScrambled && seen[token] === this.#search) continue;
      seen[token] = this.#search;
      visit(token, costSimilarity(cost, longer));
    }
  }

  /** Tokens that share a form with letters left out and were not visited yet. */
  #expandDeletes(visit: Visit): void {
    const { tokenBytes } = this.#index.sections;
    const count = this.#prefetchLetters(this.#gather());
    if (count === 0) return;
    const { comparer, mayBeTwo, withDoubtful } = this.#token;
    const maxLetter = this.#max;
    const tokens = this.#tokens;
    const offsets = this.#offsets;
    const lengths = this.#lengths;
    const own = this.#token.text.length;
    for (let i = 0; i < count; i++) {
      const from = offsets[i]!;
      const other = lengths[i]!;
      const allowed = editLimit(own, other, mayBeTwo);
      const edits = comparer.edits(tokenBytes, from, from + other);
      if (edits > allowed) continue;
      const token = tokens[i]!;
      const longer = Math.max(own, other);
      const max = Math.min(
        costLimit(edits, sureEditLimit(own, other, allowed), 0, longer),
        maxLetter * longer,
      );
      const cost = max < 0 ? 0 : comparer.cost(tokenBytes, from, from + other, max);
      if (cost <= max) visit(token, costSimilarity(cost, longer));
      else if (withDoubtful && edits === 2) visit(token, DOUBTFUL);
    }
  }

  /** Gathers the tokens that share a form from which letters were left out that fit, some more than once. */
  #gather(): number {
    const { deleteOffsets, deleteTokens } = this.#index.sections;
    const { hashes, omissions } = this.#forms;
    const begins = this.#begins;
    const ends = this.#ends;
    const { text, mayBeTwo } = this.#token;
    const isTwo = mayBeTwo && allowsTwoEdits(text.length);
    const forms = forEachLookupForm(text, isTwo, this.#forms);
    const fitting = isTwo ? fittingTwo : fittingOne;
    const mask = deleteOffsets.length - 2;
    for (let i = 0; i < forms; i++) {
      const bucket = hashes[i]! & mask;
      begins[i] = deleteOffsets[bucket]!;
      ends[i] = deleteOffsets[bucket + 1]!;
    }
    let prefetched = 0;
    for (let i = 0; i < forms; i++) prefetched ^= deleteTokens[begins[i]!]!;
    this.prefetched = prefetched;
    let count = 0;
    for (let i = 0; i < forms; i++) {
      const words = omissions[i]! * FITTING_WORDS;
      const end = ends[i]!;
      if (count + end - begins[i]! > this.#tokens.length) this.#grow(count + end - begins[i]!);
      const tokens = this.#tokens;
      for (let at = begins[i]!; at < end; at++) {
        const value = deleteTokens[at]!;
        tokens[count] = value & NUMBER_MASK;
        // One more where what was left out of both fits, without a jump.
        count += (fitting[words + (value >>> WORD_SHIFT)]! >>> ((value >>> NUMBER_BITS) & 31)) & 1;
      }
    }
    return count;
  }

  /**
   * Finds where the letters of the tokens lie, each once. Leaves out those that are too short or too long, and those of
   * the own skeleton where all that match surely were found by their sound.
   */
  #prefetchLetters(found: number): number {
    const { tokenOffsets, tokenBytes } = this.#index.sections;
    const tokens = this.#tokens;
    const offsets = this.#offsets;
    const lengths = this.#lengths;
    const seen = this.#seen;
    const search = this.#search;
    const max = this.#token.mayBeTwo ? 2 : 1;
    const shortest = this.#token.text.length - max;
    const longest = this.#token.text.length + max;
    const { groupFrom, groupTo, shared, withDoubtful } = this.#token;
    const isGroupFound = shared > SHORT_SKELETON && !withDoubtful;
    const firstFound = isGroupFound ? groupFrom : 0;
    const lastFound = isGroupFound ? groupTo - 1 : -1;
    let count = 0;
    for (let i = 0; i < found; i++) {
      const token = tokens[i]!;
      const from = tokenOffsets[token]!;
      const length = tokenOffsets[token + 1]! - from;
      tokens[count] = token;
      offsets[count] = from;
      lengths[count] = length;
      // One more where it is no shorter and no longer than allowed, and not found before, without a jump.
      const isOther = ((token - firstFound) | (lastFound - token)) >>> 31;
      const isNew = Number(seen[token] !== search);
      seen[token] = search;
      count += isNew & isOther & (1 - (((length - shortest) | (longest - length)) >>> 31));
    }
    let prefetched = 0;
    for (let i = 0; i < count; i++) prefetched ^= tokenBytes[offsets[i]!]!;
    this.prefetched = prefetched;
    return count;
  }

  #grow(size: number): void {
    const grown = (array: Uint32Array<ArrayBuffer>) => {
      const larger = new Uint32Array(size * 2);
      larger.set(array);
      return larger;
    };
    this.#tokens = grown(this.#tokens);
    this.#offsets = grown(this.#offsets);
    this.#lengths = grown(this.#lengths);
  }
}
