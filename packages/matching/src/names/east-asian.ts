/**
 * Chinese and Korean names: which names are such, and of which syllables. A syllable is to them what a word is to other names:
 * `Zhong` and `Zhang`, or `Yong Chol` and `Jong Chol`, are two names, however near their letters are.
 */
import anyAscii from 'any-ascii';
import {
  MAX_EAST_ASIAN_PARTS,
  MAX_SPLIT_READINGS,
  MAX_SYLLABLE_LETTERS,
  MIN_MERGED_WORD,
} from '../weights.ts';
import { dialectReadings } from './chinese-dialects.ts';
import { mandarinReadings } from './han.ts';
import {
  compoundOf,
  KOREAN_FAMILIES,
  LETTERS_READ_OTHERWISE,
  LONE_VOWELS,
  northSyllable,
  READ_OTHERWISE,
} from './korean-syllables.ts';
import { ROLE, type Role } from './roles.ts';
import { CHINESE_FAMILIES, CHINESE_WORDS, KOREAN_WORDS } from './syllables.ts';

/**
 * The script from which a name in Latin letters was read, where two names in it are compared by what is written; 0 for all others.
 * Each character of Han and Hangul is a syllable; Han that was read by another dialect than Mandarin is one of its own. Letters of
 * Arabic have several readings.
 */
export const SYLLABIC = { none: 0, han: 1, hangul: 2, arabic: 3, dialect: 4 } as const;
export type SyllabicScript = (typeof SYLLABIC)[keyof typeof SYLLABIC];

/** Whether each character of a script is a syllable. */
export function isOfSyllables(script: SyllabicScript): boolean {
  return script !== SYLLABIC.none && script !== SYLLABIC.arabic;
}

const HAN = /^(?:\p{Script=Han}|[^\p{L}\p{Script=Latin}])+$/u;
const HANGUL = /^(?:\p{Script=Hangul}|[^\p{L}\p{Script=Latin}])+$/u;
/** A hamza alone is left out of words. */
const ANY_LETTER = /[^\P{L}ء]/u;
const ARABIC = /^(?:\p{Script=Arabic}|[^\p{L}\p{Script=Latin}])+$/u;
const [FIRST_ARABIC, LAST_ARABIC] = [0x600, 0x6ff];
const SOUND_DOT = /[·•‧・･]/;
const FIRST_OTHER = 0x1100;

/** The script of the last text: one name is read in several ways, one after the other. */
let last: { text: string; script: SyllabicScript } = { text: '', script: SYLLABIC.none };

/** The script of a name that is wholly in Han, in Hangul or in Arabic letters. */
export function syllabicScriptOf(text: string): SyllabicScript {
  if (text !== last.text) last = { text, script: newScriptOf(text) };
  return last.script;
}

function newScriptOf(text: string): SyllabicScript {
  let isOther = false;
  let isArabic = false;
  for (let at = 0; at < text.length && !isOther; at++) {
    const code = text.charCodeAt(at);
    isOther = code >= FIRST_OTHER;
    isArabic ||= code >= FIRST_ARABIC && code <= LAST_ARABIC;
  }
  // Digits and signs alone are in no script: ۳.
  if (!(isArabic || isOther) || !ANY_LETTER.test(text)) return SYLLABIC.none;
  if (isArabic) return ARABIC.test(text.normalize('NFKC')) ? SYLLABIC.arabic : SYLLABIC.none;
  // The dot stands between the parts of a name of another language, written by its sound: 贝拉克·奥巴马.
  if (SOUND_DOT.test(text)) return SYLLABIC.none;
  // Signs that are several letters in one, as `㍱`, are read as these.
  const plain = text.normalize('NFKC');
  if (HAN.test(plain)) return SYLLABIC.han;
  return HANGUL.test(plain) ? SYLLABIC.hangul : SYLLABIC.none;
}

const LANGUAGES = [
  { words: CHINESE_WORDS, families: CHINESE_FAMILIES },
  { words: KOREAN_WORDS, families: KOREAN_FAMILIES },
] as const;
type Language = (typeof LANGUAGES)[number];

/** Every way to take a word apart into two syllables of a language. */
function halvesIn(word: string, { words }: Language): [string, string][] {
  const halves: [string, string][] = [];
  const most = Math.min(MAX_SYLLABLE_LETTERS, word.length - 2);
  for (let length = most; length >= 2; length--) {
    const [first, last] = [word.slice(0, length), word.slice(length)];
    if (words.has(first) && words.has(last)) halves.push([first, last]);
  }
  return halves;
}

function isSyllabicIn(word: string, language: Language): boolean {
  return language.words.has(word) || halvesIn(word, language).length > 0;
}

/** Whether a word is one syllable of Chinese or Korean names or two, in any spelling of them that is known. */
export function isSyllabic(word: string): boolean {
  return (
    word.length <= 2 * MAX_SYLLABLE_LETTERS && LANGUAGES.some((language) => isSyllabicIn(word, language))
  );
}

/** Tokens that tell who bears a name. */
function partsOf(tokens: readonly string[], roles: readonly Role[]): string[] {
  const parts: string[] = [];
  for (let at = 0; at < roles.length; at++)
    if (roles[at] === ROLE.name || roles[at] === ROLE.common) parts.push(tokens[at]!);
  return parts;
}

/**
 * Whether a name in Latin letters is a Chinese or a Korean one by all that it shows: one of its ends is a family name of the
 * language, the rest are syllables.
 */
export function isEastAsianName(tokens: readonly string[], roles: readonly Role[]): boolean {
  const parts = partsOf(tokens, roles);
  if (parts.length < 2 || parts.length > MAX_EAST_ASIAN_PARTS) return false;
  for (const language of LANGUAGES) {
    const isFamily = language.families.has(parts[0]!) || language.families.has(parts.at(-1)!);
    if (isFamily && parts.every((part) => isSyllabicIn(part, language))) return true;
  }
  return false;
}

/** Ways in which romanisations write one sound, and the mark that stands for all of them; those of several letters first. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ng/g, 'N'],
  [/zh|ch|q|j/g, 'C'],
  [/ts|tz|z|c/g, 'T'],
  [/hs|x/g, 'X'],
  [/b/g, 'p'],
  [/d/g, 't'],
  [/g/g, 'k'],
  [/l/g, 'r'],
  [/ien/g, 'ian'],
  [/([iu])eh/g, '$1e'],
  [/uei/g, 'ui'],
  [/ih/g, 'i'],
  [/eo|ou(?=N)/g, 'o'],
  [/eu|oo/g, 'u'],
  [/oN/g, 'uN'],
];

/** `in` and `ing`, `en` and `eng` sound alike to many; in a word of two syllables the rest of it tells names apart. */
const MERGED_ENDS = /([ie])ng?/g;

/** What is left of a syllable when what romanisations write differently is made equal: `Chung` and `Zhong` are alike by it. */
export function soundOfSyllables(word: string): string {
  const text = word.length < MIN_MERGED_WORD ? word : word.replace(MERGED_ENDS, '$1n');
  return SOUNDS.reduce((before, [letters, mark]) => before.replace(letters, mark), text);
}

/** A name with its given name taken apart, and what occurs in the text for each token. */
export interface SplitName {
  tokens: string[];
  words: string[];
  script: SyllabicScript;
}

const HANGUL_SYLLABLE = /[가-힣]/;
const HAN_RUN = /\p{Script=Han}+/gu;

const LATIN_SYLLABLE = /^[a-z]{2,}$/;

/**
 * Each character of a name in Han with its reading; a second way to read it where one of them has two readings, and how dialects
 * spell it.
 */
function splitHan(text: string): SplitName[] {
  const words = (text.normalize('NFKC').match(HAN_RUN) ?? []).flatMap((run) => [...run]);
  if (words.length < 2 || words.length > MAX_EAST_ASIAN_PARTS) return [];
  const readings = mandarinReadings(words);
  const mandarin = (words.length > 2 ? readings : readings.slice(1))
    .filter((tokens) => tokens.every((token) => LATIN_SYLLABLE.test(token)))
    .map((tokens) => ({ tokens, words, script: SYLLABIC.han }));
  return [
    ...mandarin,
    ...dialectReadings(words).map((reading) => ({ ...reading, script: SYLLABIC.dialect })),
  ];
}

const NO_NAMES: readonly SplitName[] = [];

/** A family name and a given name of two syllables in one word. */
function splitLatin(tokens: readonly string[]): readonly SplitName[] {
  if (tokens.length !== 2) return NO_NAMES;
  if (!LANGUAGES.some(({ families }) => families.has(tokens[0]!) || families.has(tokens[1]!)))
    return NO_NAMES;
  const found = new Map<string, SplitName>();
  for (const language of LANGUAGES) {
    for (let at = 0; at < 2; at++) {
      const [word, family] = [tokens[at]!, tokens[1 - at]!];
      if (!language.families.has(family) || language.words.has(word)) continue;
      for (const halves of halvesIn(word, language)) {
        const all = at === 0 ? [...halves, family] : [family, ...halves];
        found.set(all.join(' '), { tokens: all, words: all, script: SYLLABIC.none });
      }
    }
  }
  return [...found.values()].slice(0, MAX_SPLIT_READINGS);
}

/** `Jeong Hyeon-u`: single vowels of a Korean name in Latin letters as names write them. */
function withoutLetters(tokens: readonly string[]): readonly SplitName[] {
  // Of two parts, a single letter is an initial: `A. Choi`.
  if (tokens.length < 3 || tokens.length > MAX_EAST_ASIAN_PARTS) return NO_NAMES;
  if (!tokens.some(({ length }) => length === 1)) return NO_NAMES;
  const written = tokens.map((token) => LETTERS_READ_OTHERWISE[token] ?? token);
  const isOther = written.some((token, at) => token !== tokens[at]);
  const isKorean = () =>
    written.every((token) => KOREAN_WORDS.has(token)) &&
    (KOREAN_FAMILIES.has(written[0]!) || KOREAN_FAMILIES.has(written.at(-1)!));
  return isOther && tokens.some(({ length }) => length > 1) && isKorean()
    ? [{ tokens: written, words: [...tokens], script: SYLLABIC.none }]
    : [];
}

/**
 * A name in Hangul as names write its syllables, with a family name of two syllables where the usual reading has one of one, and
 * the other way round, and as the North spells it.
 */
function splitHangul(text: string): SplitName[] {
  const words = [...text.normalize('NFKC')].filter((character) => HANGUL_SYLLABLE.test(character));
  if (words.length < 2 || words.length > MAX_EAST_ASIAN_PARTS) return [];
  const read = (table: Readonly<Record<string, string>>) =>
    words.map((word) => table[word] ?? anyAscii(word).toLowerCase());
  const found = new Map<string, SplitName>();
  const add = (tokens: string[], own = words) =>
    found.set(tokens.join(' '), { tokens, words: own, script: SYLLABIC.hangul });
  const [plain, written] = [read({}), read(READ_OTHERWISE)];
  const compound = words.length > 2 ? compoundOf(words[0]! + words[1]!) : undefined;
  if (compound) add([compound, ...written.slice(2)], [words[0]! + words[1]!, ...words.slice(2)]);
  add(plain);
  add(read(LONE_VOWELS));
  add(written);
  if (!compound || words.length < MAX_EAST_ASIAN_PARTS) found.delete(plain.join(' '));
  words.forEach((word, at) => {
    const north = northSyllable(word, at);
    if (north) add(written.with(at, READ_OTHERWISE[north] ?? anyAscii(north).toLowerCase()));
  });
  return [...found.values()];
}

/** The name of a Chinese or Korean person with each syllable of its given name a token; none where they are tokens already. */
export function splitSyllables(
  text: string,
  tokens: readonly string[],
  script: SyllabicScript,
): readonly SplitName[] {
  if (script === SYLLABIC.han) return splitHan(text);
  if (script === SYLLABIC.hangul) return splitHangul(text);
  // Names of two tokens and of more.
  return tokens.length === 2 ? splitLatin(tokens) : withoutLetters(tokens);
}
