/** Gathers subjects by the keys that their names are found by: tokens, neighbours written together and acronyms. */
import { identifiersOf, namesOf } from '../features/identifier.ts';
import { identifierKeys, nearKeys } from '../identifiers/index.ts';
import { buildDictionaryIndex, type ListIndex, NumberList, openIndex } from '../index/format/index.ts';
import { allReadings } from '../names/all-readings.ts';
import type { PreparedName } from '../names/prepare.ts';
import type { Family } from '../names/roles.ts';
import { acronymOf, isJoinable, LONGEST_JOIN, LONGEST_JOINED, MIN_JOIN } from '../scoring/joined-parts.ts';
import type { Subject } from '../subject.ts';
import { roleBits } from './role-upper-bounds.ts';

/** Names of more tokens are not looked up: subjects with one are always candidates. They are very few. */
const MAX_TOKENS = 31;
/** How a key represents tokens of a name. */
export const KIND = { token: 0, join: 1, acronym: 2 } as const;

/**
 * Where a key occurs: the name, the tokens that it matches, as bits, and how (see `packUse`). Everything that is asked
 * of each lies here, one after the other: names lie far apart.
 */
export interface Postings {
  offsets: Uint32Array;
  names: Uint32Array;
  bits: Uint32Array;
  uses: Uint16Array;
}

/** Two bits of kind, six of the role of a token that is alone (see `roleBits`), one of the family. */
function packUse(kind: number, role: number, family: number): number {
  return kind | (role << 2) | (family << 8);
}

export class SegmentBuilder {
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
    for (const identifier of identifiersOf(subject)) {
      for (const key of [...identifierKeys(identifier), ...nearKeys(identifier)]) this.#hold(key, number);
    }
    for (const family of familiesOf(subject.type)) {
      for (const name of namesOf(subject)) {
        for (const { prepared } of allReadings(name, family)) this.#addName(prepared, number);
      }
    }
  }

  #hold(key: string, subject: number): void {
    const holders = this.identifiers.get(key);
    if (!holders) this.identifiers.set(key, [subject]);
    else if (holders.at(-1) !== subject) holders.push(subject);
  }

  #addName(name: PreparedName, subject: number): void {
    if (name.tokens.length === 0) return;
    if (name.tokens.length > MAX_TOKENS) {
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
        if (text.length >= MIN_JOIN && text.length <= LONGEST_JOINED + 2)
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

  /** The dictionary of keys, and where each occurs, numbered as the dictionary numbers them. */
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
