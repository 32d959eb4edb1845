/** Builds the index of one list version: entries in, one buffer out. */

import { dayNumber } from '../../dates.ts';
import type { DateInterval, ListEntry, NameKind } from '../../entry.ts';
import { displayName, type HitEntry } from '../../hit-entry.ts';
import { identifierKeys, nearKeys } from '../../identifiers/index.ts';
import { allReadings, factorOf, type NameReading } from '../../names/all-readings.ts';
import { KIND_FACTOR } from '../../names/kinds.ts';
import { type Family, familyOf } from '../../names/roles.ts';
import { concatenationKeysOf } from './concatenation-keys.ts';
import { buildDictionary, type Dictionary, orderOf, tableOf, unpackRole } from './dictionary.ts';
import { hash32 } from './hash.ts';
import { HashBucketWriter, NumberList } from './hash-buckets.ts';
import { numberNames } from './name-blocks.ts';
import { frequenciesOf, type NameTokens, pairsOf, postingsOf } from './postings.ts';
import { engineVersion, type Sections, writeSections } from './sections.ts';
import { TextBlob } from './text-blob.ts';
import { itemAt, u8At, u32At } from './values.ts';

export const NAME_KINDS: readonly NameKind[] = ['primary', 'strong', 'weak', 'former', 'original'];
export const ENTITY_TYPES = ['individual', 'corporate', 'vessel', 'aircraft', 'other'] as const;
/** Numbers that a date of birth takes in its column: first day, last day, precision. */
export const BIRTH_NUMBERS = 3;
export const PRECISIONS: readonly DateInterval['precision'][] = ['day', 'month', 'year', 'range', 'circa'];
/** Flag bits of a name; below them, its kind and the script from which it was read are one number, `kindAndScript`. */
export const NAME_FLAG = { kindAndScript: 31, person: 32, part: 64, guess: 128 } as const;

export interface IndexMeta {
  source: string;
  /** The publisher's version or date of the list, or a hash of its bytes. */
  version: string;
}

const encoder = new TextEncoder();

/** What the index stores of an entry. The id comes first, so that it can be read without the rest. */
export function entryJson(entry: ListEntry): string {
  // Without its details, which are stored apart: what is undefined is not written.
  const shown: HitEntry = Object.assign({ id: entry.id }, entry, displayName(entry), { details: undefined });
  return JSON.stringify(shown);
}

/** What the index stores of an entry's details: the empty text where it has none. */
export function detailsJson({ details }: ListEntry): string {
  return details === undefined ? '' : JSON.stringify(details);
}

/** Two letters of a country code as one number. */
function countryNumber(code: string): number {
  return code.charCodeAt(0) * 256 + code.charCodeAt(1);
}

/** The place of each number in an order of all numbers from 0 on. */
function inverseOf(order: number[] | Uint32Array): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(order.length);
  order.forEach((number, at) => {
    places[number] = at;
  });
  return places;
}

/** What is known of each name, by its number. */
type NameSections = Pick<Sections, 'nameBlocks' | 'nameEntity' | 'nameFlags' | 'nameOrdinal' | 'entityNames'>;
type IdentifierSections = Pick<Sections, 'identifierHashes' | 'identifierEntities'>;

interface ListedReading extends NameReading {
  kind: NameKind;
  ordinal: number;
}

/**
 * Every reading of an entry's names, in published order; of those with the same tokens the one worth most. What is only
 * guessed is never exact, so it replaces no reading but another guess.
 */
function surestReadings(names: ListEntry['names'], family: Family): Iterable<ListedReading> {
  const surest = new Map<string, ListedReading>();
  const worthOf = ({ kind, prepared }: ListedReading) => KIND_FACTOR[kind] * factorOf(prepared);
  names.forEach(({ text, kind }, ordinal) => {
    for (const reading of allReadings(text, family)) {
      const listed = { ...reading, kind, ordinal };
      const { isGuess, script, tokens } = reading.prepared;
      const key = `${isGuess} ${script} ${tokens.join(' ')}`;
      const known = surest.get(key);
      if (known && worthOf(known) >= worthOf(listed)) continue;
      surest.delete(key);
      surest.set(key, listed);
    }
  });
  return surest.values();
}

/** Values of each entity or name, those of one after those of the other: where each begins, and one after the last. */
class Rows<Values extends { readonly length: number } = NumberList> {
  readonly values: Values;
  readonly #offsets = new NumberList();

  constructor(values: Values) {
    this.values = values;
  }

  begin(): void {
    this.#offsets.push(this.values.length);
  }

  finishOffsets(): Uint32Array {
    this.begin();
    return this.#offsets.finish();
  }
}

/**
 * Takes the entries of a list one by one, for who reads them from a stream: what is kept of each is what the index will
 * hold. `finish` ends it.
 */
export class IndexBuilder {
  readonly #tokens = new Map<string, number>();
  readonly #nameTokens = new Rows(new NumberList());
  readonly #names = new Rows(new NumberList());
  readonly #nameFlags = new NumberList();
  readonly #nameOrdinal = new NumberList();
  readonly #joined = new HashBucketWriter();
  readonly #identifiers: { hash: number; entity: number }[] = [];
  readonly #ids: string[] = [];
  readonly #types = new NumberList();
  readonly #genders = new NumberList();
  readonly #births = new Rows(new NumberList());
  readonly #nationalities = new Rows(new NumberList());
  readonly #countries = new Rows(new NumberList());
  readonly #blob = new Rows(new TextBlob());
  readonly #details = new Rows(new TextBlob());

  add(entry: ListEntry): void {
    const entity = this.#types.length;
    const rows = [this.#names, this.#births, this.#nationalities, this.#countries, this.#blob, this.#details];
    for (const column of rows) column.begin();
    this.#types.push(ENTITY_TYPES.indexOf(entry.type));
    this.#genders.push(entry.gender === 'M' ? 1 : entry.gender === 'F' ? 2 : 0);
    for (const { from, to, precision } of entry.births)
      for (const value of [dayNumber(from), dayNumber(to), PRECISIONS.indexOf(precision)])
        this.#births.values.push(value);
    for (const code of new Set(entry.nationalities)) this.#nationalities.values.push(countryNumber(code));
    for (const code of new Set(entry.countries)) this.#countries.values.push(countryNumber(code));
    this.#blob.values.append(entryJson(entry));
    this.#details.values.append(detailsJson(entry));
    this.#ids.push(entry.id);
    for (const identifier of entry.identifiers) {
      for (const key of [...identifierKeys(identifier), ...nearKeys(identifier)])
        this.#identifiers.push({ hash: hash32(key), entity });
    }
    this.#addNames(entry, entity);
  }

  #addNames(entry: ListEntry, entity: number): void {
    const family = familyOf(entry.type);
    for (const { prepared, kind, ordinal } of surestReadings(entry.names, family)) {
      const flags =
        (NAME_KINDS.indexOf(kind) + NAME_KINDS.length * prepared.script) |
        (family === 'person' ? NAME_FLAG.person : 0) |
        (prepared.isPart ? NAME_FLAG.part : 0) |
        (prepared.isGuess ? NAME_FLAG.guess : 0);
      const number = this.#names.values.length;
      this.#nameTokens.begin();
      this.#names.values.push(entity);
      this.#nameFlags.push(flags);
      this.#nameOrdinal.push(Math.min(ordinal, 0xffff));
      for (const token of prepared.tokens) this.#nameTokens.values.push(this.addToken(token));
      for (const joined of concatenationKeysOf(prepared)) this.#joined.add(hash32(joined), number);
    }
  }

  /** The number of a token until `finish`, which numbers them anew. */
  addToken(token: string): number {
    let id = this.#tokens.get(token);
    if (id === undefined) {
      id = this.#tokens.size;
      this.#tokens.set(token, id);
    }
    return id;
  }

  #identifierTable(): IdentifierSections {
    const sorted = this.#identifiers.sort((a, b) => a.hash - b.hash || a.entity - b.entity);
    return {
      identifierHashes: Uint32Array.from(sorted, (item) => item.hash),
      identifierEntities: Uint32Array.from(sorted, (item) => item.entity),
    };
  }

  /** Numbers tokens as the dictionary wants them. */
  #dictionary(): Dictionary & { nameTokens: Uint32Array } {
    const given = [...this.#tokens.keys()];
    const order = orderOf(given);
    const numbers = inverseOf(order);
    const nameTokens = this.#nameTokens.values.finish().map((old) => u32At(numbers, old));
    return { ...buildDictionary(order.map((old) => itemAt(given, old))), nameTokens };
  }

  /** Numbers names as `NameBlocks` wants them, and brings all that is known of them into that order. */
  #numbered(
    dictionary: Dictionary & { nameTokens: Uint32Array },
  ): NameTokens & NameSections & { frequencies: Uint32Array } {
    const gathered = { offsets: this.#nameTokens.finishOffsets(), tokens: dictionary.nameTokens };
    const tokenCount = dictionary.tokenRoles.length;
    const frequencies = frequenciesOf({ ...gathered, tokenCount });
    const flags = this.#nameFlags.finish();
    const { order, blocks } = numberNames({
      ...gathered,
      isPerson: (name) => (u32At(flags, name) & NAME_FLAG.person) !== 0,
      roles: dictionary.tokenRoles,
      frequencies,
    });
    const numbers = inverseOf(order);
    const tokens = new Uint32Array(gathered.tokens.length);
    const offsets = new Uint32Array(gathered.offsets.length);
    order.forEach((old, name) => {
      const own = gathered.tokens.subarray(u32At(gathered.offsets, old), u32At(gathered.offsets, old + 1));
      tokens.set(own, u32At(offsets, name));
      offsets[name + 1] = u32At(offsets, name) + own.length;
    });
    this.#joined.renumber(numbers);
    const entities = this.#names.values.finish();
    const ordinals = this.#nameOrdinal.finish();
    return {
      offsets,
      tokens,
      tokenCount,
      frequencies,
      nameBlocks: blocks,
      nameEntity: Uint32Array.from(order, (old) => u32At(entities, old)),
      nameFlags: Uint8Array.from(order, (old) => u32At(flags, old)),
      nameOrdinal: Uint16Array.from(order, (old) => u32At(ordinals, old)),
      // They were gathered entity by entity.
      entityNames: numbers,
    };
  }

  /** The index of what was added, as `buildIndex` makes it. */
  finish(meta: IndexMeta): ArrayBuffer {
    const dictionary = this.#dictionary();
    const names = this.#numbered(dictionary);
    const postings = postingsOf(names);
    const { tokenRoles, tokenOffsets } = dictionary;
    const pairs = pairsOf(names, names.frequencies, {
      tokenRole: (token, name) => {
        const isPerson = (u8At(names.nameFlags, name) & NAME_FLAG.person) !== 0;
        return unpackRole(u8At(tokenRoles, token), isPerson ? 'person' : 'organisation');
      },
      lengthOf: (token) => u32At(tokenOffsets, token + 1) - u32At(tokenOffsets, token),
    });
    const joined = this.#joined.finish(4);
    const counts = {
      entities: this.#types.length,
      names: this.#names.values.length,
      tokens: this.#tokens.size,
    };
    return writeSections({
      meta: encoder.encode(JSON.stringify({ ...meta, engineVersion, ...counts })),
      ...dictionary,
      ...names,
      ...pairs,
      ...this.#identifierTable(),
      nameTokens: names.tokens,
      postingOffsets: postings.offsets,
      postings: postings.values,
      joinedOffsets: joined.offsets,
      joinedNames: joined.values,
      entityNameOffsets: this.#names.finishOffsets(),
      entityType: Uint8Array.from(this.#types.finish()),
      entityGender: Uint8Array.from(this.#genders.finish()),
      birthOffsets: this.#births.finishOffsets(),
      births: Int32Array.from(this.#births.values.finish()),
      nationalityOffsets: this.#nationalities.finishOffsets(),
      nationalities: Uint16Array.from(this.#nationalities.values.finish()),
      countryOffsets: this.#countries.finishOffsets(),
      countries: Uint16Array.from(this.#countries.values.finish()),
      entityTable: tableOf(this.#ids),
      blobOffsets: this.#blob.finishOffsets(),
      blob: this.#blob.values.finish(),
      detailOffsets: this.#details.finishOffsets(),
      details: this.#details.values.finish(),
    });
  }
}

/** A dictionary alone, for `openIndex`: what tokens other tokens may match can be looked up in it, and no names. */
export function buildDictionaryIndex(tokens: Iterable<string>): ArrayBuffer {
  const builder = new IndexBuilder();
  for (const token of tokens) builder.addToken(token);
  return builder.finish({ source: '', version: '' });
}

/**
 * Index of one list version.
 * @returns a buffer for `openIndex`; the caller may store it, or copy it into a SharedArrayBuffer
 */
export function buildIndex(entries: Iterable<ListEntry>, meta: IndexMeta): ArrayBuffer {
  const builder = new IndexBuilder();
  for (const entry of entries) builder.add(entry);
  return builder.finish(meta);
}
