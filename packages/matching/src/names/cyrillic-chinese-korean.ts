/**
 * Chinese and Korean names in Cyrillic, which writes them by systems of its own (Palladius, Kontsevich, and habits older
 * than that): `Си Цзиньпин` is Xi Jinping, `Ким Чен Ын` Kim Jong Un. Read letter by letter they are other names. A word
 * is taken for such a name only if all words of the name can be taken apart into syllables of one of the two languages.
 */
import {
  MAX_NAME_SYLLABLES,
  MAX_SYLLABLE_LETTERS,
  MAX_SYLLABLE_READINGS,
  MAX_WORD_SYLLABLES,
  MIN_NAME_SYLLABLES,
} from '../weights.ts';
import { CHINESE_SYLLABLES, KOREAN_SYLLABLES } from './syllables.ts';

/** A name as it may be meant: tokens, and the letters that each was read from. */
export interface ForeignReading {
  tokens: readonly string[];
  words: readonly string[];
}

const rows = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    text
      .trim()
      .split(/\s{2,}|\n/)
      .map((row) => row.trim().split(' '))
      .map(([latin, ...cyrillic]) => [
        latin === '-' ? '' : latin!,
        cyrillic.map((one) => (one === '-' ? '' : one)),
      ]),
  );

/** First sounds of pinyin; `-` is none. Before `i`-like finals `j`, `q` and `x` are written as `z`, `c` and `s` are. */
const CHINESE_INITIALS = rows(`
  b б  p п  m м  f ф  d д  t т  n н  l л  g г  k к  h х  j цз  q ц  x с  z цз  c ц  s с
  zh чж  ch ч  sh ш  r ж  y -  w -  - -
`);
const CHINESE_FINALS = rows(`
  a а  ai ай  ao ао  an ань  ang ан  o о  ou оу  ong ун  e э  ei эй  en энь  eng эн
  i и  ia я  ie е  iao яо  iu ю  ian янь  in инь  iang ян  ing ин  iong юн
  u у  ua уа  uo о  uai уай  ui уй уэй  uan уань  un унь  uang уан
  ue юэ  v юй  van юань  vn юнь
`);
/** Syllables without a first consonant, and those of `u` that are spoken as `ü`. */
const CHINESE_WHOLE = rows(`
  yi и  ya я  ye е  yao яо  you ю  yan янь  yin инь  yang ян  ying ин  yong юн
  yu юй  yue юэ  yuan юань  yun юнь  wu у  wa ва  wo во  wai вай  wei вэй вей  wan вань  wen вэнь вень  wang ван
  lu лу люй  nu ну нюй  er эр  zi цзы  ci цы  si сы  hui хуэй хой
`);
const KOREAN_INITIALS = rows(`
  k к г кх  n н  t т д тх  r р л  m м  p п б пх  s с  ch ч чж чх дж ж  h х  y -  w -  - -
`);
const KOREAN_VOWELS = rows(`
  a а  ae э е  ya я  o о е э  e е э  yo ё йо е ё  ye е йе  wa ва  wo во  u у ы  yu ю  wi ви  ui ый ы и  i и  oe ве
`);
const KOREAN_ENDS = rows(`
  - -  k к  n н нъ  l ль р  m м  p п  ng н нг
`);

const CHINESE_PARTS = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw]?)([aeiou]+(?:ng|n)?)$/;
const KOREAN_PARTS = /^(ch|[hkmnprst]?)(yae|yeo|ya|ye|yo|yu|wa|wo|wi|ae|oe|ui|[aeiou])(ng|[klmnp]?)$/;

/** Spellings of a pinyin syllable in Cyrillic. */
function chineseSpellings(syllable: string): readonly string[] {
  const whole = CHINESE_WHOLE.get(syllable);
  if (whole) return whole;
  const [, initial = '', final = ''] = CHINESE_PARTS.exec(syllable) ?? [];
  const isRounded = /^[jqx]$/.test(initial) && /^u(?:an|n)?$/.test(final);
  const finals = CHINESE_FINALS.get(isRounded ? final.replace('u', 'v') : final) ?? [];
  return (CHINESE_INITIALS.get(initial) ?? []).flatMap((first) => finals.map((rest) => first + rest));
}

/** Spellings of a Korean syllable, as McCune and Reischauer write it, in Cyrillic. */
function koreanSpellings(syllable: string): readonly string[] {
  const [, initial = '', vowel = '', end = ''] = KOREAN_PARTS.exec(syllable) ?? [];
  const [initials, vowels, ends] = [
    KOREAN_INITIALS.get(initial) ?? [],
    KOREAN_VOWELS.get(vowel) ?? [],
    KOREAN_ENDS.get(end) ?? [],
  ];
  return initials.flatMap((first) => vowels.flatMap((middle) => ends.map((last) => first + middle + last)));
}

/** Syllables by how they may be spelled in Cyrillic. */
function bySpelling(
  syllables: readonly string[],
  spellingsOf: (syllable: string) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const syllable of new Set(syllables)) {
    for (const spelling of new Set(spellingsOf(syllable))) {
      if (spelling !== '') found.set(spelling, [...(found.get(spelling) ?? []), syllable]);
    }
  }
  return found;
}

const SYSTEMS = [
  { syllables: bySpelling(CHINESE_SYLLABLES, chineseSpellings), isJoined: true },
  { syllables: bySpelling(KOREAN_SYLLABLES, koreanSpellings), isJoined: false },
] as const;

const CYRILLIC = /^[\u0400-\u045f\s-]+$/;

/** The first way to take a word apart into the fewest known syllables; undefined when there is none. */
function syllablesOf(
  word: string,
  known: ReadonlyMap<string, readonly string[]>,
  most = MAX_WORD_SYLLABLES,
): string[] | undefined {
  if (word === '') return [];
  if (most === 0) return undefined;
  for (let length = Math.min(MAX_SYLLABLE_LETTERS, word.length); length > 0; length--) {
    if (!known.has(word.slice(0, length))) continue;
    const rest = syllablesOf(word.slice(length).replace(/^ъ/, ''), known, most - 1);
    if (rest) return [word.slice(0, length), ...rest];
  }
  return undefined;
}

/** A word cut where its syllables end; the last takes the rest. */
function cutLike(word: string, parts: readonly string[]): string[] {
  let from = 0;
  return parts.map((part, at) => {
    const to = at === parts.length - 1 ? word.length : from + part.length;
    const cut = word.slice(from, to);
    from = to;
    return cut;
  });
}

/** Every way to choose one of each, the last changing first. */
function choices(options: readonly (readonly string[])[]): string[][] {
  return options.reduce<string[][]>(
    (before, next) => before.flatMap((chosen) => next.map((one) => [...chosen, one])),
    [[]],
  );
}

/** How a name in Cyrillic reads if it is a Chinese or a Korean one; empty for all other names. */
export function foreignReadings(text: string): ForeignReading[] {
  if (!CYRILLIC.test(text)) return [];
  const names = text
    .normalize('NFC')
    .split(/[\s-]+/)
    .filter((word) => word !== '');
  if (names.length < 2) return [];
  return SYSTEMS.flatMap(({ syllables: known, isJoined }) => {
    const parts = names.map((word) => syllablesOf(word.toLowerCase(), known));
    const all = parts.flatMap((part) => part ?? []);
    if (parts.includes(undefined) || all.length < MIN_NAME_SYLLABLES || all.length > MAX_NAME_SYLLABLES)
      return [];
    const words = isJoined ? names : names.flatMap((name, at) => cutLike(name, parts[at]!));
    const options = isJoined
      ? parts.map((part) => choices(part!.map((one) => known.get(one)!)).map((chosen) => chosen.join('')))
      : all.map((one) => known.get(one)!);
    return choices(options)
      .slice(0, MAX_SYLLABLE_READINGS)
      .map((tokens) => ({ tokens, words }));
  });
}
