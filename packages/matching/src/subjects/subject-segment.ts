/**
 * Subjects looked up by what a list entry says: the search turned round. A subject's name is found by its tokens, by
 * neighbouring tokens written together and by its acronym; every one that may score a threshold against the entry's
 * name is found, by the bound that searching the list for the subject goes by (see `NameBound`).
 */
import { TokenExpander } from '../index/expansion/index.ts';
import type { ListIndex } from '../index/format/index.ts';
import { lossOf } from '../scoring/costs.ts';
import { INITIAL_SIMILARITY } from '../scoring/token-similarity.ts';
import type { Subject } from '../subject.ts';
import { SUM_TOLERANCE } from '../weights.ts';
import { ENTRY_TOKENS, type EntryName, type KeyMatch, matchesOfEntryName } from './entry-name.ts';
import { NameAccumulators } from './name-accumulators.ts';
import { BOUNDS, type RoleUpperBounds, roleUpperBound, unmatchedOf } from './role-upper-bounds.ts';
import { KIND, type Postings, SegmentBuilder } from './segment-builder.ts';

const KINDS = [KIND.token, KIND.join, KIND.acronym];

/** Subjects that do not change any more, ready to be searched. */
export class SubjectSegment {
  readonly size: number;
  readonly #dictionary: ListIndex;
  readonly #expander: TokenExpander;
  readonly #postings: Postings;
  readonly #nameSubject: Uint32Array;
  readonly #nameOffsets: Uint32Array;
  readonly #roles: Uint8Array;
  readonly #initials: Uint8Array;
  readonly #identifiers: ReadonlyMap<string, readonly number[]>;
  readonly #always: readonly number[];
  readonly #accumulators: NameAccumulators;

  constructor(subjects: Iterable<Subject>) {
    const builder = new SegmentBuilder();
    let size = 0;
    for (const subject of subjects) builder.add(subject, size++);
    builder.nameOffsets.push(builder.roles.length);
    const { dictionary, postings } = builder.finish();
    this.size = size;
    this.#dictionary = dictionary;
    this.#expander = new TokenExpander(dictionary);
    this.#postings = postings;
    this.#nameSubject = builder.nameSubject.finish();
    const families = builder.nameFamily.finish();
    this.#nameOffsets = builder.nameOffsets.finish();
    this.#roles = Uint8Array.from(builder.roles.finish());
    this.#initials = Uint8Array.from(builder.initials.finish());
    this.#identifiers = builder.identifiers;
    this.#always = builder.always;
    this.#accumulators = new NameAccumulators(this.#nameSubject.length, (name) => {
      const roles = this.#roles.subarray(this.#nameOffsets[name]!, this.#nameOffsets[name + 1]!);
      return unmatchedOf(BOUNDS[families[name]!]!, roles);
    });
  }

  /** Subjects that cannot be found by name: they have to be screened against every entry. */
  get always(): readonly number[] {
    return this.#always;
  }

  withIdentifier(value: string): readonly number[] {
    return this.#identifiers.get(value) ?? [];
  }

  /** Hands over every subject of which a name may reach the entry name's threshold; some more than once. */
  find(entryName: EntryName, visit: (subject: number) => void): void {
    for (const name of this.#gather(entryName)) {
      if (this.#reaches(name, entryName)) visit(this.#nameSubject[name]!);
    }
  }

  /** Names that any key leads to, with what their tokens bound at most: the most alike keys come first. */
  #gather(entryName: EntryName): readonly number[] {
    const { offsets, names, bits, uses } = this.#postings;
    const accumulators = this.#accumulators;
    const { threshold } = entryName;
    const family = entryName.prepared.family === 'person' ? 0 : 1;
    const bounds = BOUNDS[family]!;
    accumulators.start();
    for (const keyMatch of matchesOfEntryName(this.#dictionary, this.#expander, entryName)) {
      const similarities = KINDS.map((kind) => similarityOf(kind, keyMatch));
      const end = offsets[keyMatch.key + 1]!;
      for (let at = offsets[keyMatch.key]!; at < end; at++) {
        const use = uses[at]!;
        if (use >> 8 !== family) continue;
        const similarity = similarities[use & 3]!;
        if (similarity === 0) continue;
        const name = names[at]!;
        const fresh = accumulators.match(name, bits[at]!, keyMatch.entryBits);
        if (fresh === 0) continue;
        if ((use & 3) !== KIND.token) {
          this.#addTokens(name, fresh, { bounds, similarity, threshold });
          continue;
        }
        const role = (use >> 2) & 63;
        const bound = roleUpperBound(bounds, role, { similarity, threshold });
        accumulators.add(name, {
          bound,
          matched: bounds.matchedWeight[role]!,
          unmatched: bounds.unmatched[role]!,
        });
      }
    }
    return accumulators.matchedNames;
  }

  /** Counts several tokens of a name as matched. */
  #addTokens(
    name: number,
    fresh: number,
    how: { bounds: RoleUpperBounds; similarity: number; threshold: number },
  ): void {
    const { bounds } = how;
    const start = this.#nameOffsets[name]!;
    for (let left = fresh; left !== 0; left &= left - 1) {
      const role = this.#roles[start + (31 - Math.clz32(left & -left))]!;
      const bound = roleUpperBound(bounds, role, how);
      this.#accumulators.add(name, {
        bound,
        matched: bounds.matchedWeight[role]!,
        unmatched: bounds.unmatched[role]!,
      });
    }
  }

  #reaches(name: number, entryName: EntryName): boolean {
    const { prepared, initials, threshold } = entryName;
    const accumulators = this.#accumulators;
    if (initials.size > 0) this.#matchInitials(name, entryName);
    const sum = {
      matched: accumulators.matchedOf(name),
      queryUnmatched: accumulators.unmatchedOf(name),
      listUnmatched: 0,
    };
    const bound = accumulators.boundOf(name) + SUM_TOLERANCE;
    if (bound < threshold * lossOf(prepared.family, sum, true)) return false;
    const entryCovered = accumulators.entryMatchedBitsOf(name);
    for (let at = 0; at < Math.min(prepared.tokens.length, ENTRY_TOKENS); at++) {
      if (!((entryCovered >>> at) & 1) && prepared.tokens[at]!.length > 1)
        sum.listUnmatched += prepared.unmatchedWeights[at]!;
    }
    return bound >= threshold * lossOf(prepared.family, sum, true);
  }

  /** Which tokens an initial of the entry may match is not looked up: all that begin with it count as matched. */
  #matchInitials(name: number, { prepared, initials, threshold }: EntryName): void {
    const bounds = BOUNDS[prepared.family === 'person' ? 0 : 1]!;
    const covered = this.#accumulators.matchedBitsOf(name);
    const start = this.#nameOffsets[name]!;
    const count = this.#nameOffsets[name + 1]! - start;
    let begin = 0;
    for (let at = 0; at < count; at++) {
      if (!((covered >>> at) & 1) && initials.has(this.#initials[start + at]!)) begin |= 1 << at;
    }
    this.#addTokens(name, begin, { bounds, similarity: INITIAL_SIMILARITY, threshold });
  }
}

/** How alike a key of this kind is to what it matched: several tokens only ever match one of the entry's. */
function similarityOf(kind: number, keyMatch: KeyMatch): number {
  if (kind === KIND.token) return keyMatch.similarity;
  if (keyMatch.several) return 0;
  if (kind === KIND.join) return keyMatch.similarity;
  return keyMatch.similarity === 1 ? 1 : 0;
}
