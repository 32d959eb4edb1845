/** Shows that the index loses no name: beside every search stands the scoring of the whole list. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ListIndex } from '../index/format/list-index.ts';
import { NameSearch } from '../index/traversal/name-search.ts';
import { allReadings } from '../names/all-readings.ts';
import type { PreparedName } from '../names/prepare.ts';
import type { Family } from '../names/roles.ts';
import { comparePrepared } from '../scoring/compare-names.ts';

/**
 * Numbers of the names that may score `threshold` or more against the query, in no particular order. No name that
 * does is left out.
 */
export function candidatesOf(index: ListIndex, query: PreparedName, threshold: number): number[] {
  const candidates: number[] = [];
  new NameSearch(index, query, threshold).run((name) => candidates.push(name));
  return candidates;
}

/** Every name of the index that scores enough, found by scoring all of them, and its score. */
export function scoresOf(
  index: ListIndex,
  query: PreparedName,
  how: { family: Family; threshold: number },
): Map<number, number> {
  const found = new Map<number, number>();
  for (let name = 0; name < index.nameCount; name++) {
    if (index.blocks.familyOf(name) !== how.family) continue;
    const { score } = comparePrepared(query, index.preparedName(name));
    if (score >= how.threshold) found.set(name, score);
  }
  return found;
}

/** Changes a name in up to three places: letters replaced, dropped, swapped, words moved, joined, cut, added, abbreviated. */
export const disturbance = fc.array(
  fc.record({
    kind: fc.integer({ min: 0, max: 9 }),
    at: fc.nat(40),
    letter: fc.constantFrom(...'aeioukhstmn'),
  }),
  { maxLength: 3 },
);

export function disturb(
  name: string,
  steps: readonly { kind: number; at: number; letter: string }[],
): string {
  let text = name;
  for (const { kind, at, letter } of steps) {
    const i = at % Math.max(1, text.length);
    const words = text.split(' ');
    const w = at % words.length;
    const changed = [
      () => text.slice(0, i) + letter + text.slice(i + 1),
      () => text.slice(0, i) + text.slice(i + 1),
      () => text.slice(0, i) + (text[i + 1] ?? '') + text[i] + text.slice(i + 2),
      () => [...words.slice(w), ...words.slice(0, w)].join(' '),
      () => words.slice(0, w).join(' ') + words.slice(w).join(''),
      () => `${text.slice(0, i)} ${text.slice(i)}`,
      () => [...words.slice(0, w), 'Karim', ...words.slice(w)].join(' '),
      () => words.filter((_, position) => position !== w || words.length === 1).join(' '),
      () => words.map((word, position) => (position === w ? word.slice(0, 1) : word)).join(' '),
      () => [...words.slice(0, w), letter, ...words.slice(w)].join(' '),
    ];
    text = changed[kind]!();
  }
  return text;
}

/** Fails with each name of the list that scores enough against a reading of `text`, and that the search does not give. */
export function expectNothingLost(
  index: ListIndex,
  text: string,
  how: { family: Family; threshold: number; place: number },
): void {
  for (const { prepared: query } of allReadings(text, how.family)) {
    const scores = scoresOf(index, query, how);
    // A bound that is a little too low shows only where what is asked for is just what a name scores.
    const just = [...scores.values()].sort((a, b) => b - a).at(how.place) ?? how.threshold;
    for (const least of [how.threshold, just - 1e-7]) {
      const found = new Set(candidatesOf(index, query, least));
      const lost = [...scores].filter(([one, score]) => score >= least && !found.has(one));
      expect(lost.map(([one]) => `${text}: ${index.preparedName(one).tokens.join(' ')}`)).toEqual([]);
    }
  }
}

/** Tries the names, disturbed, against the index. */
export function loses(index: ListIndex, names: readonly string[], runs: number): void {
  const property = fc.property(
    fc.constantFrom(...names),
    disturbance,
    fc.constantFrom(0.5, 0.65, 0.85),
    fc.constantFrom<Family>('person', 'organisation'),
    fc.nat(5),
    (name, steps, threshold, family, place) => {
      expectNothingLost(index, disturb(name, steps), { family, threshold, place });
    },
  );
  fc.assert(property, { numRuns: runs });
}
