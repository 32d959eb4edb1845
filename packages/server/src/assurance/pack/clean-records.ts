import type { Subject } from '@gatehouse/matching';
import { pick, type Random, seeded, seedOf } from '../random.ts';
import { LATIN_FAMILY_NAMES, LATIN_GIVEN_NAMES } from './latin-names.ts';
import { madeUpFirm, madeUpPeople, madeUpShip } from './made-up-names.ts';
import { peopleOfScripts } from './people-of-scripts.ts';
import type { TestRecord } from './test-record.ts';

interface CleanSet {
  readonly way: string;
  readonly type: 'individual' | 'corporate' | 'vessel';
  readonly make: (random: Random) => string;
}

const cleanSets: readonly CleanSet[] = [
  { way: 'people-latin', type: 'individual', make: latinPerson },
  ...Object.entries(peopleOfScripts).flatMap(([script, make]): CleanSet[] => [
    { way: `people-${script.toLowerCase()}`, type: 'individual', make: (random) => make(random).own },
    { way: `people-${script.toLowerCase()}-latin`, type: 'individual', make: (random) => make(random).latin },
  ]),
  { way: 'people-han', type: 'individual', make: madeUpPeople['Han']! },
  { way: 'people-hangul', type: 'individual', make: madeUpPeople['Hangul']! },
  { way: 'firms', type: 'corporate', make: (random) => madeUpFirm(LATIN_FAMILY_NAMES, random) },
  { way: 'vessels', type: 'vessel', make: (random) => madeUpShip(LATIN_FAMILY_NAMES, random) },
];

function latinPerson(random: Random): string {
  const names = [pick(LATIN_GIVEN_NAMES, random), pick(LATIN_FAMILY_NAMES, random)];
  if (random() < 0.3) names.splice(1, 0, pick(LATIN_GIVEN_NAMES, random));
  return names.join(' ');
}

/** Tries at a name that was not yet drawn, before a set counts as exhausted. */
const maxTries = 50;

/**
 * Made-up people, companies and vessels, the same number of each set, each name once. Nobody checks that none of them is listed:
 * a real customer may have a listed name too, and the report counts those that do apart.
 */
export function cleanRecords(size: number, seed: number): TestRecord[] {
  return cleanSets.flatMap(({ way, type, make }, at) => {
    const count = Math.floor(size / cleanSets.length) + (at < size % cleanSets.length ? 1 : 0);
    const random = seeded(seedOf(seed, `clean ${way}`));
    return distinctNames(make, random, count).map((name, place): TestRecord => {
      const subject: Subject = { name, type: type === 'individual' ? 'individual' : 'corporate' };
      return {
        id: `clean/${way}/${place + 1}`,
        group: { list: '', entityType: type, fact: 'made-up', way },
        subject,
        original: name,
        expected: { kind: 'none' },
      };
    });
  });
}

function distinctNames(make: (random: Random) => string, random: Random, count: number): string[] {
  const names = new Set<string>();
  for (let failed = 0; names.size < count && failed < maxTries; ) {
    const before = names.size;
    names.add(make(random));
    failed = names.size === before ? failed + 1 : 0;
  }
  return [...names];
}
