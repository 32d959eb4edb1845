/** An opened index: views on its sections, and what is read from them lazily. */

import { dateOfDay } from '../../dates.ts';
import type { DateInterval, EntityType, EntryDetails, ListEntry, NameKind } from '../../entry.ts';
import type { Facts } from '../../features/feature.ts';
import type { HitEntry } from '../../hit-entry.ts';
import type { ReadingFlags } from '../../names/all-readings.ts';
import { ComparableToken } from '../../names/comparable-token.ts';
import type { SyllabicScript } from '../../names/east-asian.ts';
import { isRepeated, type PreparedName, withRoles } from '../../names/prepare.ts';
import { type Family, isCraft, ROLE, type Role } from '../../names/roles.ts';
import { mayHaveSkeleton } from '../../names/skeleton.ts';
import { unpackRole } from './dictionary.ts';
import { hash32 } from './hash.ts';
import {
  BIRTH_NUMBERS,
  detailsJson,
  ENTITY_TYPES,
  entryJson,
  NAME_FLAG,
  NAME_KINDS,
  PRECISIONS,
} from './index-builder.ts';
import { NameBlocks } from './name-blocks.ts';
import { firstFrom } from './postings.ts';
import { engineVersion, IndexFormatError, readSections, type Sections } from './sections.ts';
import { i32At, itemAt, u8At, u32At } from './values.ts';

export interface OpenOptions {
  /** Also check the sum over the whole buffer; default false. */
  verify?: boolean;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

function beginsWith(bytes: Uint8Array, from: number, start: Uint8Array): boolean {
  for (let i = 0; i < start.length; i++) if (bytes[from + i] !== start[i]) return false;
  return true;
}

/** The first number for which `isIt` among those that an open-addressing table has under a text, or -1. */
function findIn(table: Uint32Array, text: string, isIt: (number: number) => boolean): number {
  const mask = table.length - 1;
  for (let slot = hash32(text) & mask; ; slot = (slot + 1) & mask) {
    const number = u32At(table, slot) - 1;
    if (number < 0 || isIt(number)) return number;
  }
}

/** Whether a row holds exactly this text. */
function isRow(values: Uint8Array, offsets: Uint32Array, row: number, text: string): boolean {
  const bytes = encoder.encode(text);
  const from = u32At(offsets, row);
  return u32At(offsets, row + 1) - from === bytes.length && beginsWith(values, from, bytes);
}

/** Text of bytes that may lie in shared memory, which decoders refuse. */
function textOf(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.slice(from, to));
}

/** One version of one list, ready to be searched. Several threads may open the same shared buffer. */
export class ListIndex {
  readonly sections: Sections;
  /** The list's source id and version, as given when the index was built. */
  readonly source: string;
  readonly version: string;
  readonly entityCount: number;
  readonly nameCount: number;
  readonly tokenCount: number;
  /** Where the tokens of each name lie, and what else its number says. */
  readonly blocks: NameBlocks;
  /** Bytes of the whole buffer. */
  readonly byteLength: number;
  readonly #tokens: (ComparableToken | undefined)[];

  constructor(buffer: ArrayBufferLike, options: OpenOptions = {}) {
    this.sections = readSections(buffer, options.verify ?? false);
    const meta = this.sections.meta;
    const { source, version, engineVersion: built } = JSON.parse(textOf(meta, 0, meta.length));
    if (built !== engineVersion) {
      throw new IndexFormatError(`the index was built by engine ${built}, this is ${engineVersion}`);
    }
    this.source = source;
    this.version = version;
    this.byteLength = buffer.byteLength;
    this.entityCount = this.sections.entityType.length;
    this.nameCount = this.sections.nameEntity.length;
    this.blocks = new NameBlocks(this.sections.nameBlocks, this.nameCount);
    this.tokenCount = this.sections.tokenRoles.length;
    this.#tokens = new Array(this.tokenCount);
  }

  /** A token of the dictionary, read on first use. */
  comparable(id: number): ComparableToken {
    let token = this.#tokens[id];
    if (token === undefined) {
      const { tokenBytes, tokenOffsets } = this.sections;
      const text = String.fromCharCode(
        ...tokenBytes.subarray(u32At(tokenOffsets, id), u32At(tokenOffsets, id + 1)),
      );
      token = new ComparableToken(text);
      this.#tokens[id] = token;
    }
    return token;
  }

  tokenText(id: number): string {
    return this.comparable(id).text;
  }

  /** What the token is in names of a family. */
  tokenRole(id: number, family: Family): Role {
    return unpackRole(u8At(this.sections.tokenRoles, id), family);
  }

  tokenLength(id: number): number {
    return u32At(this.sections.tokenOffsets, id + 1) - u32At(this.sections.tokenOffsets, id);
  }

  /** Whether a token weighs less where it occurs in a name a second time, as `isRepeated` says. */
  mayRepeat(id: number): boolean {
    return isRepeated(this.tokenText(id), 0);
  }

  /** What the token at a place is in its name, whose tokens begin at `from`: see `isRepeated` too. */
  roleInName(from: number, at: number, family: Family): Role {
    const { nameTokens } = this.sections;
    const token = u32At(nameTokens, at);
    for (let before = from; before < at; before++)
      if (nameTokens[before] === token && this.mayRepeat(token)) return ROLE.repeated;
    return this.tokenRole(token, family);
  }

  /** Number of the token with this text, or -1. */
  tokenId(text: string): number {
    return findIn(this.sections.tokenTable, text, (id) => this.#isToken(id, text));
  }

  /** Whether a token is this text, without making a text of it. */
  #isToken(id: number, text: string): boolean {
    const { tokenBytes, tokenOffsets } = this.sections;
    const from = u32At(tokenOffsets, id);
    if (u32At(tokenOffsets, id + 1) - from !== text.length) return false;
    for (let i = 0; i < text.length; i++) if (tokenBytes[from + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  /** Number of the group of tokens with this skeleton, or -1. */
  soundGroup(skeleton: string): number {
    const { soundTable, soundGroups, tokenBytes, tokenOffsets } = this.sections;
    return findIn(soundTable, skeleton, (group) => {
      const first = u32At(soundGroups, group);
      // The first letter excludes most tokens of other skeletons, without a string for each.
      const isLike = mayHaveSkeleton(u8At(tokenBytes, u32At(tokenOffsets, first)), skeleton);
      return isLike && this.comparable(first).skeleton === skeleton;
    });
  }

  /** How many names hold the token. */
  frequency(id: number): number {
    return u32At(this.sections.postingOffsets, id + 1) - u32At(this.sections.postingOffsets, id);
  }

  /** Numbers of the tokens of a name, in its order. */
  tokensOfName(name: number): Uint32Array {
    const block = this.blocks.blockOf(name);
    const from = this.blocks.tokensFrom(name, block);
    return this.sections.nameTokens.subarray(from, from + i32At(this.blocks.lengths, block));
  }

  kindOfName(name: number): NameKind {
    return itemAt(
      NAME_KINDS,
      (u8At(this.sections.nameFlags, name) & NAME_FLAG.kindAndScript) % NAME_KINDS.length,
    );
  }

  /** How sure the name is: only a part of a published one, or by what may be meant. */
  readingFlagsOf(name: number): ReadingFlags {
    const flags = u8At(this.sections.nameFlags, name);
    return {
      isPart: (flags & NAME_FLAG.part) !== 0,
      isGuess: (flags & NAME_FLAG.guess) !== 0,
      script: Math.floor((flags & NAME_FLAG.kindAndScript) / NAME_KINDS.length) as SyllabicScript,
    };
  }

  typeOfEntity(entity: number): EntityType {
    return itemAt(ENTITY_TYPES, u8At(this.sections.entityType, entity));
  }

  /** The name as it was prepared when the index was built. */
  preparedName(name: number): PreparedName & { ids: number[] } {
    const family = this.blocks.familyOf(name);
    const ids = [...this.tokensOfName(name)];
    const comparable = ids.map((id) => this.comparable(id));
    const tokens = comparable.map(({ text }) => text);
    const roles = ids.map((id, i) =>
      isRepeated(itemAt(tokens, i), ids.indexOf(id) < i ? 0 : -1)
        ? ROLE.repeated
        : this.tokenRole(id, family),
    );
    const prepared = withRoles(family, tokens, roles);
    prepared.isCraft = isCraft(this.typeOfEntity(u32At(this.sections.nameEntity, name)));
    prepared.comparable = comparable;
    return Object.assign(prepared, this.readingFlagsOf(name), { ids });
  }

  /** What corroborates a hit, from the entity's columns; identifiers are left out. */
  facts(entity: number): Facts {
    const { entityGender, birthOffsets, births } = this.sections;
    const intervals: DateInterval[] = [];
    for (let at = u32At(birthOffsets, entity); at < u32At(birthOffsets, entity + 1); at += BIRTH_NUMBERS) {
      intervals.push({
        from: dateOfDay(i32At(births, at)),
        to: dateOfDay(i32At(births, at + 1)),
        precision: itemAt(PRECISIONS, i32At(births, at + 2)),
      });
    }
    const gender = entityGender[entity] === 1 ? 'M' : entityGender[entity] === 2 ? 'F' : undefined;
    return {
      type: this.typeOfEntity(entity),
      ...(gender ? { gender } : {}),
      births: intervals,
      nationalities: this.#codes(this.sections.nationalityOffsets, this.sections.nationalities, entity),
      countries: this.#codes(this.sections.countryOffsets, this.sections.countries, entity),
      identifiers: [],
    };
  }

  #codes(offsets: Uint32Array, values: Uint16Array, entity: number): string[] {
    const codes: string[] = [];
    for (const code of values.subarray(u32At(offsets, entity), u32At(offsets, entity + 1)))
      codes.push(String.fromCharCode(code >> 8, code & 255));
    return codes;
  }

  /** What a hit shows of an entity: all but its details. */
  entry(entity: number): HitEntry {
    const { blob, blobOffsets } = this.sections;
    return JSON.parse(textOf(blob, u32At(blobOffsets, entity), u32At(blobOffsets, entity + 1)));
  }

  /** All that is known of an entity, its details too. */
  wholeEntry(entity: number): HitEntry & ListEntry {
    const { details, detailOffsets } = this.sections;
    const json = textOf(details, u32At(detailOffsets, entity), u32At(detailOffsets, entity + 1));
    const entry = this.entry(entity);
    return json === '' ? entry : Object.assign(entry, { details: JSON.parse(json) as EntryDetails });
  }

  /** The last entity with an id, or -1. */
  entityWithId(id: string): number {
    const { entityTable, blob, blobOffsets } = this.sections;
    const start = encoder.encode(`{"id":${JSON.stringify(id)},`);
    let last = -1;
    findIn(entityTable, id, (entity) => {
      if (entity > last && beginsWith(blob, u32At(blobOffsets, entity), start)) last = entity;
      return false;
    });
    return last;
  }

  /** Whether the index holds exactly this entry as an entity; false also where only the order of members differs. */
  holdsEntry(entity: number, entry: ListEntry): boolean {
    const { blob, blobOffsets, details, detailOffsets } = this.sections;
    return (
      isRow(blob, blobOffsets, entity, entryJson(entry)) &&
      isRow(details, detailOffsets, entity, detailsJson(entry))
    );
  }

  /** Names of an entity, in published order. */
  namesOfEntity(entity: number): Uint32Array {
    const { entityNames, entityNameOffsets } = this.sections;
    return entityNames.subarray(u32At(entityNameOffsets, entity), u32At(entityNameOffsets, entity + 1));
  }

  /**
   * Entities that may bear an identifier: equal hashes, to be confirmed on the entry.
   * @param key one of `identifierKeys`, or of `nearKeys`
   */
  entitiesWithIdentifier(key: string): number[] {
    const { identifierHashes, identifierEntities } = this.sections;
    const hash = hash32(key);
    const first = firstFrom(identifierHashes, hash, { from: 0, to: identifierHashes.length });
    let end = first;
    while (identifierHashes[end] === hash) end++;
    return [...new Set(identifierEntities.subarray(first, end))];
  }
}

/**
 * Opens an index for searching, without copying it.
 * @throws IndexFormatError when the buffer is no index, damaged, or of another engine version
 */
export function openIndex(buffer: ArrayBufferLike, options?: OpenOptions): ListIndex {
  return new ListIndex(buffer, options);
}
