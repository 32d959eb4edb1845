/** Stylings, suffixes and honours in letters, beside the titles of a person's name: they say little about who it is. */

import { givenNamesOf } from './given-names.ts';
import { PARTICLES } from './particles.ts';
import { TITLES } from './titles.ts';
import { tokensOf } from './tokens.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that are a title for some and a given name for others. */
export const STYLINGS = words(`
  amir emir sultan imam hafiz sayyid sayed syed said saiyid seyed sayyed seyyed haj prince princess king queen lord lady
  prime father sister bishop cardinal pastor raja tun don dona eng ing khwaja mirza beg bey pasha effendi agha aga
  akhund akhond baba babu baron brother conde conte coronel datu dom fra frere graf hazrat hojjat hujjat judge justice khanum
  khun master miyan moalim moallim moqaddam muhandis muqaddam naib naqib nawab ostad padre pandit pir qazi rais sahib saheb
  sardar shahid shaheed swami tunku raden maung
`);

/** Generational suffixes, by what they mean. */
export const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ['jr', 'jr'],
  ['junior', 'jr'],
  ['jnr', 'jr'],
  ['hijo', 'jr'],
  ['filho', 'jr'],
  ['senior', 'snr'],
  ['snr', 'snr'],
  ['ii', '2nd'],
  ['iii', '3rd'],
  ['iv', '4th'],
]);

/** Honours that are written as letters before a name, with points or in capitals, each as the title that it stands for. */
const HONOURS_BEFORE: Readonly<Record<string, string>> = {
  he: 'excellency',
  se: 'excellency',
  hh: 'highness',
  hih: 'highness',
  hrh: 'highness',
  hsh: 'highness',
  sar: 'highness',
};
/** Degrees and orders after a name. */
const HONOURS_AFTER: ReadonlySet<string> = words('phd mba mbbs dds llb llm obe kbe cbe mbe');
/** Words of a name that letters before or after it are no initials of. */
const MIN_HONOURED_WORDS = 2;
const MAX_HONOUR_LETTERS = 4;

/** How many tokens from `at` on are letters alone, or the `ph` of `Ph.D.` */
function lettersFrom(raw: readonly string[], at: number): number {
  let end = at;
  while (end < raw.length && (raw[end]!.length === 1 || (raw[end] === 'ph' && raw[end + 1] === 'd'))) end++;
  return end - at;
}

function isWord(token: string): boolean {
  return token.length > 1 && !PARTICLES.has(token) && !TITLES.has(token);
}

function countWords(raw: readonly string[], from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (isWord(raw[at]!)) count++;
  return count;
}

/**
 * The title that letters at a place stand for, and how many tokens they are: `H.E.` before a name, `Ph.D.` after one. The
 * letters are initials where too little else is left: `H. E. Smith`.
 */
export function honourAt(raw: readonly string[], at: number): { title: string; count: number } | undefined {
  const count = lettersFrom(raw, at);
  if (count < 2 || count > MAX_HONOUR_LETTERS) return undefined;
  const letters = raw.slice(at, at + count).join('');
  const before = HONOURS_BEFORE[letters];
  const isFirst = raw.slice(0, at).every((token) => TITLES.has(token));
  if (before !== undefined && isFirst && countWords(raw, at + count, raw.length) >= MIN_HONOURED_WORDS)
    return { title: before, count };
  const isLast = at + count === raw.length && HONOURS_AFTER.has(letters);
  return isLast && countWords(raw, 0, at) >= MIN_HONOURED_WORDS ? { title: letters, count } : undefined;
}

/** An abbreviation before a name: `Engr.`; one of the first two letters or so is a title more often than a name. */
const ABBREVIATION = /^\s*(\p{L}{2,5})\.\s+(?=\S)/u;
/** Short forms of given names and beginnings of names that are written with a point. */
const NAMES_WITH_POINT: ReadonlySet<string> = words(`
  abd abdul abu st ste mc wm chas geo jas jos thos benj edw robt saml danl alex alf fred herb theo sebast hier joh wilh friedr
  mhd mohd muhd mhmd moh md mohamd muh ahm ali
`);

/**
 * The name without an abbreviation before it that may be a title nobody knows here; undefined where there is none, or less than
 * two words are left.
 */
export function withoutUnknownTitle(text: string): string | undefined {
  const found = text.includes('.') ? ABBREVIATION.exec(text) : null;
  if (found === null) return undefined;
  const [token] = tokensOf(found[1]!, false);
  if (token === undefined || TITLES.has(token) || STYLINGS.has(token) || NAMES_WITH_POINT.has(token))
    return undefined;
  if (givenNamesOf(token).length > 0) return undefined;
  const rest = text.slice(found[0].length);
  const raw = tokensOf(rest, false);
  return countWords(raw, 0, raw.length) >= MIN_HONOURED_WORDS ? rest : undefined;
}
