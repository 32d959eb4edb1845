/** Tokens of a list that are spelled like a given one, or sound like it: every one that scoring would let meet it. */
import { LEGAL_CLASS_MARK } from '../names/legal-forms.ts';
import { CHARACTER_MARK } from '../names/native.ts';
import { skeletonOf } from '../names/skeleton.ts';
import { editDistance, LONGEST_TOKEN } from '../scoring/edit-cost.ts';
import { SpellingComparer } from '../scoring/spelling-comparer.ts';
import {
  costLimit,
  costSimilarity,
  DOUBTFUL,
  editLimit,
  isRigid,
  isScrambled,
  LEAST_SCRAMBLED,
  SCRAMBLED,
  sureEditLimit,
} from '../scoring/token-similarity.ts';
import { NUMBER_MASK, tagOf } from './buckets.ts';
import { forEachDeletion } from './deletions.ts';
import type { ListIndex } from './list-index.ts';

const [LEGAL, CHARACTER] = [LEGAL_CLASS_MARK.charCodeAt(0), CHARACTER_MARK.charCodeAt(0)];
const [DIGIT_0, DIGIT_9] = [48, 57];

/**
 * Searches of one index, one after the other. A token of a large list meets dozens of spellings and is compared with
 * hundreds, so they are compared as they lie in the index, without a string or an object for each.
 */
export class SpelledLike {
  readonly #index: ListIndex;
  readonly #comparer = new SpellingComparer();
  /** Number of the search that last saw a token. */
  readonly #seen: Uint32Array;
  #search = 0;
  #text = '';
  #isJoin = false;
  #withDoubtful = false;
  #mayBeTwo = false;
  /** The own number, or -1, and the tokens that share the own skeleton, which has so many letters. */
  #own = -1;
  #groupFrom = 0;
  #groupTo = 0;
  #shared = 0;

  constructor(index: ListIndex) {
    this.#index = index;
    this.#seen = new Uint32Array(index.tokenCount);
  }

  /**
   * Hands over each list token that meets `text` by spelling or sound, once, with the similarity that
   * `spellingSimilarity` gives them: 1 for the token itself, and for singles also tokens of the same letters.
   * @param way `sure` for what meets beyond doubt, `doubtful` for all; `join` for several tokens read as one, which
   * meet within one edit and never as scrambled
   */
  find(
    text: string,
    way: 'sure' | 'doubtful' | 'join',
    visit: (token: number, similarity: number) => void,
  ): void {
    const own = this.#index.tokenId(text);
    if (own >= 0) visit(own, 1);
    if (text.length < 2 || text.length > LONGEST_TOKEN || isRigid(text)) return;
    this.#text = text;
    this.#isJoin = way === 'join';
    this.#withDoubtful = way === 'doubtful';
    const isLong = sureEditLimit(text.length, text.length, 2) === 2;
    this.#mayBeTwo = way === 'doubtful' || (way === 'sure' && isLong);
    this.#own = own;
    this.#comparer.start(text);
    this.#startSearch();
    if (own >= 0) this.#seen[own] = this.#search;
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

  /** Tokens of the same skeleton; they lie side by side. */
  #visitGroup(visit: (token: number, similarity: number) => void): void {
    const skeleton = skeletonOf(this.#text);
    const group = skeleton.length < 2 ? -1 : this.#index.soundGroup(skeleton);
    const { soundGroups } = this.#index.sections;
    this.#groupFrom = group < 0 ? 0 : soundGroups[group]!;
    this.#groupTo = group < 0 ? 0 : soundGroups[group + 1]!;
    this.#shared = skeleton.length;
    for (let token = this.#groupFrom; token < this.#groupTo; token++) {
      if (token === this.#own) continue;
      const similarity = this.#similarityTo(token);
      if (similarity > 0) visit(token, similarity);
    }
  }

  /** Tokens that share a form with letters left out; those of the same skeleton were visited. */
  #visitDeletions(visit: (token: number, similarity: number) => void): void {
    const { deleteOffsets, deleteTokens } = this.#index.sections;
    const seen = this.#seen;
    const search = this.#search;
    const [groupFrom, groupTo] = [this.#groupFrom, this.#groupTo];
    forEachDeletion(
      this.#text,
      (hash) => {
        const bucket = hash & (deleteOffsets.length - 2);
        const tag = tagOf(hash);
        const end = deleteOffsets[bucket + 1]!;
        for (let at = deleteOffsets[bucket]!; at < end; at++) {
          const value = deleteTokens[at]!;
          if (tagOf(value) !== tag) continue;
          const token = value & NUMBER_MASK;
          if (seen[token] === search || (token >= groupFrom && token < groupTo)) continue;
          seen[token] = search;
          const similarity = this.#similarityTo(token);
          if (similarity > 0) visit(token, similarity);
        }
      },
      this.#mayBeTwo,
    );
  }

  /** Similarity to a token of another spelling; 0 when they do not meet. */
  #similarityTo(token: number): number {
    const { tokenBytes, tokenOffsets } = this.#index.sections;
    const from = tokenOffsets[token]!;
    const to = tokenOffsets[token + 1]!;
    const own = this.#text.length;
    const other = to - from;
    if (other < 2 || other > LONGEST_TOKEN || isRigidCode(tokenBytes, from, to)) return 0;
    const longer = Math.max(own, other);
    const allowed = editLimit(own, other, this.#mayBeTwo);
    const edits = this.#edits(token, allowed);
    const shared = token >= this.#groupFrom && token < this.#groupTo ? this.#shared : 0;
    const most = costLimit(edits, sureEditLimit(own, other, allowed), shared, longer);
    let similarity = this.#withDoubtful && edits === 2 && allowed === 2 ? DOUBTFUL : 0;
    if (most >= 0) {
      const cost = this.#comparer.cost(tokenBytes, from, to, most);
      if (cost <= most) similarity = costSimilarity(cost, longer);
    }
    if (similarity >= SCRAMBLED || this.#isJoin || own !== other || own < LEAST_SCRAMBLED) return similarity;
    const mayBe = this.#comparer.mayBeScrambled(tokenBytes, from, to);
    return mayBe && isScrambled(this.#text, this.#index.tokenText(token)) ? SCRAMBLED : similarity;
  }

  /** Plain edits to a token, more than `allowed` when they are more. */
  #edits(token: number, allowed: number): number {
    const { tokenBytes, tokenOffsets } = this.#index.sections;
    const from = tokenOffsets[token]!;
    const to = tokenOffsets[token + 1]!;
    const difference = this.#text.length - (to - from);
    if (difference > allowed || -difference > allowed) return allowed + 1;
    return this.#comparer.countsEdits
      ? this.#comparer.edits(tokenBytes, from, to)
      : editDistance(this.#text, this.#index.tokenText(token), allowed);
  }
}

/** `isRigid` for a token in the index. */
function isRigidCode(codes: Uint8Array, from: number, to: number): boolean {
  if (codes[from] === LEGAL || codes[from] === CHARACTER) return true;
  for (let at = from; at < to; at++) if (codes[at]! < DIGIT_0 || codes[at]! > DIGIT_9) return false;
  return true;
}
