/**
 * Symmetric deletes (the idea of SymSpell): two tokens within one edit share a form with at most one letter left out on
 * each side. Tokens within two edits share one with two letters left out.
 *
 * Many more tokens share such a form than are so close: `maria` and `clara` share `ara`. So the index keeps the places
 * where letters were left out. A replaced letter was left out of both at the same place. Of two swapped letters, the
 * second token's comes one place after the first's. Whatever does not fit so is one more edit.
 */

import { ocrForm } from '../../names/ocr-confusion.ts';
import { LONGEST_TOKEN } from '../../scoring/edit-cost.ts';
import { allowsTwoEdits, LONGEST_TWO_EDITS, lettersOf } from '../../scoring/token-similarity.ts';
import { HASH_START, hash32, hashRest, hashStep } from './hash.ts';
import { bucketOf, NUMBER_BITS, tagOf } from './hash-buckets.ts';
import type { Sections } from './sections.ts';
import { u8At, u32At } from './values.ts';

/** What precedes the sorted letters of a token, so that they are no spelling. */
const LETTERS_MARK = '=';

/** What precedes a form of OCR confusion, so that it is no spelling. */
const OCR_MARK = '#';

/** Key of the tokens that have this form of OCR confusion, see `ocrForm`. */
export function ocrKey(form: string): number {
  return hash32(OCR_MARK + form);
}

/** Key of the tokens that have the same letters in any order, for tokens long enough to be recognised by them. */
export function scrambledKey(token: string): number {
  return hash32(LETTERS_MARK + lettersOf(token));
}

/** The bit of a tag by which keys of tokens that are no spelling are known. */
const MARKED = 0x80000000;

/** Tag of the values under a key of `ocrKey` or `scrambledKey`. */
function markTag(hash: number): number {
  return tagOf(hash | MARKED);
}

/** The tokens under a key of `ocrKey` or `scrambledKey`, and few others. */
export function markedTokens({ deleteOffsets, deleteTokens }: Sections, hash: number): number[] {
  return bucketOf({ offsets: deleteOffsets, values: deleteTokens }, hash, { tag: markTag(hash) });
}

/** Places of a form where one letter may have been left out, and where two may have been. */
const PLACES = LONGEST_TOKEN;
const PLACES_OF_TWO = LONGEST_TWO_EDITS - 1;

/** By first place × `PLACES_OF_TWO` + second: number of the two places, from 1 + `PLACES` on. */
const numbersOfTwo = new Uint8Array(PLACES_OF_TWO * PLACES_OF_TWO);

/** Where letters were left out of a token: how many of the form's letters precede each, in their order. */
const omissions: (readonly number[])[] = [[]];
for (let place = 0; place < PLACES; place++) omissions.push([place]);
for (let first = 0; first < PLACES_OF_TWO; first++) {
  for (let second = first; second < PLACES_OF_TWO; second++) {
    numbersOfTwo[first * PLACES_OF_TWO + second] = omissions.length;
    omissions.push([first, second]);
  }
}

/** Words of the bits that show by what was left out of one token whether what was left out of another fits to it. */
export const FITTING_WORDS = 8;

/** Whether a letter left out at one place was replaced or swapped with one left out of the other token. */
function fits(own: number, other: number): boolean {
  return other === own || other === own + 1;
}

/** Edits between two tokens that share a form, at least, by what was left out of each. */
function minEdits(own: readonly number[], other: readonly number[]): number {
  const [first, second] = own;
  const [otherFirst, otherSecond] = other;
  if (first === undefined || otherFirst === undefined) return own.length + other.length;
  let fitting = 0;
  if (second !== undefined && otherSecond !== undefined)
    fitting = Number(fits(first, otherFirst)) + Number(fits(second, otherSecond));
  const isAny = own.some((one) => other.some((two) => fits(one, two)));
  return own.length + other.length - Math.max(fitting, Number(isAny));
}

function fittingBits(edits: number): Uint32Array {
  const bits = new Uint32Array(omissions.length * FITTING_WORDS);
  omissions.forEach((own, number) => {
    omissions.forEach((other, at) => {
      if (minEdits(own, other) <= edits) bits[number * FITTING_WORDS + (at >>> 5)]! |= 1 << (at & 31);
    });
  });
  return bits;
}

/**
 * By number of what was left out of the own token × `FITTING_WORDS`: a bit for each number of what may have been left
 * out of a token within one edit, or within two.
 */
export const fittingOne = fittingBits(1);
export const fittingTwo = fittingBits(2);

/** The maximum number of forms of one token that are looked up. */
export const MAX_SPELLINGS = 128;

/**
 * Hash of the token and of every form that one letter was left out of (of long tokens: two letters).
 * @param into takes the hashes, and the number of what was left out
 * @returns how many they are
 */
export function forEachLookupForm(
  token: string,
  mayBeTwo: boolean,
  into: { hashes: Uint32Array; omissions: Uint8Array },
): number {
  const { hashes, omissions: numbers } = into;
  let count = 0;
  hashes[count] = hash32(token);
  numbers[count++] = 0;
  let before = HASH_START;
  for (let drop = 0; drop < token.length; drop++) {
    hashes[count] = hashRest(before, token, drop + 1);
    numbers[count++] = 1 + drop;
    let between = before;
    for (let other = drop + 1; mayBeTwo && other < token.length; other++) {
      hashes[count] = hashRest(between, token, other + 1);
      numbers[count++] = u8At(numbersOfTwo, drop * PLACES_OF_TWO + other - 1);
      between = hashStep(between, token.charCodeAt(other));
    }
    before = hashStep(before, token.charCodeAt(drop));
  }
  return count;
}

const longest = { hashes: new Uint32Array(MAX_SPELLINGS), omissions: new Uint8Array(MAX_SPELLINGS) };

/**
 * Hashes under which a token occurs in the index, and what it carries there: its own, of every form that one letter was
 * left out of (of long tokens: two letters), of its letters in order, and of its form of OCR confusion.
 */
export function forEachDelete(token: string, visit: (hash: number, tag: number) => void): void {
  // These match nothing by spelling.
  if (token.length > LONGEST_TOKEN || token.length < 2) return;
  const letters = lettersOf(token);
  const marked = (hash: number) => visit(hash, markTag(hash));
  if (letters) marked(hash32(LETTERS_MARK + letters));
  const read = ocrForm(token);
  if (read !== token) marked(ocrKey(read));
  const count = forEachLookupForm(token, allowsTwoEdits(token.length), longest);
  for (let i = 0; i < count; i++)
    visit(u32At(longest.hashes, i), (u8At(longest.omissions, i) << NUMBER_BITS) >>> 0);
}
