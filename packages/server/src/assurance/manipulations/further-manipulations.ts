/**
 * Further ways in which names arrive altered, kept apart from the basic ones so that no figure of these changes
 * when the set grows. Each is seeded; one that cannot apply leaves the name as it is.
 */
import { pick, type Random } from '../random.ts';
import { basicManipulations, inWord, type NameManipulation } from './basic-manipulations.ts';
import { ARABIC, CHINESE, type Exchange, KOREAN, OCR, PHONETIC, RUSSIAN, WORDS } from './exchange-tables.ts';

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** A key beside the letter's on an English keyboard. */
function neighbour(letter: string, random: Random): string {
  const row = ROWS.findIndex((keys) => keys.includes(letter));
  if (row < 0) return letter;
  const at = ROWS[row]!.indexOf(letter);
  const near = [
    ROWS[row]![at - 1],
    ROWS[row]![at + 1],
    ROWS[row - 1]?.[at],
    ROWS[row - 1]?.[at + 1],
    ROWS[row + 1]?.[at],
    ROWS[row + 1]?.[at - 1],
  ].filter((key) => key !== undefined);
  return pick(near, random);
}

/** One typing error of any of five kinds. */
export function mistyped(word: string, random: Random): string {
  const at = Math.floor(random() * word.length);
  const letter = pick([...'abcdefghijklmnopqrstuvwxyz'], random);
  const i = Math.min(at, word.length - 2);
  const ways = [
    () => word.slice(0, i) + word[i + 1]! + word[i]! + word.slice(i + 2),
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + letter + word.slice(at),
    () => word.slice(0, at) + letter + word.slice(at + 1),
    () => word.slice(0, at) + neighbour(word[at]!.toLowerCase(), random) + word.slice(at + 1),
  ];
  return pick(ways, random)();
}

/** Applies up to `count` of the exchanges that fit, from a random one on. */
function exchanged(name: string, random: Random, exchanges: readonly Exchange[], count: number): string {
  let text = name;
  let done = 0;
  const start = Math.floor(random() * exchanges.length);
  for (let i = 0; i < exchanges.length && done < count; i++) {
    const [from, to] = exchanges[(start + i) % exchanges.length]!;
    if (!from.test(text)) continue;
    text = text.replace(from, to);
    done++;
  }
  return text;
}

const MARKS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'è',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  z: 'ž',
  l: 'ł',
};

const isKorean = (name: string) =>
  /\b(?:kim|ri|pak|choe|jong|chol|hyon|hyok|yong|myong|kang|sok|sung|han|jang|ryu|paek)\b/i.test(name);
const isChinese = (name: string) => /\b(?:zh|x[iu]|q[iu])|(?:zhang|wang|chen|yang|liu)\b/i.test(name);

/** Manipulations of people's names. */
export const furtherManipulations: Record<string, NameManipulation> = {
  'keyboard neighbour': (name, random) =>
    inWord(name, random, (word) => {
      const at = Math.floor(random() * word.length);
      return word.slice(0, at) + neighbour(word[at]!.toLowerCase(), random) + word.slice(at + 1);
    }),
  'added letter': (name, random) =>
    inWord(name, random, (word) => {
      const at = Math.floor(random() * (word.length + 1));
      return word.slice(0, at) + pick([...'abcdefghijklmnopqrstuvwxyz'], random) + word.slice(at);
    }),
  'error in a short word': (name, random) =>
    inWord(name, random, mistyped, (word) => word.length >= 3 && word.length <= 5),
  'read by machine': (name, random) => exchanged(name, random, OCR, 1),
  'read by machine, twice': (name, random) => exchanged(name, random, OCR, 2),
  'spelled by ear': (name, random) => exchanged(name, random, PHONETIC, 2),
  'Russian otherwise': (name, random) => exchanged(name, random, RUSSIAN, 2),
  'Arabic otherwise, once': (name, random) => exchanged(name, random, ARABIC, 1),
  'Arabic otherwise, thrice': (name, random) => exchanged(name, random, ARABIC, 3),
  'Korean otherwise': (name, random) => (isKorean(name) ? exchanged(name, random, KOREAN, 2) : name),
  'Chinese otherwise': (name, random) => (isChinese(name) ? exchanged(name, random, CHINESE, 2) : name),
  'two errors in one word': (name, random) =>
    inWord(
      name,
      random,
      (word) => mistyped(mistyped(word, random), random),
      (word) => word.length >= 6,
    ),
  'two errors in two words': (name, random) => {
    const words = name.split(' ');
    const long = words.flatMap((word, index) => (word.length >= 4 ? [index] : []));
    if (long.length < 2) return name;
    const one = pick(long, random);
    const other = pick(
      long.filter((index) => index !== one),
      random,
    );
    for (const index of [one, other]) words[index] = mistyped(words[index]!, random);
    return words.join(' ');
  },
  'all in capitals': (name) => name.toUpperCase(),
  'marks added': (name, random) =>
    [...name].map((letter) => (random() < 0.4 ? (MARKS[letter] ?? letter) : letter)).join(''),
  'marks lost': (name) => name.normalize('NFD').replace(/\p{M}/gu, ''),
  'hyphen for a space': (name, random) => {
    const words = name.split(' ');
    if (words.length < 2) return name;
    const at = 1 + Math.floor(random() * (words.length - 1));
    return `${words.slice(0, at).join(' ')}-${words.slice(at).join(' ')}`;
  },
  'hyphens lost': (name) => name.replaceAll('-', ''),
  'spaces lost': (name) => (name.split(' ').length <= 3 ? name.replaceAll(' ', '') : name),
  'spaces doubled': (name) => name.replaceAll(' ', '  '),
  'any order': (name, random) => {
    const words = name.split(' ');
    for (let i = words.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [words[i], words[j]] = [words[j]!, words[i]!];
    }
    return words.join(' ');
  },
  'any order, with an error': (name, random) =>
    inWord(furtherManipulations['any order']!(name, random), random, mistyped),
  'last name dropped': (name) => {
    const words = name.split(' ');
    return words.length > 3 ? words.slice(0, -1).join(' ') : name;
  },
  'middle name dropped, with an error': (name, random) =>
    inWord(basicManipulations['dropped middle name']!(name, random), random, mistyped),
  'middle initial': (name, random) => {
    const words = name.split(' ');
    return words.length > 1
      ? [words[0], `${pick([...'ABDHJKMRST'], random)}.`, ...words.slice(1)].join(' ')
      : name;
  },
  'names as initials but the last': (name) => {
    const words = name.split(' ');
    return words.length > 2
      ? [words[0], ...words.slice(1, -1).map((word) => `${word[0]}.`), words.at(-1)].join(' ')
      : name;
  },
  'joined, with an error': (name, random) =>
    inWord(basicManipulations['words joined']!(name, random), random, mistyped, (word) => word.length >= 7),
  'split, with an error': (name, random) =>
    inWord(basicManipulations['word split']!(name, random), random, mistyped),
  'title and transliteration': (name, random) =>
    basicManipulations['title added']!(basicManipulations['other transliteration']!(name, random), random),
  'with a remark': (name, random) =>
    `${name} ${pick(['(deceased)', 'a.k.a.', '1967', 'DOB 1967', 'PhD', 'junior'], random)}`,
};

const FORMS = ['Ltd', 'LLC', 'Inc.', 'GmbH', 'S.A.', 'Co., Ltd', 'Limited', 'Company', 'JSC', 'FZE'];
const FORM =
  /[, ]+(?:co\.?,? ltd\.?|limited|ltd\.?|llc|l\.l\.c\.|inc\.?|s\.a\.|gmbh|company|co\.|corp\.?|corporation|jsc|ojsc|fze|ag|plc)$/i;
/** Manipulations of the names of organisations. */
export const organisationManipulations: Record<string, NameManipulation> = {
  'as given': (name) => name,
  'typing error': (name, random) => inWord(name, random, mistyped, (word) => word.length >= 5),
  'two typing errors': (name, random) =>
    inWord(
      inWord(name, random, mistyped, (word) => word.length >= 5),
      random,
      mistyped,
      (word) => word.length >= 5,
    ),
  'form left out': (name) => name.replace(FORM, ''),
  'form added': (name, random) => (FORM.test(name) ? name : `${name} ${pick(FORMS, random)}`),
  'words written otherwise': (name, random) => exchanged(name, random, WORDS, 2),
  'with an article': (name) => `The ${name}`,
  'all in capitals': (name) => name.toUpperCase(),
  'spaces changed': (name, random) => basicManipulations['words joined']!(name, random),
  'one word left out': (name, random) => {
    const words = name.split(' ');
    if (words.length < 4) return name;
    const at = 1 + Math.floor(random() * (words.length - 1));
    return words.filter((_, index) => index !== at).join(' ');
  },
  'words in any order': (name, random) => furtherManipulations['any order']!(name, random),
  'marks lost': (name) => name.replace(/[.,'"()-]/g, ' '),
  'read by machine': (name, random) => exchanged(name, random, OCR, 1),
};

/** Manipulations of the names of ships and aircraft. */
export const vesselManipulations: Record<string, NameManipulation> = {
  'as given': (name) => name,
  'typing error in a long word': (name, random) =>
    inWord(name, random, mistyped, (word) => /^[a-z]{6,}$/i.test(word)),
  'typing error in a longer word': (name, random) =>
    inWord(name, random, mistyped, (word) => /^[a-z]{8,}$/i.test(word)),
  'with its kind': (name, random) => `${pick(['MV', 'M/V', 'MT', 'M.V.', 'Vessel', 'SS'], random)} ${name}`,
  'in quotes': (name) => `"${name}"`,
  'hyphen for a space': (name) => name.replace(' ', '-'),
  'words joined': (name, random) => basicManipulations['words joined']!(name, random),
  'Roman numerals': (name) =>
    name.replace(
      /\b[2-9]$/,
      (digit) => ['II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'][Number(digit) - 2]!,
    ),
};
