import type { EntityType, LayeredList, ListEntry, ListName, SubjectIdentifier } from '@gatehouse/matching';
import { seedOf } from '../random.ts';
import type { TestedFact } from './test-record.ts';

/** Something that a list publishes of an entry and that a record can test. */
export interface Candidate {
  readonly source: string;
  readonly entityId: string;
  readonly entityType: EntityType;
  readonly fact: TestedFact;
  /** Place among the entry's facts, which makes ids of records unique. */
  readonly ordinal: number;
  /** The name, or the value of the identifier. */
  readonly value: string;
  /** Of a date of birth: the day, beside the name. */
  readonly birth?: string;
  readonly identifier?: SubjectIdentifier;
  readonly hash: number;
}

/** Candidates of one list, type of entity and tested fact. */
export interface CandidateGroup {
  readonly source: string;
  readonly entityType: EntityType;
  readonly fact: TestedFact;
  /** The sample, in an order that the seed decides. */
  readonly candidates: readonly Candidate[];
  /** How many the list has. */
  readonly available: number;
}

/** More than this of one group are drawn from: no pack needs all of a list with millions of names. */
const maxCandidates = 50_000;

/** Draws from all entries of the lists what records can be made of. Entries are read one after the other. */
export function readCandidates(lists: readonly LayeredList[], seed: number): CandidateGroup[] {
  const samples = new Map<string, Sample>();
  for (const list of lists) {
    for (const entry of list.entries()) {
      for (const fact of factsOf(list.source, entry)) {
        const key = [fact.source, fact.entityType, fact.fact].join('\u0000');
        let sample = samples.get(key);
        if (sample === undefined) {
          sample = new Sample();
          samples.set(key, sample);
        }
        sample.add({ ...fact, hash: seedOf(seed, `${fact.entityId}#${fact.ordinal}`) });
      }
    }
  }
  return [...samples.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, sample]) => sample.group());
}

/** The candidates with the smallest hashes, which is a random sample of all. */
class Sample {
  readonly #kept: Candidate[] = [];
  #available = 0;

  add(candidate: Candidate): void {
    this.#available++;
    this.#kept.push(candidate);
    if (this.#kept.length >= 2 * maxCandidates) this.#trim();
  }

  group(): CandidateGroup {
    this.#trim();
    const { source, entityType, fact } = this.#kept[0]!;
    return { source, entityType, fact, candidates: this.#kept, available: this.#available };
  }

  #trim(): void {
    this.#kept.sort(byHash);
    this.#kept.splice(maxCandidates);
  }
}

function byHash(one: Candidate, other: Candidate): number {
  if (one.hash !== other.hash) return one.hash - other.hash;
  if (one.entityId !== other.entityId) return one.entityId < other.entityId ? -1 : 1;
  return one.ordinal - other.ordinal;
}

function* factsOf(source: string, entry: ListEntry): Generator<Omit<Candidate, 'hash'>> {
  const of = { source, entityId: entry.id, entityType: entry.type };
  let ordinal = 0;
  const seen = new Set<string>();
  for (const name of entry.names) {
    const isNew = canBeScreened(name) && !seen.has(name.text);
    seen.add(name.text);
    if (isNew) yield { ...of, fact: name.kind, ordinal, value: name.text };
    ordinal++;
  }
  const primary = entry.names.find(({ kind }) => kind === 'primary') ?? entry.names[0];
  const birth = entry.births?.find(({ precision }) => precision === 'day')?.from;
  if (primary !== undefined && canBeScreened(primary) && birth !== undefined) {
    yield { ...of, fact: 'birth-date', ordinal: ordinal++, value: primary.text, birth };
  }
  for (const { type, value, chain, country } of entry.identifiers ?? []) {
    ordinal++;
    if (type === undefined || value.trim() === '') continue;
    const identifier = { type, value, ...(chain && { chain }), ...(country && { country }) };
    const fact = type === 'wallet' ? 'wallet' : 'identifier';
    yield { ...of, fact, ordinal, value, identifier };
  }
}

function canBeScreened({ text }: ListName): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
