/**
 * How the names of an index are numbered: by family, by number of tokens, by what these weigh, then by the rarest token.
 *
 * Names of one block have one length and one least weight, as blocks of block-max indexes have one greatest score. A
 * search passes over whole blocks that weigh too much. Names of one block need no offsets. Names that share a rare token
 * lie side by side in memory. At a million entities this saves two uncached reads for each name examined.
 */

import { type Family, ROLE, ROLE_WEIGHTS } from '../../names/roles.ts';
import { unpackRole } from './dictionary.ts';
import { grouped } from './hash-buckets.ts';
import { f64At, i32At, itemAt, u8At, u16At, u32At } from './values.ts';

/** Numbers stored of each block: its first name, the first token of that, tokens in each name, family and weight. */
const BLOCK_NUMBERS = 4;
/** Weights are stated in steps of so much, up to a greatest one. */
const STEP = 0.25;
const MAX_STEPS = 31;
const STEP_BITS = 5;
const FAMILY_BITS = 1;
const ORGANISATION = 1;
/** A sum of weights may be a little less than it ought to be. */
const ROUNDING = 1e-9;

/** Names in a stretch, of which it is known in which block it begins. */
const STRETCH_BITS = 10;

/** Names as they were gathered: where the tokens of each begin, and one after the last. */
export interface GatheredNames {
  offsets: Uint32Array;
  tokens: Uint32Array;
  isPerson: (name: number) => boolean;
  /** Of each token: its roles as the index packs them, and how many names hold it. */
  roles: Uint8Array;
  frequencies: Uint32Array;
}

/** Weight of all tokens of a name if they matched nothing, in whole steps. */
function weightSteps(names: GatheredNames, name: number): number {
  const family = names.isPerson(name) ? 'person' : 'organisation';
  const table = ROLE_WEIGHTS[family];
  const from = u32At(names.offsets, name);
  let weight = 0;
  for (let at = from; at < u32At(names.offsets, name + 1); at++) {
    const token = u32At(names.tokens, at);
    const own = itemAt(table, unpackRole(u8At(names.roles, token), family)).unmatched;
    const isRepeated = names.tokens.subarray(from, at).includes(token);
    weight += isRepeated ? Math.min(own, itemAt(table, ROLE.repeated).unmatched) : own;
  }
  return Math.min(MAX_STEPS, Math.floor(weight / STEP + ROUNDING));
}

/** The token of a name that the fewest names hold. */
function rarestToken({ offsets, tokens, frequencies }: GatheredNames, name: number): number {
  let rarest = u32At(tokens, u32At(offsets, name));
  for (let at = u32At(offsets, name) + 1; at < u32At(offsets, name + 1); at++)
    if (u32At(frequencies, u32At(tokens, at)) < u32At(frequencies, rarest)) rarest = u32At(tokens, at);
  return rarest;
}

/**
 * The order in which names are numbered.
 * @returns by new number the place among those gathered, and the section of blocks
 */
export function numberNames(names: GatheredNames): {
  order: Uint32Array;
  blocks: Uint32Array<ArrayBuffer>;
} {
  const count = names.offsets.length - 1;
  const rarest = new Uint32Array(count);
  const codes = new Uint32Array(count);
  for (let name = 0; name < count; name++) {
    rarest[name] = rarestToken(names, name);
    const length = u32At(names.offsets, name + 1) - u32At(names.offsets, name);
    codes[name] = (length << STEP_BITS) | weightSteps(names, name) | (names.isPerson(name) ? 0 : 1 << 31);
  }
  const known = [...new Set(codes)].sort((a, b) => a - b);
  const blockOf = new Map(known.map((code, block) => [code, block]));
  const all = Uint32Array.from(rarest, (_, name) => name);
  const byRarest = grouped(all, rarest, names.frequencies.length).values;
  const blockKeys = byRarest.map((name) => blockOf.get(u32At(codes, name)) ?? 0);
  const order = grouped(byRarest, blockKeys, known.length).values;
  const blocks: number[] = [];
  let token = 0;
  let last = -1;
  order.forEach((old, name) => {
    const code = u32At(codes, old);
    const length = u32At(names.offsets, old + 1) - u32At(names.offsets, old);
    if (code !== last) {
      const steps = code & ((1 << STEP_BITS) - 1);
      blocks.push(name, token, length, (steps << FAMILY_BITS) | (names.isPerson(old) ? 0 : ORGANISATION));
    }
    last = code;
    token += length;
  });
  return { order, blocks: Uint32Array.from(blocks) };
}

/** The blocks of an opened index. */
export class NameBlocks {
  /** By block: first name, and one more than the last name at the end. */
  readonly firsts: Int32Array;
  /** By block: tokens in each name. */
  readonly lengths: Int32Array;
  /** By block: the minimum that all tokens of a name weigh. */
  readonly weights: Float64Array;
  readonly #families: readonly Family[];
  /** By block: where the tokens of name 0 would begin, were it in this block. */
  readonly #bases: Int32Array;
  /** By stretch of names: block of its first name. */
  readonly #stretches: Uint16Array;
  /** First name of an organisation; those of persons come before. */
  readonly firstOrganisation: number;
  /** By family, and by steps of weight: see `rangesUpTo`. */
  readonly #ranges: Record<Family, readonly Int32Array[]>;

  constructor(section: Uint32Array, nameCount: number) {
    const size = section.length / BLOCK_NUMBERS;
    const numbers = (which: number) =>
      Int32Array.from({ length: size }, (_, block) => u32At(section, block * BLOCK_NUMBERS + which));
    const packed = numbers(3);
    this.firsts = Int32Array.from([...numbers(0), nameCount]);
    this.lengths = numbers(2);
    this.weights = Float64Array.from(packed, (value) => (value >> FAMILY_BITS) * STEP);
    this.#families = Array.from(packed, (value) => (value & ORGANISATION ? 'organisation' : 'person'));
    this.#bases = numbers(1).map(
      (token, block) => token - i32At(this.firsts, block) * i32At(this.lengths, block),
    );
    const organisations = this.#families.indexOf('organisation');
    this.firstOrganisation = organisations < 0 ? nameCount : i32At(this.firsts, organisations);
    const rangesOf = (family: Family) =>
      Array.from({ length: MAX_STEPS + 2 }, (_, at) => this.#rangesOf((at - 1) * STEP, family));
    this.#ranges = { person: rangesOf('person'), organisation: rangesOf('organisation') };
    this.#stretches = new Uint16Array((nameCount >> STRETCH_BITS) + 1);
    let block = 0;
    for (let stretch = 0; stretch < this.#stretches.length; stretch++) {
      while (block + 1 < size && i32At(this.firsts, block + 1) <= stretch << STRETCH_BITS) block++;
      this.#stretches[stretch] = block;
    }
  }

  /** Block of a name. */
  blockOf(name: number): number {
    let block = u16At(this.#stretches, name >> STRETCH_BITS);
    while (name >= i32At(this.firsts, block + 1)) block++;
    return block;
  }

  /** Where the tokens of a name of this block begin. */
  tokensFrom(name: number, block: number): number {
    return i32At(this.#bases, block) + name * i32At(this.lengths, block);
  }

  familyOf(name: number): Family {
    return name < this.firstOrganisation ? 'person' : 'organisation';
  }

  /** Names of a family that weigh no more than so much, as a first name and one after the last, repeatedly. */
  rangesUpTo(weight: number, family: Family): Int32Array {
    const steps = Math.max(-1, Math.min(MAX_STEPS, Math.floor(weight / STEP)));
    return itemAt(this.#ranges[family], steps + 1);
  }

  #rangesOf(max: number, family: Family): Int32Array {
    const ranges: number[] = [];
    for (let block = 0; block < this.weights.length; block++) {
      if (this.#families[block] !== family || f64At(this.weights, block) > max) continue;
      const [first, end] = [i32At(this.firsts, block), i32At(this.firsts, block + 1)];
      if (ranges.at(-1) === first) ranges[ranges.length - 1] = end;
      else ranges.push(first, end);
    }
    return Int32Array.from(ranges);
  }
}
