/**
 * Subjects looked up by what a list entry says: the search turned round. A subject's name is found by its tokens, by
 * neighbouring tokens written together and by its acronym; every one that may score a threshold against the entry's
 * name is found, by the bound that searching the list for the subject goes by (see `NameBound`).
 */
import { identifiersOf } from '../features/identifier.ts';
import { NumberList } from '../index/buckets.ts';
import { buildDictionaryIndex } from '../index/build.ts';
import { type ListIndex, openIndex } from '../index/list-index.ts';
import { TOLERANCE } from '../index/plan.ts';
import { queryNames } from '../names/all-readings.ts';
import { normalizeIdentifier } from '../names/identifiers.ts';
import type { PreparedName } from '../names/prepare.ts';
import type { Family } from '../names/roles.ts';
import { lossOf } from '../scoring/costs.ts';
import {
  acronymOf,
  isJoinable,
  LEAST_JOINED,
  LONGEST_JOIN,
  LONGEST_JOINED,
} from '../scoring/joined-parts.ts';
import { INITIAL_SIMILARITY } from '../scoring/token-similarity.ts';
import type { Subject } from '../subject.ts';
import { ENTRY_TOKENS, type EntryName, type KeyMeeting, meetingsOfEntryName } from './entry-name.ts';
import { NameTally } from './name-tally.ts';
import { aloneOf, BOUNDS, gainOf, type RoleBounds, roleBits } from './role-bounds.ts';

/** A subject under the caller's key. */
export interface KeyedSubject {
  key: string;
  subject: Subject;
}

/** Names of more tokens are not looked up: whoever bears one is always concerned. They are very few. */
const MOST_TOKENS = 31;
/** How a key stands for tokens of a name. */
const KIND = { token: 0, join: 1, acronym: 2 } as const;
const KINDS = [KIND.token, KIND.join, KIND.acronym];

/**
 * Where a key stands: the name, the tokens that it stands for, as bits, and how (see `packUse`). Everything that is asked
 * of each lies here, one after the other: names lie far apart.
 */
interface Postings {
  offsets: Uint32Array;
  names: Uint32Array;
  bits: Uint32Array;
  uses: Uint16Array;
}

/** Two bits of kind, six of the role of a token that stands alone (see `roleBits`), one of the family. */
function packUse(kind: number, role: number, family: number): number {
  return kind | (role << 2) | (family << 8);
}

class SegmentBuilder {
  readonly #keys = new Map<string, number>();
  readonly #postingKey = new NumberList();
  readonly #postingName = new NumberList();
  readonly #postingBits = new NumberList();
  readonly #postingUse = new NumberList();
  readonly nameSubject = new NumberList();
  readonly nameFamily = new NumberList();
  readonly nameOffsets = new NumberList();
  readonly roles = new NumberList();
  readonly initials = new NumberList();
  readonly identifiers = new Map<string, number[]>();
  readonly always: number[] = [];
  #always = -1;

  add(subject: Subject, number: number): void {
    for (const { value } of identifiersOf(subject)) {
      const normal = normalizeIdentifier(value);
      if (normal === undefined) continue;
      const holders = this.identifiers.get(normal);
      if (!holders) this.identifiers.set(normal, [number]);
      else if (holders.at(-1) !== number) holders.push(number);
    }
    for (const family of familiesOf(subject.type)) {
      for (const name of new Set([subject.name, ...(subject.aliases ?? [])])) {
        for (const reading of queryNames(name, family)) this.#addName(reading, number);
      }
    }
  }

  #addName(name: PreparedName, subject: number): void {
    if (name.tokens.length === 0) return;
    if (name.tokens.length > MOST_TOKENS) {
      if (this.#always !== subject) this.always.push(subject);
      this.#always = subject;
      return;
    }
    const number = this.nameSubject.length;
    const family = name.family === 'person' ? 0 : 1;
    this.nameSubject.push(subject);
    this.nameFamily.push(family);
    this.nameOffsets.push(this.roles.length);
    for (let at = 0; at < name.tokens.length; at++) {
      const role = roleBits(name.roles[at]!, name.omissions?.[at]);
      this.roles.push(role);
      this.initials.push(name.tokens[at]!.charCodeAt(0) & 0xff);
      const use = packUse(KIND.token, role, family);
      this.#post(name.tokens[at]!, number, bitsOf(at, at + 1), use);
    }
    this.#addJoins(name, number, packUse(KIND.join, 0, family));
    const acronym = acronymOf(name);
    if (acronym) {
      const use = packUse(KIND.acronym, 0, family);
      this.#post(acronym.letters, number, bitsOf(acronym.from, acronym.to), use);
    }
  }

  #addJoins(name: PreparedName, number: number, use: number): void {
    for (let from = 0; from + 1 < name.tokens.length; from++) {
      if (!isJoinable(name.roles[from]!)) continue;
      let text = name.tokens[from]!;
      const end = Math.min(name.tokens.length, from + LONGEST_JOIN);
      for (let to = from + 2; to <= end && isJoinable(name.roles[to - 1]!); to++) {
        text += name.tokens[to - 1]!;
        if (text.length >= LEAST_JOINED && text.length <= LONGEST_JOINED + 2)
          this.#post(text, number, bitsOf(from, to), use);
      }
    }
  }

  #post(text: string, name: number, bits: number, use: number): void {
    let key = this.#keys.get(text);
    if (key === undefined) {
      key = this.#keys.size;
      this.#keys.set(text, key);
    }
    this.#postingKey.push(key);
    this.#postingName.push(name);
    this.#postingBits.push(bits);
    this.#postingUse.push(use);
  }

  /** The dictionary of keys, and where each stands, numbered as the dictionary numbers them. */
  finish(): { dictionary: ListIndex; postings: Postings } {
    const texts = [...this.#keys.keys()];
    const dictionary = openIndex(buildDictionaryIndex(texts));
    const numbers = Uint32Array.from(texts, (text) => dictionary.tokenId(text));
    const keys = this.#postingKey.finish().map((key) => numbers[key]!);
    const [names, bits, uses] = [this.#postingName, this.#postingBits, this.#postingUse].map((list) =>
      list.finish(),
    ) as [Uint32Array, Uint32Array, Uint32Array];
    const offsets = new Uint32Array(texts.length + 1);
    for (const key of keys) offsets[key + 1]!++;
    for (let key = 0; key < texts.length; key++) offsets[key + 1]! += offsets[key]!;
    const next = offsets.slice();
    const postings: Postings = {
      offsets,
      names: new Uint32Array(keys.length),
      bits: new Uint32Array(keys.length),
      uses: new Uint16Array(keys.length),
    };
    for (let at = 0; at < keys.length; at++) {
      const to = next[keys[at]!]!++;
      postings.names[to] = names[at]!;
      postings.bits[to] = bits[at]!;
      postings.uses[to] = uses[at]!;
    }
    return { dictionary, postings };
  }
}

function bitsOf(from: number, to: number): number {
  return ((1 << (to - from)) - 1) << from;
}

function familiesOf(type: Subject['type']): Family[] {
  if (type === 'any') return ['person', 'organisation'];
  return [type === 'individual' ? 'person' : 'organisation'];
}

/** Subjects that do not change any more, ready to be searched. */
export class SubjectSegment {
  readonly size: number;
  readonly #dictionary: ListIndex;
  readonly #postings: Postings;
  readonly #nameSubject: Uint32Array;
  readonly #nameOffsets: Uint32Array;
  readonly #roles: Uint8Array;
  readonly #initials: Uint8Array;
  readonly #identifiers: ReadonlyMap<string, readonly number[]>;
  readonly #always: readonly number[];
  readonly #tally: NameTally;

  constructor(subjects: Iterable<Subject>) {
    const builder = new SegmentBuilder();
    let size = 0;
    for (const subject of subjects) builder.add(subject, size++);
    builder.nameOffsets.push(builder.roles.length);
    const { dictionary, postings } = builder.finish();
    this.size = size;
    this.#dictionary = dictionary;
    this.#postings = postings;
    this.#nameSubject = builder.nameSubject.finish();
    const families = builder.nameFamily.finish();
    this.#nameOffsets = builder.nameOffsets.finish();
    this.#roles = Uint8Array.from(builder.roles.finish());
    this.#initials = Uint8Array.from(builder.initials.finish());
    this.#identifiers = builder.identifiers;
    this.#always = builder.always;
    this.#tally = new NameTally(this.#nameSubject.length, (name) => {
      const roles = this.#roles.subarray(this.#nameOffsets[name]!, this.#nameOffsets[name + 1]!);
      return aloneOf(BOUNDS[families[name]!]!, roles);
    });
  }

  /** Subjects that no name of an entry can tell from the others: they have to be screened against every entry. */
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

  /** Names that any key leads to, with what their tokens gain at most: the most alike keys come first. */
  #gather(entryName: EntryName): readonly number[] {
    const { offsets, names, bits, uses } = this.#postings;
    const tally = this.#tally;
    const { threshold } = entryName;
    const family = entryName.prepared.family === 'person' ? 0 : 1;
    const bounds = BOUNDS[family]!;
    tally.start();
    for (const meeting of meetingsOfEntryName(this.#dictionary, entryName)) {
      const similarities = KINDS.map((kind) => similarityOf(kind, meeting));
      const end = offsets[meeting.key + 1]!;
      for (let at = offsets[meeting.key]!; at < end; at++) {
        const use = uses[at]!;
        if (use >> 8 !== family) continue;
        const similarity = similarities[use & 3]!;
        if (similarity === 0) continue;
        const name = names[at]!;
        const fresh = tally.meet(name, bits[at]!, meeting.entryBits);
        if (fresh === 0) continue;
        if ((use & 3) !== KIND.token) {
          this.#cover(name, fresh, { bounds, similarity, threshold });
          continue;
        }
        const role = (use >> 2) & 63;
        const gain = gainOf(bounds, role, { similarity, threshold });
        tally.add(name, { gain, met: bounds.most[role]!, alone: bounds.alone[role]! });
      }
    }
    return tally.touched;
  }

  /** Counts several tokens of a name as met. */
  #cover(
    name: number,
    fresh: number,
    how: { bounds: RoleBounds; similarity: number; threshold: number },
  ): void {
    const { bounds } = how;
    const start = this.#nameOffsets[name]!;
    for (let left = fresh; left !== 0; left &= left - 1) {
      const role = this.#roles[start + (31 - Math.clz32(left & -left))]!;
      const gain = gainOf(bounds, role, how);
      this.#tally.add(name, { gain, met: bounds.most[role]!, alone: bounds.alone[role]! });
    }
  }

  #reaches(name: number, entryName: EntryName): boolean {
    const { prepared, initials, threshold } = entryName;
    const tally = this.#tally;
    if (initials.size > 0) this.#meetInitials(name, entryName);
    const sum = { met: tally.metOf(name), queryAlone: tally.aloneOf(name), listAlone: 0 };
    const gained = tally.gainedOf(name) + TOLERANCE;
    if (gained < threshold * lossOf(prepared.family, sum, true)) return false;
    const entryCovered = tally.entryCoveredOf(name);
    for (let at = 0; at < Math.min(prepared.tokens.length, ENTRY_TOKENS); at++) {
      if (!((entryCovered >>> at) & 1) && prepared.tokens[at]!.length > 1)
        sum.listAlone += prepared.aloneWeights[at]!;
    }
    return gained >= threshold * lossOf(prepared.family, sum, true);
  }

  /** Which tokens an initial of the entry may stand for is not looked up: all that begin with it count as met. */
  #meetInitials(name: number, { prepared, initials, threshold }: EntryName): void {
    const bounds = BOUNDS[prepared.family === 'person' ? 0 : 1]!;
    const covered = this.#tally.coveredOf(name);
    const start = this.#nameOffsets[name]!;
    const count = this.#nameOffsets[name + 1]! - start;
    let begin = 0;
    for (let at = 0; at < count; at++) {
      if (!((covered >>> at) & 1) && initials.has(this.#initials[start + at]!)) begin |= 1 << at;
    }
    this.#cover(name, begin, { bounds, similarity: INITIAL_SIMILARITY, threshold });
  }
}

/** How alike a key of this kind is to what it met: several tokens only ever stand for one of the entry's. */
function similarityOf(kind: number, meeting: KeyMeeting): number {
  if (kind === KIND.token) return meeting.similarity;
  if (meeting.several) return 0;
  if (kind === KIND.join) return meeting.similarity;
  return meeting.similarity === 1 ? 1 : 0;
}
