/**
 * What one search knows of each name so far. Each name has eight numbers that lie together: names are matched at
 * random.
 */

const STRIDE = 8;
const AT = { stamp: 0, covered: 1, entryCovered: 2, bound: 3, matched: 4, alone: 5, allAlone: 6 } as const;

export class NameTally {
  readonly #slots: Float64Array;
  #stamp = 0;
  /** Names that something of the entry's leads to, in the order in which they were matched. */
  touched: number[] = [];

  /** @param aloneOf what all tokens of a name weigh when none of them matches anything */
  constructor(names: number, aloneOf: (name: number) => number) {
    this.#slots = new Float64Array(names * STRIDE);
    for (let name = 0; name < names; name++) this.#slots[name * STRIDE + AT.allAlone] = aloneOf(name);
  }

  /** Begins a search: nothing is known of any name. */
  start(): void {
    this.#stamp++;
    this.touched = [];
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
      slots[at + AT.alone] = slots[at + AT.allAlone]!;
      this.touched.push(name);
      return bits;
    }
    const covered = slots[at + AT.covered]!;
    slots[at + AT.entryCovered] = slots[at + AT.entryCovered]! | entryBits;
    slots[at + AT.covered] = covered | bits;
    return bits & ~covered;
  }

  /** Counts a token as matched: what it adds and weighs then, and what it would weigh unmatched. */
  add(name: number, { bound, matched, alone }: { bound: number; matched: number; alone: number }): void {
    const at = name * STRIDE;
    this.#slots[at + AT.bound]! += bound;
    this.#slots[at + AT.matched]! += matched;
    this.#slots[at + AT.alone]! -= alone;
  }

  /** Tokens of a name that match something, a bit each. */
  matchedBitsOf(name: number): number {
    return this.#slots[name * STRIDE + AT.covered]!;
  }

  /** Tokens of the entry's name that match something of this one, a bit each. */
  entryMatchedBitsOf(name: number): number {
    return this.#slots[name * STRIDE + AT.entryCovered]!;
  }

  /** What the tokens add at most that match something. */
  boundOf(name: number): number {
    return this.#slots[name * STRIDE + AT.bound]!;
  }

  /** What they weigh at most. */
  matchedOf(name: number): number {
    return this.#slots[name * STRIDE + AT.matched]!;
  }

  /** What the others weigh. */
  aloneOf(name: number): number {
    return this.#slots[name * STRIDE + AT.alone]!;
  }
}
