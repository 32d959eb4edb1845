/**
 * Lists of any size made of real names: the first words of one entry with the last words of another, a share of
 * words that no list holds yet (the beginning of one word, the end of another), and aliases spelt otherwise. Seeded,
 * so that every run sees the same list. Frequent names stay as frequent as in the lists they come from.
 */
import type { ListEntry, ListName } from '../../packages/matching/src/index.ts';
import { basicManipulations } from '../../packages/server/src/assurance/manipulations/basic-manipulations.ts';
import { seeded } from '../../packages/server/src/assurance/random.ts';

/** Share of family names and company words that are new to the list: real lists go on bringing new words. */
const NEW_WORDS = 0.2;
const ORGANISATIONS = 0.25;
/** Other names of an entity: none, one, two or three, so that 1,000 entities have 2,500 names. */
const MAX_ALIASES = 3;
const ALIAS_KINDS = [
  'other transliteration',
  'Rest, First',
  'dropped middle name',
  'words joined',
  'replaced letter',
];
const COUNTRIES = ['IR', 'SY', 'RU', 'KP', 'AF', 'IQ', 'VE', 'CO', 'MX', 'MM', 'UA', 'LY'];

type Random = () => number;

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!;
}

/** Words of the first names of all entries of one kind. */
function wordsOf(entries: readonly ListEntry[], person: boolean): string[][] {
  return entries
    .filter((entry) => (entry.type === 'individual') === person)
    .flatMap((entry) => entry.names.filter((name) => name.kind !== 'original').slice(0, 3))
    .map((name) => name.text.replaceAll(',', ' ').split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 1 && words.length < 12);
}

/** A word that begins like one and ends like another. */
function newWord(word: string, other: string, random: Random): string {
  const cut = 2 + Math.floor(random() * Math.max(1, word.length - 3));
  return word.slice(0, cut) + other.slice(Math.floor(other.length / 2)).toLowerCase();
}

function recombined(pool: readonly string[][], random: Random): string {
  const [first, last] = [pick(pool, random), pick(pool, random)];
  const words = [...first.slice(0, Math.ceil(first.length / 2)), ...last.slice(Math.floor(last.length / 2))];
  if (random() < NEW_WORDS) {
    const other = pick(pool, random);
    words[words.length - 1] = newWord(words.at(-1)!, other[other.length - 1]!, random);
  }
  return words.join(' ');
}

/** The real entries, then as many made-up ones as are missing to `count`. */
export function* recombine(real: readonly ListEntry[], count: number, seed = 1): Generator<ListEntry> {
  const random = seeded(seed);
  yield* real.slice(0, count);
  const persons = wordsOf(real, true);
  const organisations = wordsOf(real, false);
  for (let i = real.length; i < count; i++) {
    const isOrganisation = random() < ORGANISATIONS;
    const title = recombined(isOrganisation ? organisations : persons, random);
    const names: ListName[] = [{ text: title, kind: 'primary' }];
    const aliases = Math.floor(random() * (MAX_ALIASES + 1));
    for (let alias = 0; alias < aliases; alias++) {
      names.push({ text: basicManipulations[pick(ALIAS_KINDS, random)]!(title, random), kind: 'strong' });
    }
    const year = 1930 + Math.floor(random() * 75);
    yield {
      id: `recombined:${i}`,
      source: 'recombined',
      type: isOrganisation ? 'corporate' : 'individual',
      names,
      births: isOrganisation ? [] : [{ from: `${year}-01-01`, to: `${year}-12-31`, precision: 'year' }],
      nationalities: isOrganisation ? [] : [pick(COUNTRIES, random)],
      countries: [],
      identifiers: [],
      addresses: [],
      category: 'sanctions',
      subCategory: 'recombined',
      programs: [],
    };
  }
}
