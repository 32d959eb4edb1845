/**
 * An index of subjects that is searched by list entries: when a list changes, only the subjects that a changed entry
 * may concern have to be screened again.
 *
 *     const index = new SubjectIndex();
 *     index.put('customer 1', subject);                      // and again whenever the subject changes
 *     for (const key of index.concerned(changedEntries, policies))
 *       screen([changedList], index.subject(key)!, policy);
 *
 * Subjects lie in segments that do not change; what is new or changed gathers in a small one, and small ones are
 * built into larger ones, so that taking a subject in costs little however many there are.
 */
import type { MatchPolicy } from '../engines/policy.ts';
import type { ListEntry, NameKind } from '../entry.ts';
import { identifierKeys, nearKeys } from '../identifiers/index.ts';
import type { Subject } from '../subject.ts';
import { KIND_FACTOR, MAX_CORROBORATION_BONUS, SCORE_TOLERANCE } from '../weights.ts';
import { type EntryName, entryNamesOf } from './entry-name.ts';
import { ExactCheck } from './exact-check.ts';
import { SubjectSegment } from './subject-segment.ts';

/**
 * The least alignment with a name of each kind that any of the policies may show, whatever other facts agree; more than
 * 1 where none does.
 */
function thresholdsOf(policies: readonly MatchPolicy[]): Record<NameKind, number> {
  const of = (kind: NameKind) => {
    const least = policies.map((policy) => {
      if (kind === 'weak' && policy.weakAliases === 'none') return Number.POSITIVE_INFINITY;
      if (policy.exactOnly || (kind === 'weak' && policy.weakAliases === 'exact')) return 1;
      const score = Math.max(policy.minNameScore, policy.minScore - MAX_CORROBORATION_BONUS);
      // A hit by rounding is a hit.
      return Math.min(1, (score - SCORE_TOLERANCE) / KIND_FACTOR[kind]);
    });
    return Math.min(...least);
  };
  return {
    primary: of('primary'),
    strong: of('strong'),
    weak: of('weak'),
    former: of('former'),
    original: of('original'),
  };
}

/** Everything by which an entry's name is found. */
function textOf({ prepared, threshold, uses }: EntryName): string {
  return JSON.stringify([threshold, prepared.family, prepared.isCraft, uses, prepared.tokens]);
}

export interface SubjectIndexOptions {
  /** Subjects that are gathered before they become a segment by themselves. */
  gathered?: number;
  /** Subjects of a segment that is built into no larger one: bounds the memory that a build takes. */
  largest?: number;
}

interface Part {
  readonly segment: SubjectSegment;
  /** Key of each subject, undefined once it is gone or occurs in a later part. */
  readonly keys: (string | undefined)[];
  live: number;
}

const GATHERED = 25_000;
const LARGEST = 100_000;
/** A part is built into the one before it once that is no more than so many times as large. */
const TIER = 3;
/** A part of which less than this share is left is built anew. */
const MIN_LIVE = 0.5;

export class SubjectIndex {
  readonly #gathered: number;
  readonly #largest: number;
  /** Subjects as JSON, by key: as compact as memory holds them. */
  readonly #subjects = new Map<string, string>();
  readonly #places = new Map<string, { part: Part; number: number }>();
  readonly #waiting = new Set<string>();
  #parts: Part[] = [];

  constructor({ gathered = GATHERED, largest = LARGEST }: SubjectIndexOptions = {}) {
    this.#gathered = gathered;
    this.#largest = largest;
  }

  get size(): number {
    return this.#subjects.size;
  }

  subject(key: string): Subject | undefined {
    const json = this.#subjects.get(key);
    return json === undefined ? undefined : (JSON.parse(json) as Subject);
  }

  keys(): IterableIterator<string> {
    return this.#subjects.keys();
  }

  /** Takes in a subject, in place of the one that was known under the key. */
  put(key: string, subject: Subject): void {
    const json = JSON.stringify(subject);
    if (this.#subjects.get(key) === json) return;
    this.#forgetPlace(key);
    this.#subjects.set(key, json);
    this.#waiting.add(key);
    if (this.#waiting.size >= this.#gathered) this.#mergeWaiting();
  }

  delete(key: string): void {
    this.#forgetPlace(key);
    this.#subjects.delete(key);
    this.#waiting.delete(key);
  }

  /**
   * Keys of every subject that one of the policies may find one of the entries for, by name or by an identifier. None is
   * left out; of the others only those are returned whose name is similar enough, but not what else is known of them.
   */
  concerned(entries: Iterable<ListEntry>, policies: readonly MatchPolicy[]): Set<string> {
    this.#mergeWaiting();
    const thresholds = thresholdsOf(policies);
    const found = new Set<string>();
    const seen = new Set<string>();
    const check = new ExactCheck(policies, (key) => this.subject(key)!);
    for (const entry of entries) {
      const identifiers = entry.identifiers.flatMap((own) => [...identifierKeys(own), ...nearKeys(own)]);
      const names = entryNamesOf(entry, thresholds).filter((name) => {
        const text = textOf(name);
        const isNew = !seen.has(text);
        seen.add(text);
        return isNew;
      });
      for (const { segment, keys } of this.#parts) {
        for (const identifier of identifiers)
          for (const number of segment.withIdentifier(identifier))
            if (keys[number] !== undefined) found.add(keys[number]);
        for (const name of names) {
          const far = new Set<string>();
          segment.find(name, (number) => {
            const key = keys[number];
            if (key === undefined || found.has(key) || far.has(key)) return;
            (check.isNear(key, name) ? found : far).add(key);
          });
        }
      }
    }
    if (seen.size > 0) {
      for (const { segment, keys } of this.#parts)
        for (const number of segment.always) if (keys[number] !== undefined) found.add(keys[number]);
    }
    return found;
  }

  #forgetPlace(key: string): void {
    const place = this.#places.get(key);
    if (!place) return;
    place.part.keys[place.number] = undefined;
    place.part.live--;
    this.#places.delete(key);
  }

  /** Makes a part of what has gathered, and one of several where that is due. */
  #mergeWaiting(): void {
    if (this.#waiting.size > 0) {
      const keys = [...this.#waiting];
      this.#waiting.clear();
      this.#build(keys);
    }
    const worn = this.#parts.filter(({ segment, live }) => live < MIN_LIVE * segment.size);
    if (worn.length > 0) this.#rebuild(worn);
    for (;;) {
      const [before, last] = this.#parts.slice(-2);
      if (!before || !last) return;
      if (before.live > TIER * last.live || before.live + last.live > this.#largest) return;
      this.#rebuild([before, last]);
    }
  }

  #rebuild(parts: readonly Part[]): void {
    this.#parts = this.#parts.filter((part) => !parts.includes(part));
    this.#build(parts.flatMap(({ keys }) => keys.filter((key) => key !== undefined)));
  }

  /** The larger parts come first, so that the smallest are the last. */
  #build(keys: string[]): void {
    if (keys.length === 0) return;
    const part: Part = {
      segment: new SubjectSegment(this.#read(keys)),
      keys,
      live: keys.length,
    };
    for (const [number, key] of keys.entries()) this.#places.set(key, { part, number });
    this.#parts.push(part);
    this.#parts.sort((a, b) => b.live - a.live);
  }

  *#read(keys: readonly string[]): Generator<Subject> {
    for (const key of keys) yield this.subject(key)!;
  }
}
