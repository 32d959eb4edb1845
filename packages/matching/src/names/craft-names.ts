/**
 * What is written beside the name of a ship: its kind in front or behind (`M/V`, `bulk carrier`), its IMO number, the number
 * of its hull. Nothing of it is a part of the name.
 */
import { isImo } from '../identifiers/check-digits.ts';
import { GENERIC_WORDS } from './company-words.ts';
import { LEGAL_CLASS_MARK } from './legal-forms.ts';
import { numeralOf } from './numerals.ts';

/** Short forms of kinds, and words for them, that are no other word in a ship's name. */
const CRAFT_WORDS: ReadonlySet<string> = new Set(
  `mv mt ms ss mts fv rv my sy lng lpg gts tss lngc lpgc vlcc ulcc msv mfv ahts psv osv fpso
  vessel motor tanker tug`.split(/\s+/),
);

/** Whether a token says only that a ship is meant: the first two do, and the last. */
export function isCraftWord(token: string, at: number, count: number): boolean {
  return (at < 2 || at === count - 1) && CRAFT_WORDS.has(token);
}

/**
 * Whether tokens may be a ship's or an aircraft's name: they have a word or a number of their own, and no legal form behind
 * it. `MS Trading Ltd` is a company; the `EP` of `EP-GOM` is the country's mark, and a legal form of others.
 */
export function mayBeCraft(tokens: readonly string[]): boolean {
  if (tokens.some((token, at) => at > 0 && token[0] === LEGAL_CLASS_MARK)) return false;
  return tokens.some(
    (token) => numeralOf(token) !== undefined || (token.length > 1 && !GENERIC_WORDS.has(token)),
  );
}

/** Words that are a kind of ship by themselves, and those that are one only behind a word that says more. */
const KINDS: ReadonlySet<string> = new Set(
  `vessel tanker bulker freighter trawler tug tugboat motorship steamship motorboat containership
  buque motonave motovelero petrolero remolcador navire petrolier remorqueur navio petroleiro motorschiff tankschiff schlepper gemisi
  теплоход танкер балкер сухогруз буксир судно траулер`.split(/\s+/),
);
const SHIPS: ReadonlySet<string> = new Set('ship carrier boat yacht ferry barge dredger tanque'.split(' '));
const MORE: ReadonlySet<string> = new Set(
  `motor steam sailing oil crude chemical chemicals product products gas lng lpg ammonia asphalt bitumen cement bulk ore coal general dry
  cargo container containers passenger passengers car vehicle vehicles livestock reefer refrigerated ro-ro roro heavy lift fishing
  offshore supply support research survey cable shuttle harbour harbor river self-discharging multi-purpose
  морской нефтяной`.split(/\s+/),
);

const LABEL_SIGNS = String.raw`[\s:#.°º-]*`;
const LABEL_NUMBER = String.raw`(?:(?:no|nr|num|number)\b${LABEL_SIGNS})?`;
/** Numbers and signs that identify a ship, wherever they are. */
const NUMBERED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:imo|mmsi)${LABEL_SIGNS}${LABEL_NUMBER}\d{7}(?:\d{2})?|call[\s-]?sign${LABEL_SIGNS}(?=\p{L}*\d)[a-z\d]{3,8})(?![\p{L}\p{N}])`,
  'giu',
);
/** The number of a hull behind a name. In front of one it names a ship that has no other name yet: `Hull 455 Acme Yards`. */
const HULL = new RegExp(
  String.raw`(?<=[\p{L}\p{N}].*)[\s,;–-]+(?:hull|yard|newbuild(?:ing)?)${LABEL_SIGNS}${LABEL_NUMBER}[a-z]{0,4}-?\d{2,6}[a-z]?\s*$`,
  'iu',
);
/** A kind written with a stroke, at the beginning or the end: `M/V`, `B/T`, `LNG/C`, `т/х`. */
const STROKE = /^\s*\p{L}{1,3}\s?\/\s?\p{L}{1,2}(?=[\s.])\.?|(?<=[\s,])\p{L}{1,3}\s?\/\s?\p{L}{1,2}\.?\s*$/gu;
const EMPTY_BRACKETS = /[([{]\s*[)\]}]/g;
const OUTER_SIGNS = /^[\s,;:–-]+|[\s,;:–-]+$/g;
/** Whether there is anything to look for but words: most names have none of it. */
const MAY_HOLD = /\d\d|\/|sign/i;

/** A name without what is beside it; undefined where nothing is, or where nothing would be left. */
export function withoutCraftRemarks(text: string): string | undefined {
  const plain = MAY_HOLD.test(text) ? withoutNumbers(text) : text;
  const withoutBoth = withoutKind(plain);
  if (withoutBoth === text) return undefined;
  const rest = withoutBoth.replaceAll(OUTER_SIGNS, '');
  return rest === text.replaceAll(OUTER_SIGNS, '') || !/\p{L}{2}/u.test(rest) ? undefined : rest;
}

function withoutNumbers(text: string): string {
  return text
    .replace(NUMBERED, ' ')
    .replace(/(?<!\S)\d{7}(?!\S)/g, (number) => (isImo(number) ? ' ' : number))
    .replace(HULL, ' ')
    .replace(EMPTY_BRACKETS, ' ')
    .replace(STROKE, ' ');
}

const BLANK = 0x20;
const COMMA = 0x2c;
const NO_BREAK_SPACE = 0xa0;
const BEFORE_WORD = '([{"\'';
const BEHIND_WORD = ')]}"\'.';

/** A word in small letters, without the signs around it. */
function plainWord(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && BEFORE_WORD.includes(word[from]!)) from++;
  while (to > from && BEHIND_WORD.includes(word[to - 1]!)) to--;
  return word.slice(from, to).toLowerCase();
}

/** Whether a word says something of a kind of ship. */
function isMore(word: string): boolean {
  if (word.includes('/')) return word.split('/').every(isMore);
  return MORE.has(word) || KINDS.has(word) || SHIPS.has(word);
}

function isBetweenWords(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    code === BLANK || code === COMMA || ((code < BLANK || code >= NO_BREAK_SPACE) && /\s/.test(text[at]!))
  );
}

function firstWordOf(text: string): string {
  let from = 0;
  while (from < text.length && isBetweenWords(text, from)) from++;
  let to = from;
  while (to < text.length && !isBetweenWords(text, to)) to++;
  return text.slice(from, to);
}

function lastWordOf(text: string): string {
  let to = text.length;
  while (to > 0 && isBetweenWords(text, to - 1)) to--;
  let from = to;
  while (from > 0 && !isBetweenWords(text, from - 1)) from--;
  return text.slice(from, to);
}

/** A name without the words that say at its beginning or its end what kind of ship it is: `crude oil tanker`. */
function withoutKind(text: string): string {
  // Most names neither begin nor end with such a word.
  const last = plainWord(lastWordOf(text));
  if (!isMore(plainWord(firstWordOf(text))) && !KINDS.has(last) && !SHIPS.has(last)) return text;
  const words = text.match(/[^\s,]+/g) ?? [];
  const plain = words.map(plainWord);
  let from = 0;
  for (let end = 0; end < words.length && isMore(plain[end]!); end++)
    if (KINDS.has(plain[end]!) || (end > 0 && SHIPS.has(plain[end]!))) from = end + 1;
  let to = words.length;
  let begin = to;
  while (begin > from && isMore(plain[begin - 1]!)) begin--;
  if (begin < to && (KINDS.has(last) || (to - begin > 1 && SHIPS.has(last)))) to = begin;
  return from === 0 && to === words.length ? text : words.slice(from, to).join(' ');
}
