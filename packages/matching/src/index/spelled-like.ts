/** Tokens of a list that are spelled like a given one, or sound like it: every one that scoring would let meet it. */

import { isRigid } from '../names/sounded.ts';
import { LONGEST_TOKEN, partsOf } from '../scoring/edit-cost.ts';
import { LONGEST_DIFFERENCE } from '../scoring/joined-parts.ts';
import { leastCost } from '../scoring/letter-sums.ts';
import {
  allowsTwoEdits,
  costLimit,
  costSimilarity,
  DOUBTFUL,
  editLimit,
  LEAST_SCRAMBLED,
  mostCost,
  soundLimit,
  sureEditLimit,
} from '../scoring/token-similarity.ts';
import { NUMBER_BITS, NUMBER_MASK } from './buckets.ts';
import {
  FITTING_WORDS,
  fittingOne,
  fittingTwo,
  forEachSpelling,
  MOST_SPELLINGS,
  markTag,
  scrambledKey,
} from './deletions.ts';
import type { ListIndex } from './list-index.ts';
import { isRigidCode, SpelledToken, type Way } from './spelled-token.ts';
import type { TokenLetters } from './token-letters.ts';

type Visit = (token: number, similarity: number) => void;

const FIRST_SIZE = 4096;
/** A word of fitting bits is for as many tags as are equal from here on. */
const WORD_SHIFT = NUMBER_BITS + 5;
/** Where tokens may cost so many parts a letter, counting letters tells of hardly any that they cost more. */
const LOOSE = 6;
/** Tokens that share more sounds than this meet by sound alone whatever meets surely by spelling. */
const SHORT_SKELETON = 2;

/**
 * Searches of one index, one after the other. A token of a large list meets dozens of spellings and is compared with
 * hundreds, so they are compared as they lie in the index, without a string or an object for each. What lies in far
 * memory is asked for in loops of its own, one step for all tokens after the other: it is then fetched for several at
 * once.
 */
export class SpelledLike {
  readonly #index: ListIndex;
  readonly #token: SpelledToken;
  readonly #letters: TokenLetters;
  /** Number of the search that last saw a token. */
  readonly #seen: Uint32Array;
  #search = 0;
  /** The own number, or -1. */
  #own = -1;
  /** The most that a letter may cost of tokens that are asked for. */
  #most = 0;
  /** Whether any token of the same letters was seen. */
  #hasScrambled = false;
  /** By letters of the longer token: the most that two of one skeleton may cost, in parts. */
  readonly #limits = new Int32Array(LONGEST_TOKEN + 1);
  /** Forms looked up, and where the bucket of each begins and ends. */
  readonly #forms = {
    hashes: new Uint32Array(MOST_SPELLINGS),
    omissions: new Uint8Array(MOST_SPELLINGS),
  };
  readonly #begins = new Uint32Array(MOST_SPELLINGS);
  readonly #ends = new Uint32Array(MOST_SPELLINGS);
  /** Tokens that share a form, where the letters of each begin, and how many there are. */
  #tokens = new Uint32Array(FIRST_SIZE);
  #offsets = new Uint32Array(FIRST_SIZE);
  #lengths = new Uint32Array(FIRST_SIZE);
  /** Takes what was only read so that it lies near. */
  near = 0;

  constructor(index: ListIndex, letters: TokenLetters) {
    this.#index = index;
    this.#token = new SpelledToken(index);
    this.#letters = letters;
    this.#seen = new Uint32Array(index.tokenCount);
  }

  /**
   * Hands over each list token that meets `text` by spelling or sound, once, with the similarity that
   * `spellingSimilarity` gives them: 1 for the token itself, and for singles also tokens of the same letters.
   * @param how.least similarity that is asked for; what is less alike by cost may be left out
   */
  find(text: string, how: { way: Way; least: number }, visit: Visit): void {
    const { way, least } = how;
    const own = this.#index.tokenId(text);
    if (own >= 0) visit(own, 1);
    if (text.length < 2 || text.length > LONGEST_TOKEN || isRigid(text)) return;
    this.#own = own;
    this.#token.start(text, way);
    this.#most = mostCost(least);
    this.#startSearch();
    if (own >= 0) this.#seen[own] = this.#search;
    this.#hasScrambled = false;
    if (way !== 'join' && text.length >= LEAST_SCRAMBLED) this.#visitScrambled(visit);
    this.#visitGroup(visit);
    this.#visitDeletions(visit);
  }

  #startSearch(): void {
    if (this.#search === 0xffffffff) {
      this.#seen.fill(0);
      this.#search = 0;
    }
    this.#search++;
  }

  /** Tokens of the same letters in another order: there are hardly any, so that others need not be asked. */
  #visitScrambled(visit: Visit): void {
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
  #visitGroup(visit: Visit): void {
    const { tokenBytes, tokenOffsets } = this.#index.sections;
    const { groupFrom, groupTo, shared, isJoin } = this.#token;
    if (groupFrom === groupTo) return;
    const { comparer } = this.#token;
    const seen = this.#seen;
    const own = this.#token.text.length;
    const { all, hard } = comparer.letters;
    const letters = this.#letters;
    const limits = this.#limits;
    const mostLetter = this.#most;
    for (let length = own; length <= LONGEST_TOKEN; length++)
      limits[length] = partsOf(Math.min(soundLimit(shared, length), mostLetter * length));
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
        if (leastCost(all, hard, letters.all[token]!, letters.hard[token]!) > limits[longer]!) continue;
      }
      const most = Math.min(soundLimit(shared, longer), mostLetter * longer);
      const cost = comparer.cost(tokenBytes, start, to, most);
      if (cost > most || token === this.#own || isRigidCode(tokenBytes, start, to)) continue;
      if (this.#hasScrambled && seen[token] === this.#search) continue;
      seen[token] = this.#search;
      visit(token, costSimilarity(cost, longer));
    }
  }

  /** Tokens that share a form with letters left out and were not visited yet. */
  #visitDeletions(visit: Visit): void {
    const { tokenBytes } = this.#index.sections;
    const count = this.#keepNear(this.#gather());
    if (count === 0) return;
    const { comparer, mayBeTwo, withDoubtful } = this.#token;
    const mostLetter = this.#most;
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
      const most = Math.min(
        costLimit(edits, sureEditLimit(own, other, allowed), 0, longer),
        mostLetter * longer,
      );
      const cost = most < 0 ? 0 : comparer.cost(tokenBytes, from, from + other, most);
      if (cost <= most) visit(token, costSimilarity(cost, longer));
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
    const forms = forEachSpelling(text, isTwo, this.#forms);
    const fitting = isTwo ? fittingTwo : fittingOne;
    const mask = deleteOffsets.length - 2;
    for (let i = 0; i < forms; i++) {
      const bucket = hashes[i]! & mask;
      begins[i] = deleteOffsets[bucket]!;
      ends[i] = deleteOffsets[bucket + 1]!;
    }
    let near = 0;
    for (let i = 0; i < forms; i++) near ^= deleteTokens[begins[i]!]!;
    this.near = near;
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
   * the own skeleton where all that meet surely were found by their sound.
   */
  #keepNear(found: number): number {
    const { tokenOffsets, tokenBytes } = this.#index.sections;
    const tokens = this.#tokens;
    const offsets = this.#offsets;
    const lengths = this.#lengths;
    const seen = this.#seen;
    const search = this.#search;
    const most = this.#token.mayBeTwo ? 2 : 1;
    const shortest = this.#token.text.length - most;
    const longest = this.#token.text.length + most;
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
    let near = 0;
    for (let i = 0; i < count; i++) near ^= tokenBytes[offsets[i]!]!;
    this.near = near;
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
