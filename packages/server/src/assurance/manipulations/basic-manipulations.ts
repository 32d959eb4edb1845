/** Ways in which names arrive altered, each seeded, so that a run can be repeated. */
import { pick, type Random } from '../random.ts';

/** Changes a name; one that cannot apply leaves it as it is. */
export type NameManipulation = (name: string, random: Random) => string;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const TITLES = ['Mr', 'Dr.', 'Haji', 'Sheikh', 'General', 'Prof.'];
const MIDDLE = ['Ahmad', 'Karim', 'Jan', 'Maria', 'Lee', 'Yusuf'];
/** Exchanges between transliterations, tried in a random order. */
const EXCHANGES: readonly [RegExp, string][] = [
  [/ou/i, 'u'],
  [/u/i, 'o'],
  [/ee/i, 'i'],
  [/i/i, 'e'],
  [/q/i, 'k'],
  [/k(?!h)/i, 'q'],
  [/kh/i, 'h'],
  [/y/i, 'i'],
  [/w/i, 'v'],
  [/v/i, 'w'],
  [/dh/i, 'd'],
  [/th/i, 't'],
  [/gh/i, 'g'],
  [/sh/i, 'ch'],
  [/j/i, 'dj'],
  [/z/i, 's'],
  [/(.)\1/i, '$1'],
  [/h(?=[^aeiou]|$)/i, ''],
];

/** Changes one word that `mayChange`, by default of four letters or more; the name as it is when there is none. */
export function inWord(
  name: string,
  random: Random,
  change: (word: string, random: Random) => string,
  mayChange = (word: string) => word.length >= 4,
): string {
  const words = name.split(' ');
  const able = words.flatMap((word, index) => (mayChange(word) ? [index] : []));
  if (able.length === 0) return name;
  const index = pick(able, random);
  words[index] = change(words[index]!, random);
  return words.join(' ');
}

/** Changes one word at one of its letters. */
function atLetter(name: string, random: Random, change: (word: string, at: number) => string): string {
  return inWord(name, random, (word) => change(word, Math.floor(random() * word.length)));
}

export const basicManipulations: Record<string, NameManipulation> = {
  'as given': (name) => name,
  'swapped letters': (name, random) =>
    atLetter(name, random, (word, at) => {
      const i = Math.min(at, word.length - 2);
      return word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2);
    }),
  'dropped letter': (name, random) =>
    atLetter(name, random, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  'doubled letter': (name, random) =>
    atLetter(name, random, (word, at) => word.slice(0, at) + word[at] + word.slice(at)),
  'replaced letter': (name, random) =>
    atLetter(name, random, (word, at) => word.slice(0, at) + pick([...LETTERS], random) + word.slice(at + 1)),
  'two typing errors': (name, random) =>
    basicManipulations['dropped letter']!(basicManipulations['replaced letter']!(name, random), random),
  'Rest, First': (name) => {
    const [first, ...rest] = name.split(' ');
    return rest.length > 0 ? `${rest.join(' ')}, ${first}` : name;
  },
  'dropped middle name': (name) => {
    const words = name.split(' ');
    return words.length > 2 ? [words[0], ...words.slice(2)].join(' ') : name;
  },
  'added middle name': (name, random) => {
    const words = name.split(' ');
    return words.length > 1 ? [words[0], pick(MIDDLE, random), ...words.slice(1)].join(' ') : name;
  },
  'first name as initial': (name) => {
    const words = name.split(' ');
    return words.length > 2 ? [`${words[0]![0]}.`, ...words.slice(1)].join(' ') : name;
  },
  'title added': (name, random) => `${pick(TITLES, random)} ${name}`,
  'words joined': (name, random) => {
    const words = name.split(' ');
    if (words.length < 2) return name;
    const at = Math.floor(random() * (words.length - 1));
    return [...words.slice(0, at), words[at]! + words[at + 1]!, ...words.slice(at + 2)].join(' ');
  },
  'word split': (name, random) =>
    atLetter(name, random, (word, at) => {
      const i = Math.max(2, Math.min(at, word.length - 2));
      return `${word.slice(0, i)} ${word.slice(i)}`;
    }),
  'other transliteration': (name, random) => {
    const start = Math.floor(random() * EXCHANGES.length);
    for (let i = 0; i < EXCHANGES.length; i++) {
      const [from, to] = EXCHANGES[(start + i) % EXCHANGES.length]!;
      if (from.test(name)) return name.replace(from, to);
    }
    return name;
  },
  'non-ASCII lost': (name) => name.replace(/[^\x20-\x7e]/g, ''),
};
