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
import { OMISSION, OMITTED_FACTOR } from '../names/omissions.ts';
import type { PreparedName } from '../names/prepare.ts';
import { type Family, ROLE_WEIGHTS } from '../names/roles.ts';
import { boundWeight, leastQueryLoss, lossOf } from '../scoring/costs.ts';
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

/** A subject under the caller's key. */
export interface KeyedSubject {
  key: string;
  subject: Subject;
}

/** Names of more tokens are not looked up: whoever bears one is always concerned. They are very few. */
const MOST_TOKENS = 31;
/** How a key stands for tokens of a name. */
const KIND = { token: 0, join: 1, acronym: 2 } as const;
/** A role takes so many bits; above them stands what may be left out. */
const OMISSION_SHIFT = 4;
/** The least that a token weighs in a meeting. */
const LIGHTEST = 0.1;

/** Where a key stands: the name, and the tokens that it stands for, as bits; the kind in the highest two. */
interface Postings {
  offsets: Uint32Array;
  names: Uint32Array;
  bits: Uint32Array;
  kinds: Uint8Array;
}

class SegmentBuilder {
  readonly #keys = new Map<string, number>();
  readonly #postingKey = new NumberList();
  readonly #postingName = new NumberList();
  readonly #postingBits = new NumberList();
  readonly #postingKind = new NumberList();
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
    this.nameSubject.push(subject);
    this.nameFamily.push(name.family === 'person' ? 0 : 1);
    this.nameOffsets.push(this.roles.length);
    for (let at = 0; at < name.tokens.length; at++) {
      this.roles.push(name.roles[at]! | ((name.omissions?.[at] ?? OMISSION.none) << OMISSION_SHIFT));
      this.initials.push(name.tokens[at]!.charCodeAt(0) & 0xff);
      this.#post(name.tokens[at]!, number, bitsOf(at, at + 1), KIND.token);
    }
    this.#addJoins(name, number);
    const acronym = acronymOf(name);
    if (acronym) this.#post(acronym.letters, number, bitsOf(acronym.from, acronym.to), KIND.acronym);
  }

  #addJoins(name: PreparedName, number: number): void {
    for (let from = 0; from + 1 < name.tokens.length; from++) {
      if (!isJoinable(name.roles[from]!)) continue;
      let text = name.tokens[from]!;
      const end = Math.min(name.tokens.length, from + LONGEST_JOIN);
      for (let to = from + 2; to <= end && isJoinable(name.roles[to - 1]!); to++) {
        text += name.tokens[to - 1]!;
        if (text.length >= LEAST_JOINED && text.length <= LONGEST_JOINED + 2)
          this.#post(text, number, bitsOf(from, to), KIND.join);
      }
    }
  }

  #post(text: string, name: number, bits: number, kind: number): void {
    let key = this.#keys.get(text);
    if (key === undefined) {
      key = this.#keys.size;
      this.#keys.set(text, key);
    }
    this.#postingKey.push(key);
    this.#postingName.push(name);
    this.#postingBits.push(bits);
    this.#postingKind.push(kind);
  }

  /** The dictionary of keys, and where each stands, numbered as the dictionary numbers them. */
  finish(): { dictionary: ListIndex; postings: Postings } {
    const texts = [...this.#keys.keys()];
    const dictionary = openIndex(buildDictionaryIndex(texts));
    const numbers = Uint32Array.from(texts, (text) => dictionary.tokenId(text));
    const keys = this.#postingKey.finish().map((key) => numbers[key]!);
    const [names, bits, kinds] = [this.#postingName, this.#postingBits, this.#postingKind].map((list) =>
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
      kinds: new Uint8Array(keys.length),
    };
    for (let at = 0; at < keys.length; at++) {
      const to = next[keys[at]!]!++;
      postings.names[to] = names[at]!;
      postings.bits[to] = bits[at]!;
      postings.kinds[to] = kinds[at]!;
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

/** What tokens of a role weigh, by role and what may be left out; see `NameBound`, whose bound this is. */
interface RoleBounds {
  /** At most and at least when they meet another, and when they meet nothing. */
  most: Float64Array;
  alone: Float64Array;
  /** What is lost at the least when they meet nothing. */
  loss: Float64Array;
}

function roleBounds(family: Family): RoleBounds {
  const weights = OMITTED_FACTOR.flatMap((factor) =>
    Array.from({ length: 1 << OMISSION_SHIFT }, (_, role) => {
      const { met = 0, alone = 0 } = ROLE_WEIGHTS[family][role] ?? {};
      return { met, alone: factor * alone };
    }),
  );
  return {
    most: Float64Array.from(weights, ({ met }) => boundWeight(met)),
    alone: Float64Array.from(weights, ({ alone }) => alone),
    loss: Float64Array.from(weights, ({ alone }) => leastQueryLoss(family, alone)),
  };
}

const FAMILIES: readonly Family[] = ['person', 'organisation'];
const BOUNDS = FAMILIES.map(roleBounds);

/** Subjects that do not change any more, ready to be searched. */
export class SubjectSegment {
  readonly size: number;
  readonly #dictionary: ListIndex;
  readonly #postings: Postings;
  readonly #nameSubject: Uint32Array;
  readonly #nameFamily: Uint8Array;
  readonly #nameOffsets: Uint32Array;
  readonly #roles: Uint8Array;
  readonly #initials: Uint8Array;
  readonly #identifiers: ReadonlyMap<string, readonly number[]>;
  readonly #always: readonly number[];
  /** By name, valid where its stamp is the search's: tokens of it that meet something, and of the entry's name. */
  readonly #stamps: Uint32Array;
  readonly #covered: Uint32Array;
  readonly #entryCovered: Uint32Array;
  readonly #gains: Float64Array;
  readonly #met: Float64Array;
  #stamp = 0;

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
    this.#nameFamily = Uint8Array.from(builder.nameFamily.finish());
    this.#nameOffsets = builder.nameOffsets.finish();
    this.#roles = Uint8Array.from(builder.roles.finish());
    this.#initials = Uint8Array.from(builder.initials.finish());
    this.#identifiers = builder.identifiers;
    this.#always = builder.always;
    const names = this.#nameSubject.length;
    this.#stamps = new Uint32Array(names);
    this.#covered = new Uint32Array(names);
    this.#entryCovered = new Uint32Array(names);
    this.#gains = new Float64Array(names);
    this.#met = new Float64Array(names);
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
    const { threshold } = entryName;
    const touched = this.#gather(entryName, threshold);
    for (const name of touched) {
      if (this.#reaches(name, entryName, threshold)) visit(this.#nameSubject[name]!);
    }
  }

  #startSearch(): void {
    if (this.#stamp === 0xffffffff) {
      this.#stamps.fill(0);
      this.#stamp = 0;
    }
    this.#stamp++;
  }

  /** Names that any key leads to, with what their tokens gain at most: the most alike keys come first. */
  #gather(entryName: EntryName, threshold: number): number[] {
    this.#startSearch();
    const touched: number[] = [];
    const family = entryName.prepared.family === 'person' ? 0 : 1;
    for (const meeting of meetingsOfEntryName(this.#dictionary, entryName)) {
      const { offsets, names } = this.#postings;
      for (let at = offsets[meeting.key]!; at < offsets[meeting.key + 1]!; at++) {
        const name = names[at]!;
        if (this.#nameFamily[name] !== family) continue;
        const similarity = similarityOf(this.#postings.kinds[at]!, meeting);
        if (similarity === 0) continue;
        if (this.#stamps[name] !== this.#stamp) {
          this.#stamps[name] = this.#stamp;
          this.#covered[name] = 0;
          this.#entryCovered[name] = 0;
          this.#gains[name] = 0;
          this.#met[name] = 0;
          touched.push(name);
        }
        this.#entryCovered[name]! |= meeting.entryBits;
        this.#cover(name, this.#postings.bits[at]!, similarity - threshold, threshold);
      }
    }
    return touched;
  }

  #cover(name: number, bits: number, above: number, threshold: number): void {
    let fresh = (bits & ~this.#covered[name]!) >>> 0;
    if (fresh === 0) return;
    this.#covered[name]! |= bits;
    const bounds = BOUNDS[this.#nameFamily[name]!]!;
    const start = this.#nameOffsets[name]!;
    for (; fresh !== 0; fresh &= fresh - 1) {
      const role = this.#roles[start + (31 - Math.clz32(fresh & -fresh))]!;
      this.#gains[name]! += gainOf(bounds, role, { above, threshold });
      this.#met[name]! += bounds.most[role]!;
    }
  }

  #reaches(name: number, { prepared, initials }: EntryName, threshold: number): boolean {
    const bounds = BOUNDS[this.#nameFamily[name]!]!;
    const covered = this.#covered[name]!;
    let gained = this.#gains[name]!;
    let met = this.#met[name]!;
    let queryAlone = 0;
    const start = this.#nameOffsets[name]!;
    const count = this.#nameOffsets[name + 1]! - start;
    for (let at = 0; at < count; at++) {
      if ((covered >>> at) & 1) continue;
      const role = this.#roles[start + at]!;
      if (initials.has(this.#initials[start + at]!)) {
        // Which tokens an initial of the entry may stand for is not looked up.
        gained += gainOf(bounds, role, { above: INITIAL_SIMILARITY - threshold, threshold });
        met += bounds.most[role]!;
      } else queryAlone += bounds.alone[role]!;
    }
    let listAlone = 0;
    const entryCovered = this.#entryCovered[name]!;
    for (let at = 0; at < Math.min(prepared.tokens.length, ENTRY_TOKENS); at++) {
      if (!((entryCovered >>> at) & 1) && prepared.tokens[at]!.length > 1)
        listAlone += prepared.aloneWeights[at]!;
    }
    const loss = lossOf(prepared.family, { met, queryAlone, listAlone }, true);
    return gained - threshold * loss >= -TOLERANCE;
  }
}

/** How alike a key of this kind is to what it met: several tokens only ever stand for one of the entry's. */
function similarityOf(kind: number, meeting: KeyMeeting): number {
  if (kind === KIND.token) return meeting.similarity;
  if (meeting.several) return 0;
  if (kind === KIND.join) return meeting.similarity;
  return meeting.similarity === 1 ? 1 : 0;
}

/** The most that one token gains in a meeting; meeting nothing may cost less than meeting badly. */
function gainOf(
  bounds: RoleBounds,
  role: number,
  { above, threshold }: { above: number; threshold: number },
): number {
  if (above >= 0) return bounds.most[role]! * above;
  return Math.max(LIGHTEST * above, -threshold * bounds.loss[role]!);
}
