/** Ways in which names arrive disturbed, each seeded, so that a run can be repeated. */

/** Numbers of a seeded sequence, 0 (inclusive) to 1 (exclusive): mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

type Random = () => number;
type Disturbance = (name: string, random: Random) => string;

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

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!;
}

/** Changes one word of three letters or more. */
function inWord(name: string, random: Random, change: (word: string, at: number) => string): string {
  const words = name.split(' ');
  const long = words.flatMap((word, index) => (word.length >= 4 ? [index] : []));
  if (long.length === 0) return name;
  const index = pick(long, random);
  const word = words[index]!;
  words[index] = change(word, Math.floor(random() * word.length));
  return words.join(' ');
}

export const disturbances: Record<string, Disturbance> = {
  'as given': (name) => name,
  'swapped letters': (name, random) =>
    inWord(name, random, (word, at) => {
      const i = Math.min(at, word.length - 2);
      return word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2);
    }),
  'dropped letter': (name, random) =>
    inWord(name, random, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  'doubled letter': (name, random) =>
    inWord(name, random, (word, at) => word.slice(0, at) + word[at] + word.slice(at)),
  'replaced letter': (name, random) =>
    inWord(name, random, (word, at) => word.slice(0, at) + pick([...LETTERS], random) + word.slice(at + 1)),
  'two typing errors': (name, random) =>
    disturbances['dropped letter']!(disturbances['replaced letter']!(name, random), random),
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
    inWord(name, random, (word, at) => {
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
