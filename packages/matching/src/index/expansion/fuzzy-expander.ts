/** Fuzzy expansion: every list token that scoring lets match a given one, by spelling or by sound. */

import { ComparableToken, isRigid } from '../../names/comparable-token.ts';
import { LEGAL_CLASS_MARK } from '../../names/legal-forms.ts';
import { CHARACTER_MARK, signsOf } from '../../names/original-script.ts';
import { skeletonOf } from '../../names/skeleton.ts';
import { LONGEST_TOKEN } from '../../scoring/edit-cost.ts';
import { LONGEST_DIFFERENCE } from '../../scoring/joined-parts.ts';
import { SpellingComparer } from '../../scoring/spelling-comparer.ts';
import {
  allowsTwoEdits,
  costLimit,
  costSimilarity,
  DOUBTFUL,
  editLimit,
  isScrambled,
  MIN_SCRAMBLED,
  maxCost,
  SCRAMBLED,
  soundLimit,
  spellingSimilarity,
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
  markedTokens,
  scrambledKey,
} from '../format/symmetric-deletes.ts';
import { larger, u8At, u32At } from '../format/values.ts';
import { NearJoins } from './near-joins.ts';

type Visit = (token: number, similarity: number) => void;

/**
 * What is taken for a match: `sure` for what matches beyond doubt, `doubtful` for all; `join` for several tokens read as
 * one, which match within one edit and never as scrambled.
 */
type FuzzyMode = 'sure' | 'doubtful' | 'join';

const FIRST_SIZE = 4096;
/** A word of fitting bits is for as many tags as are equal from here on. */
const WORD_SHIFT = NUMBER_BITS + 5;

const [LEGAL, CHARACTER] = [LEGAL_CLASS_MARK.charCodeAt(0), CHARACTER_MARK.charCodeAt(0)];
const [DIGIT_0, DIGIT_9] = [48, 57];

/** `isRigid` for a token in the index. */
function isRigidCode(codes: Uint8Array, from: number, to: number): boolean {
  if (codes[from] === LEGAL || codes[from] === CHARACTER) return true;
  for (let at = from; at < to; at++) if (codes[at]! < DIGIT_0 || codes[at]! > DIGIT_9) return false;
  return true;
}

/**
 * Searches of one index, one after the other. A token of a large list shares forms with hundreds of others, so they are
 * compared as they lie in the index, without a string or an object for each. What lies in far memory is read in loops of
 * its own, one step for all tokens after the other: it is then fetched for several at once.
 */
export class FuzzyExpander {
  readonly #index: ListIndex;
  readonly #comparer = new SpellingComparer();
  readonly #nearJoins: NearJoins;
  #isComparing = false;
  /** Number of the search that last saw a token. */
  readonly #seen: Uint32Array;
  #search = 0;
  /** The token that is expanded. */
  #text = '';
  /** See `signsOf`: those of every token that matches. */
  #signs = 0;
  #mode: FuzzyMode = 'sure';
  /** Whether others within two edits are looked for. */
  #mayBeTwo = false;
  /** The maximum that a letter may cost of tokens that are asked for. */
  #maxLetter = 0;
  /** The tokens that share its skeleton, which has so many letters; they lie side by side. */
  #groupFrom = 0;
  #groupTo = 0;
  #shared = 0;
  /** Forms looked up, and where the bucket of each begins. */
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

  constructor(index: ListIndex) {
    this.#index = index;
    this.#nearJoins = new NearJoins(index);
    this.#seen = new Uint32Array(index.tokenCount);
  }

  /**
   * Hands over each list token that matches `text` by spelling or sound, once, with the similarity that
   * `spellingSimilarity` gives them: 1 for the token itself, and for singles also tokens of the same letters.
   * @param how.least similarity that is asked for; what is less alike by cost may be left out
   */
  find(text: string, how: { mode: FuzzyMode; least: number }, visit: Visit): void {
    const isJoin = how.mode === 'join';
    const mayBeNear = !isJoin || this.#nearJoins.mayHold(text);
    const own = mayBeNear ? this.#index.tokenId(text) : -1;
    if (own >= 0) visit(own, 1);
    if (text.length < 2 || text.length > LONGEST_TOKEN || isRigid(text)) return;
    this.#start(text, how);
    if (own >= 0) this.#seen[own] = this.#search;
    if (!isJoin && text.length >= MIN_SCRAMBLED) this.#expandScrambled(visit);
    this.#expandSoundGroup(visit);
    if (mayBeNear) this.#expandDeletes(visit);
  }

  #start(text: string, { mode, least }: { mode: FuzzyMode; least: number }): void {
    if (this.#search === 0xffffffff) {
      this.#seen.fill(0);
      this.#search = 0;
    }
    this.#search++;
    this.#text = text;
    this.#signs = signsOf(text);
    const letters = text.length - this.#signs;
    this.#mode = mode;
    this.#mayBeTwo = mode === 'doubtful' || (mode === 'sure' && sureEditLimit(letters, letters, 2) === 2);
    this.#maxLetter = maxCost(least);
    this.#isComparing = false;
    const skeleton = skeletonOf(text);
    const group = skeleton.length < 2 ? -1 : this.#index.soundGroup(skeleton);
    const { soundGroups } = this.#index.sections;
    this.#groupFrom = group < 0 ? 0 : u32At(soundGroups, group);
    this.#groupTo = group < 0 ? 0 : u32At(soundGroups, group + 1);
    this.#shared = skeleton.length;
  }

  /** Compares the token with others: most joins of tokens are looked up and then compared with none. */
  #comparing(): SpellingComparer {
    if (!this.#isComparing) this.#comparer.start(this.#text);
    this.#isComparing = true;
    return this.#comparer;
  }

  /** Tokens of the same letters in another order: there are hardly any, so that others need not be asked. */
  #expandScrambled(visit: Visit): void {
    const own = new ComparableToken(this.#text);
    for (const token of markedTokens(this.#index.sections, scrambledKey(this.#text))) {
      if (this.#seen[token] === this.#search) continue;
      const other = this.#index.comparable(token);
      if (!isScrambled(own.text, other.text)) continue;
      this.#seen[token] = this.#search;
      visit(token, Math.max(SCRAMBLED, spellingSimilarity(own, other)));
    }
  }

  /** Tokens of the same skeleton that are alike by sound alone. Those that spelling helps are found by it. */
  #expandSoundGroup(visit: Visit): void {
    const { tokenBytes, tokenOffsets } = this.#index.sections;
    const seen = this.#seen;
    const own = this.#text.length;
    if (this.#groupFrom === this.#groupTo) return;
    const comparer = this.#comparing();
    const farthest = this.#mode === 'join' ? LONGEST_DIFFERENCE : LONGEST_TOKEN;
    for (let token = this.#groupFrom; token < this.#groupTo; token++) {
      const from = u32At(tokenOffsets, token);
      const to = u32At(tokenOffsets, token + 1);
      const other = to - from;
      if (other < 2 || other > LONGEST_TOKEN || Math.abs(other - own) > farthest) continue;
      const longer = Math.max(own, other);
      const max = Math.min(soundLimit(this.#shared, longer), this.#maxLetter * longer);
      const cost = comparer.cost(tokenBytes, from, to, max);
      if (cost > max || seen[token] === this.#search || isRigidCode(tokenBytes, from, to)) continue;
      seen[token] = this.#search;
      visit(token, costSimilarity(cost, longer));
    }
  }

  /** Tokens that share a form with letters left out and were not visited yet. */
  #expandDeletes(visit: Visit): void {
    const { tokenBytes } = this.#index.sections;
    const count = this.#prefetchLetters(this.#gather());
    if (count === 0) return;
    const comparer = this.#comparing();
    const signs = this.#signs;
    const own = this.#text.length - signs;
    for (let i = 0; i < count; i++) {
      const from = this.#offsets[i]!;
      const length = u32At(this.#lengths, i);
      const other = length - signs;
      const allowed = editLimit(own, other, this.#mayBeTwo, signs);
      const edits = comparer.edits(tokenBytes, from, from + length);
      if (edits > allowed) continue;
      const token = this.#tokens[i]!;
      const longer = Math.max(own, other);
      const limit = costLimit(edits, sureEditLimit(own, other, allowed), 0, longer);
      const max = Math.min(limit, this.#maxLetter * longer);
      const cost = max < 0 ? 0 : comparer.cost(tokenBytes, from, from + length, max);
      if (cost <= max) visit(token, costSimilarity(cost, longer));
      else if (this.#mode === 'doubtful' && edits === 2) visit(token, DOUBTFUL);
    }
  }

  /** Gathers the tokens that share a form from which letters were left out that fit, some more than once. */
  #gather(): number {
    const { deleteOffsets, deleteTokens } = this.#index.sections;
    const { hashes, omissions } = this.#forms;
    const begins = this.#begins;
    const ends = this.#ends;
    const isTwo = this.#mayBeTwo && allowsTwoEdits(this.#text.length);
    const forms = forEachLookupForm(this.#text, isTwo, this.#forms);
    const fitting = isTwo ? fittingTwo : fittingOne;
    const mask = deleteOffsets.length - 2;
    for (let i = 0; i < forms; i++) {
      const bucket = u32At(hashes, i) & mask;
      begins[i] = u32At(deleteOffsets, bucket);
      ends[i] = u32At(deleteOffsets, bucket + 1);
    }
    let prefetched = 0;
    for (let i = 0; i < forms; i++) prefetched ^= deleteTokens[begins[i]!]!;
    this.prefetched = prefetched;
    let count = 0;
    for (let i = 0; i < forms; i++) {
      const words = u8At(omissions, i) * FITTING_WORDS;
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

  /** Finds where the letters of the tokens lie, each once. Leaves out those that are too short or too long. */
  #prefetchLetters(found: number): number {
    const { tokenOffsets, tokenBytes } = this.#index.sections;
    const tokens = this.#tokens;
    const offsets = this.#offsets;
    const lengths = this.#lengths;
    const seen = this.#seen;
    const search = this.#search;
    const max = this.#mayBeTwo ? 2 : 1;
    const shortest = this.#text.length - max;
    const longest = this.#text.length + max;
    let count = 0;
    for (let i = 0; i < found; i++) {
      const token = tokens[i]!;
      const from = u32At(tokenOffsets, token);
      const length = u32At(tokenOffsets, token + 1) - from;
      tokens[count] = token;
      offsets[count] = from;
      lengths[count] = length;
      // One more where it is no shorter and no longer than allowed, and not found before, without a jump.
      const isNew = Number(seen[token] !== search);
      seen[token] = search;
      count += isNew & (1 - (((length - shortest) | (longest - length)) >>> 31));
    }
    let prefetched = 0;
    for (let i = 0; i < count; i++) prefetched ^= tokenBytes[offsets[i]!]!;
    this.prefetched = prefetched;
    return count;
  }

  #grow(size: number): void {
    this.#tokens = larger(this.#tokens, size * 2);
    this.#offsets = larger(this.#offsets, size * 2);
    this.#lengths = larger(this.#lengths, size * 2);
  }
}
