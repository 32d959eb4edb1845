import type { DateInterval, Subject } from '@gatehouse/matching';
import { type DateManipulation, dateManipulations } from '../manipulations/dates.ts';
import { alteredName, EXACT, identifierManipulations, nameWaysOf } from '../manipulations/manipulations.ts';
import { seeded, seedOf } from '../random.ts';
import type { Candidate, CandidateGroup } from './list-candidates.ts';
import { subjectType, type TestRecord } from './test-record.ts';

/** One record of so many tests what the list publishes as it is. */
const exactEvery = 5;

/**
 * Records of list entries: each list, type of entity and tested fact gets the same number as far as it has enough, and in it
 * each way the same number of what exact records leave.
 */
export function listedRecords(groups: readonly CandidateGroup[], size: number, seed: number): TestRecord[] {
  const sources = groups.map((group) => recordsOfGroup(group, seed));
  const taken = groups.map((): TestRecord[] => []);
  let count = 0;
  for (const [record, at] of inTurn(sources)) {
    if (count === size) break;
    taken[at]!.push(record);
    count++;
  }
  return taken.flat();
}

/** One of each in turn, with its place, until none has more. */
function* inTurn<T>(sources: readonly Generator<T>[]): Generator<readonly [T, number]> {
  const open = new Set(sources.keys());
  while (open.size > 0) {
    for (const at of [...open]) {
      const next = sources[at]!.next();
      if (next.done) open.delete(at);
      else yield [next.value, at];
    }
  }
}

function waysOf({ fact, entityType }: Pick<CandidateGroup, 'fact' | 'entityType'>): readonly string[] {
  if (fact === 'wallet') return [EXACT];
  if (fact === 'identifier') return [EXACT, ...Object.keys(identifierManipulations)];
  if (fact === 'birth-date') return [EXACT, ...Object.keys(dateManipulations)];
  return nameWaysOf(entityType);
}

function* recordsOfGroup(group: CandidateGroup, seed: number): Generator<TestRecord> {
  const exact = recordsOfWay(group, EXACT, seed);
  const altering = waysOf(group).filter((way) => way !== EXACT);
  const altered = inTurn(altering.map((way) => recordsOfWay(group, way, seed)));
  for (let count = 0, isLeft = true; isLeft; count++) {
    const first = count % exactEvery === 0 ? exact.next() : firstOf(altered);
    const next = first.done ? (count % exactEvery === 0 ? firstOf(altered) : exact.next()) : first;
    isLeft = !next.done;
    if (!next.done) yield next.value;
  }
}

function firstOf<T>(source: Generator<readonly [T, number]>): IteratorResult<T, undefined> {
  const next = source.next();
  return next.done ? { done: true, value: undefined } : { done: false, value: next.value[0] };
}

/** Goes once through the candidates from a place of the way's own, so that ways do not all test the same names. */
function* recordsOfWay(
  { candidates, ...group }: CandidateGroup,
  way: string,
  seed: number,
): Generator<TestRecord> {
  const start = seedOf(seed, way) % candidates.length;
  for (let step = 0; step < candidates.length; step++) {
    const candidate = candidates[(start + step) % candidates.length]!;
    const subject = subjectOf(candidate, way, seed);
    if (subject === undefined) continue;
    yield {
      id: `${candidate.entityId}#${candidate.ordinal}/${way}`,
      group: { list: group.source, entityType: group.entityType, fact: group.fact, way },
      subject,
      original: candidate.birth === undefined ? candidate.value : `${candidate.value}, ${candidate.birth}`,
      expected: { kind: 'entry', source: candidate.source, entityId: candidate.entityId },
    };
  }
}

function subjectOf(candidate: Candidate, way: string, seed: number): Subject | undefined {
  const type = subjectType(candidate.entityType);
  const random = seeded(seedOf(seed, `${candidate.entityId}#${candidate.ordinal}/${way}`));
  if (candidate.identifier !== undefined) {
    const value = way === EXACT ? candidate.value : identifierManipulations[way]!(candidate.value);
    if (way !== EXACT && value === candidate.value) return undefined;
    return { name: '', type, identifiers: [{ ...candidate.identifier, value }] };
  }
  if (candidate.birth !== undefined) {
    const birth = alteredBirth(candidate.birth, way, random);
    return birth && { name: candidate.value, type, births: [birth] };
  }
  const name = alteredName(candidate.value, way, random);
  return name === undefined ? undefined : { name, type };
}

function alteredBirth(
  date: string,
  way: string,
  random: Parameters<DateManipulation>[1],
): DateInterval | undefined {
  if (way === EXACT) return { from: date, to: date, precision: 'day' };
  return dateManipulations[way]!(date, random);
}
