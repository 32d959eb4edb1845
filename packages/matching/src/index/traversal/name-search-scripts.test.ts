import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { ListEntry } from '../../entry.ts';
import type { Family } from '../../names/roles.ts';
import { watchlistEntry } from '../../sources/watchlist.ts';
import { expectNothingLost, loses } from '../../testing/lost-names.ts';
import { namesOfScripts } from '../../testing/names-of-scripts.ts';
import { buildIndex } from '../format/index-builder.ts';
import { type ListIndex, openIndex } from '../format/list-index.ts';
import { searchMemoryOf } from './search-memory.ts';

function listOf(names: readonly string[], type: ListEntry['type']): ListIndex {
  const entries = names.map((name, at) => watchlistEntry({ id: `${type}-${at}`, name, type }));
  return openIndex(buildIndex(entries, { source: 'test', version: '1' }));
}

/** A letter of the name's own script exchanged, left out or doubled, two swapped, a word left out, moved or joined. */
const changes: ((letters: string[], at: number, other: string) => string[])[] = [
  (letters) => letters,
  (letters, at, other) => letters.with(at, other),
  (letters, at) => letters.toSpliced(at, 1),
  (letters, at) => letters.toSpliced(at, 0, letters[at]!),
  (letters, at) => letters.toSpliced(at, 2, ...letters.slice(at, at + 2).reverse()),
  (letters, at) => letters.toSpliced(at, 0, ' '),
  (letters) => letters.filter((letter) => letter !== ' '),
  (letters) => letters.join('').split(' ').reverse().join(' ').split(''),
  (letters, at) => {
    const words = letters.join('').split(' ');
    return [...words.toSpliced(at % words.length, 1).join(' ')];
  },
];

function changed(name: string, steps: readonly { how: number; at: number; from: number }[]): string {
  let letters = [...name];
  for (const { how, at, from } of steps) {
    if (letters.length === 0) break;
    const next = changes[how % changes.length]!(
      letters,
      at % letters.length,
      letters[from % letters.length]!,
    );
    if (next.length > 0) letters = next;
  }
  return letters.join('');
}

const steps = fc.array(fc.record({ how: fc.nat(100), at: fc.nat(60), from: fc.nat(60) }), { maxLength: 3 });

describe('a search in names of all scripts', () => {
  const names = namesOfScripts.flat();
  const indexes = {
    person: listOf(names, 'individual'),
    organisation: listOf(names, 'corporate'),
  };

  it('finds what scoring each name finds, whatever script either is written in', () => {
    const property = fc.property(
      fc.constantFrom(...namesOfScripts),
      fc.nat(10),
      steps,
      fc.constantFrom(0.5, 0.7, 0.85),
      fc.constantFrom<Family>('person', 'organisation'),
      fc.nat(5),
      (spellings, which, how, threshold, family, place) => {
        const text = changed(spellings[which % spellings.length]!, how);
        expectNothingLost(indexes[family], text, { family, threshold, place });
      },
    );
    fc.assert(property, { numRuns: 2000 });
  }, 120_000);

  it('finds them by pairs of words too, and where Latin noise is added', () => {
    for (const index of Object.values(indexes)) {
      searchMemoryOf(index).tuning.pairWorth = Number.POSITIVE_INFINITY;
      searchMemoryOf(index).tuning.fewNames = 0;
      loses(index, names, 600);
    }
  }, 120_000);
});
