/** One token, compared with list tokens as they lie in the index. */

import { LEGAL_CLASS_MARK } from '../../names/legal-forms.ts';
import { CHARACTER_MARK } from '../../names/native.ts';
import { skeletonOf } from '../../names/skeleton.ts';
import { LONGEST_TOKEN } from '../../scoring/edit-cost.ts';
import { SpellingComparer } from '../../scoring/spelling-comparer.ts';
import {
  costLimit,
  costSimilarity,
  DOUBTFUL,
  editLimit,
  isScrambled,
  MIN_SCRAMBLED,
  SCRAMBLED,
  sureEditLimit,
} from '../../scoring/token-similarity.ts';
import type { ListIndex } from '../format/list-index.ts';

const [LEGAL, CHARACTER] = [LEGAL_CLASS_MARK.charCodeAt(0), CHARACTER_MARK.charCodeAt(0)];
const [DIGIT_0, DIGIT_9] = [48, 57];

/**
 * What is taken for match: `sure` for what matches beyond doubt, `doubtful` for all; `join` for several tokens read as
 * one, which match within one edit and never as scrambled.
 */
export type FuzzyMode = 'sure' | 'doubtful' | 'join';

export class FuzzyToken {
  readonly #index: ListIndex;
  readonly #comparer = new SpellingComparer();
  #isComparing = false;
  text = '';
  /** Whether two edits are looked for, and whether they count where they are doubtful. */
  mayBeTwo = false;
  withDoubtful = false;
  /** Whether several tokens are read as one. */
  isJoin = false;
  /** The tokens that share the own skeleton, which has so many letters; they lie side by side. */
  groupFrom = 0;
  groupTo = 0;
  shared = 0;

  constructor(index: ListIndex) {
    this.#index = index;
  }

  /** Takes the token to compare with others: of 2 to 40 letters, and no number or mark. */
  start(text: string, mode: FuzzyMode): void {
    this.text = text;
    this.isJoin = mode === 'join';
    this.withDoubtful = mode === 'doubtful';
    this.mayBeTwo =
      mode === 'doubtful' || (mode === 'sure' && sureEditLimit(text.length, text.length, 2) === 2);
    this.#isComparing = false;
    const skeleton = skeletonOf(text);
    const group = skeleton.length < 2 ? -1 : this.#index.soundGroup(skeleton);
    const { soundGroups } = this.#index.sections;
    this.groupFrom = group < 0 ? 0 : soundGroups[group]!;
    this.groupTo = group < 0 ? 0 : soundGroups[group + 1]!;
    this.shared = skeleton.length;
  }

  /** Compares the token with others: many are looked up that are then compared with none. */
  get comparer(): SpellingComparer {
    if (!this.#isComparing) {
      this.#comparer.start(this.text);
      this.#isComparing = true;
    }
    return this.#comparer;
  }

  #isInGroup(token: number): boolean {
    return token >= this.groupFrom && token < this.groupTo;
  }

  /** Whether a token has the same letters in another order, enough of them to be recognised. */
  isScrambled(token: number): boolean {
    const { tokenBytes, tokenOffsets } = this.#index.sections;
    const from = tokenOffsets[token]!;
    const to = tokenOffsets[token + 1]!;
    if (to - from !== this.text.length || !this.comparer.mayBeScrambled(tokenBytes, from, to)) return false;
    return isScrambled(this.text, this.#index.tokenText(token));
  }

  /** Similarity to a token by spelling or sound; 0 when they do not match. */
  similarityTo(token: number): number {
    const { tokenBytes, tokenOffsets } = this.#index.sections;
    const from = tokenOffsets[token]!;
    const to = tokenOffsets[token + 1]!;
    const own = this.text.length;
    const other = to - from;
    if (other < 2 || other > LONGEST_TOKEN || isRigidCode(tokenBytes, from, to)) return 0;
    const similarity = this.#spelling(from, to, this.#isInGroup(token) ? this.shared : 0);
    if (similarity >= SCRAMBLED || this.isJoin || own !== other || own < MIN_SCRAMBLED) return similarity;
    return this.isScrambled(token) ? SCRAMBLED : similarity;
  }

  /**
   * The same by the letters from–to.
   * @param shared letters of the skeleton where both have one
   */
  #spelling(from: number, to: number, shared: number): number {
    const { tokenBytes } = this.#index.sections;
    const own = this.text.length;
    const other = to - from;
    const longer = Math.max(own, other);
    const allowed = editLimit(own, other, this.mayBeTwo);
    const isNear = Math.abs(own - other) <= allowed;
    const edits = isNear ? this.comparer.edits(tokenBytes, from, to) : allowed + 1;
    if (shared === 0 && edits > allowed) return 0;
    const max = costLimit(edits, sureEditLimit(own, other, allowed), shared, longer);
    if (max >= 0) {
      const cost = this.comparer.cost(tokenBytes, from, to, max);
      if (cost <= max) return costSimilarity(cost, longer);
    }
    return this.withDoubtful && edits === 2 && allowed === 2 ? DOUBTFUL : 0;
  }
}

/** `isRigid` for a token in the index. */
export function isRigidCode(codes: Uint8Array, from: number, to: number): boolean {
  if (codes[from] === LEGAL || codes[from] === CHARACTER) return true;
  for (let at = from; at < to; at++) if (codes[at]! < DIGIT_0 || codes[at]! > DIGIT_9) return false;
  return true;
}
