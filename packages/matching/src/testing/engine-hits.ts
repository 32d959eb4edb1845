/** What an engine answers to a fixed set of questions, to compare two engines by. */
import type * as engineModule from '../engine.ts';
import type { MatchPolicy } from '../engines/policy.ts';
import type { ListEntry } from '../entry.ts';
import type { Subject } from '../subject.ts';
import { readEntries } from './lists.ts';

/** What an engine offers, archived or not. */
export type Engine = typeof engineModule;

/** Numbers that look random and are the same on every machine (a linear congruence). */
function seeded(start: number): (below: number) => number {
  let seed = start;
  return (below) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

const ADDITIONS = ['Ltd', 'Khan', 'bin Said', '2', 'Trading', '(closed)', 'A.'];

/** A name as people write it wrongly: a letter lost, exchanged or replaced, words moved, dropped, joined or added. */
function disturbed(name: string, random: (below: number) => number): string {
  const words = name.split(' ');
  const place = 1 + random(Math.max(1, name.length - 2));
  switch (random(8)) {
    case 0:
      return name.slice(0, place) + name.slice(place + 1);
    case 1:
      return name.slice(0, place) + (name[place + 1] ?? '') + (name[place] ?? '') + name.slice(place + 2);
    case 2:
      return name.slice(0, place) + 'aeioukst'[random(8)] + name.slice(place + 1);
    case 3:
      return words.reverse().join(' ');
    case 4:
      return words.toSpliced(random(words.length), 1).join(' ') || name;
    case 5:
      return name.replace(' ', '');
    case 6:
      return words.with(random(words.length), name[0]!).join(' ');
    default:
      return `${name} ${ADDITIONS[random(ADDITIONS.length)]}`;
  }
}

function policiesOf({ enginePolicies }: Engine): MatchPolicy[] {
  return [
    enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 5 }),
    enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 5 }),
    enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 50 }),
    enginePolicies.RISK_LISTS({ searchType: 'Precise', maxHits: 5 }),
    enginePolicies.RISK_LISTS({ searchType: 'Near', maxHits: 20 }),
    enginePolicies.RISK_LISTS({ searchType: 'Broad', maxHits: 50 }),
    enginePolicies.COMPOSITE_SCAN({ sensitivity: 0.7 }),
    enginePolicies.WATCHLIST(),
  ];
}

function subjectOf(name: string, entry: ListEntry, random: (below: number) => number): Subject {
  const type = (['individual', 'corporate', 'any'] as const)[random(3)]!;
  if (random(2) === 0) return { name, type };
  const { births, nationalities, countries, identifiers, gender } = entry;
  return { name, type, births, nationalities, countries, identifiers, ...(gender ? { gender } : {}) };
}

/**
 * Each answer of an engine as text: comparisons with their reasons, and hits with scores, ranks and reasons.
 * @param rounds how often each name of the bundled list is disturbed, compared and screened
 */
export async function hitsOf(engine: Engine, rounds: number): Promise<string[]> {
  const { entries } = await readEntries(engine.listSources['sample']!, []);
  const random = seeded(20);
  const policies = policiesOf(engine);
  const index = engine.openIndex(engine.buildIndex(entries, { source: 'sample', version: '1' }));
  const answers: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const entry of entries) {
      for (const { text } of entry.names) {
        const name = disturbed(text, random);
        const type = entry.type === 'individual' ? 'individual' : entry.type === 'vessel' ? 'vessel' : 'any';
        const other = entries[random(entries.length)]!;
        const subject = subjectOf(name, entry, random);
        const compared = [
          engine.compare(name, text, { type }),
          engine.compare(disturbed(name, random), text),
          engine.compare(subject, subjectOf(other.names[0]!.text, other, random)),
        ];
        const policy = policies[random(policies.length)]!;
        answers.push(JSON.stringify([name, text, compared, engine.screen([index], subject, policy)]));
      }
    }
  }
  return answers;
}
