/**
 * Accumulators: the partial sums of one search, by name. Each name has eight numbers side by side in memory, because
 * names are matched in random order.
 */

const STRIDE = 8;
const AT = {
  stamp: 0,
  covered: 1,
  entryCovered: 2,
  bound: 3,
  matched: 4,
  unmatched: 5,
  allUnmatched: 6,
} as const;

export class NameAccumulators {
  readonly #slots: Float64Array;
  #stamp = 0;
  /** Names of which a token matched, in the order in which they were matched. */
  matchedNames: number[] = [];

  /** @param unmatchedOf weight of all tokens of a name when all are unmatched */
  constructor(names: number, unmatchedOf: (name: number) => number) {
    this.#slots = new Float64Array(names * STRIDE);
    for (let name = 0; name < names; name++) this.#slots[name * STRIDE + AT.allUnmatched] = unmatchedOf(name);
  }

  /** Starts a search with empty accumulators. */
  start(): void {
    this.#stamp++;
    this.matchedNames = [];
  }

  /** Tokens of a name match tokens of the entry's; returns those of them that matched nothing before. */
  match(name: number, bits: number, entryBits: number): number {
    const slots = this.#slots;
    const at = name * STRIDE;
    if (slots[at] !== this.#stamp) {
      slots[at] = this.#stamp;
      slots[at + AT.covered] = bits;
      slots[at + AT.entryCovered] = entryBits;
      slots[at + AT.bound] = 0;
      slots[at + AT.matched] = 0;
      slots[at + AT.unmatched] = slots[at + AT.allUnmatched]!;
      this.matchedNames.push(name);
      return bits;
    }
    const covered = slots[at + AT.covered]!;
    slots[at + AT.entryCovered] = slots[at + AT.entryCovered]! | entryBits;
    slots[at + AT.covered] = covered | bits;
    return bits & ~covered;
  }

  /** Counts a token as matched: what it adds and weighs then, and what it would weigh unmatched. */
  add(
    name: number,
    { bound, matched, unmatched }: { bound: number; matched: number; unmatched: number },
  ): void {
    const at = name * STRIDE;
    this.#slots[at + AT.bound]! += bound;
    this.#slots[at + AT.matched]! += matched;
    this.#slots[at + AT.unmatched]! -= unmatched;
  }

  /** Tokens of a name that match something, a bit each. */
  matchedBitsOf(name: number): number {
    return this.#slots[name * STRIDE + AT.covered]!;
  }

  /** Tokens of the entry's name that match something of this one, a bit each. */
  entryMatchedBitsOf(name: number): number {
    return this.#slots[name * STRIDE + AT.entryCovered]!;
  }

  /** Upper bound of what the matched tokens add. */
  boundOf(name: number): number {
    return this.#slots[name * STRIDE + AT.bound]!;
  }

  /** Upper bound of their weight. */
  matchedOf(name: number): number {
    return this.#slots[name * STRIDE + AT.matched]!;
  }

  /** Weight of the unmatched tokens. */
  unmatchedOf(name: number): number {
    return this.#slots[name * STRIDE + AT.unmatched]!;
  }
}
