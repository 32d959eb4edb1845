/**
 * Layout of an index file: a header, a table of sections, then the sections, each a little-endian typed array
 * aligned to eight bytes. One buffer is one version of one list; it can lie in a SharedArrayBuffer.
 */
import { checksum } from './hash.ts';
import { numberAt } from './values.ts';

/** Changes with every change that gives other scores or another layout; part of each index file. */
export const engineVersion = '1.22.0';

const MAGIC = 0x49534847;
const LAYOUT = 8;
const HEADER_BYTES = 32;
const ALIGNMENT = 8;

type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** Every section, in file order, with its element type. */
export const SECTIONS = {
  /** JSON: source, version, engine version, counts. */
  meta: Uint8Array,
  /** Token dictionary: ASCII bytes, where each token starts, open-addressing table of token id + 1, roles. */
  tokenBytes: Uint8Array,
  tokenOffsets: Uint32Array,
  tokenTable: Uint32Array,
  /** Role among persons in the low four bits, among organisations in the high four. */
  tokenRoles: Uint8Array,
  /** Names in which each token occurs. */
  postingOffsets: Uint32Array,
  postings: Uint32Array,
  /** Blocks of names of one family, length and weight, see `NameBlocks`, and the tokens of each name. */
  nameBlocks: Uint32Array,
  nameTokens: Uint32Array,
  /** The entity a name belongs to, its kind and family, its place among the names published of the entity. */
  nameEntity: Uint32Array,
  nameFlags: Uint8Array,
  nameOrdinal: Uint16Array,
  /** Tokens by hash of each form with one or two letters left out: token id in the low bits, above where these stood. */
  deleteOffsets: Uint32Array,
  deleteTokens: Uint32Array,
  /** Tokens are numbered by consonant skeleton: first token of each group, and a table of group number + 1 by hash. */
  soundGroups: Uint32Array,
  soundTable: Uint32Array,
  /** Names by hash of each unordered pair of their frequent tokens (tagged), and those of too many for that. */
  pairOffsets: Uint32Array,
  pairNames: Uint32Array,
  /** Which pairs there are: bits for the partners of each token, so that most look-ups of others end in near memory. */
  pairBitOffsets: Uint32Array,
  pairBits: Uint32Array,
  unpairedNames: Uint32Array,
  /** Names by hash of what only the whole name shows: short neighbouring tokens written together, acronyms (tagged). */
  joinedOffsets: Uint32Array,
  joinedNames: Uint32Array,
  /** Identifiers: sorted hashes of their keys (`identifierKeys`, `nearKeys`) and the entity of each. */
  identifierHashes: Uint32Array,
  identifierEntities: Uint32Array,
  /** Names of each entity, in published order. */
  entityNameOffsets: Uint32Array,
  entityNames: Uint32Array,
  /** Entity columns: type, gender, dates of birth (see `BIRTH_NUMBERS`), nationalities and countries (two letters). */
  entityType: Uint8Array,
  entityGender: Uint8Array,
  birthOffsets: Uint32Array,
  births: Int32Array,
  nationalityOffsets: Uint32Array,
  nationalities: Uint16Array,
  countryOffsets: Uint32Array,
  countries: Uint16Array,
  /** Open-addressing table of entity number + 1 by hash of the entry's id. */
  entityTable: Uint32Array,
  /** What a hit shows of each entity: UTF-8 JSON, the id first. */
  blobOffsets: Uint32Array,
  blob: Uint8Array,
  /** What only the full page of each entity shows: UTF-8 JSON, nothing where there are no details. */
  detailOffsets: Uint32Array,
  details: Uint8Array,
} as const;

export type SectionName = keyof typeof SECTIONS;
export type Sections = { [Name in SectionName]: InstanceType<(typeof SECTIONS)[Name]> };

const NAMES = Object.keys(SECTIONS) as SectionName[];

function align(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

/** Writes sections into one buffer. */
export function writeSections(sections: { [Name in SectionName]: SectionArray }): ArrayBuffer {
  let length = align(HEADER_BYTES + NAMES.length * 8);
  const offsets = NAMES.map((name) => {
    const offset = length;
    length = align(length + sections[name].byteLength);
    return offset;
  });
  const buffer = new ArrayBuffer(length);
  const head = new DataView(buffer);
  NAMES.forEach((name, index) => {
    const section = sections[name];
    head.setUint32(HEADER_BYTES + index * 8, numberAt(offsets, index), true);
    head.setUint32(HEADER_BYTES + index * 8 + 4, section.byteLength, true);
    new Uint8Array(buffer, offsets[index], section.byteLength).set(
      new Uint8Array(section.buffer, section.byteOffset, section.byteLength),
    );
  });
  head.setUint32(0, MAGIC, true);
  head.setUint32(4, LAYOUT, true);
  head.setUint32(8, NAMES.length, true);
  head.setUint32(12, length, true);
  head.setUint32(16, checksum(new Uint8Array(buffer, HEADER_BYTES)), true);
  return buffer;
}

/** An index buffer that cannot be used; the list has to be indexed again. */
export class IndexFormatError extends Error {
  override readonly name = 'IndexFormatError';
}

/**
 * Views on the sections of a buffer, without copying.
 * @param verify also reads the whole buffer to check its sum (about 1 ms a megabyte)
 * @throws IndexFormatError when the buffer is no index, of another layout, cut short or damaged
 */
export function readSections(buffer: ArrayBufferLike, verify: boolean): Sections {
  if (buffer.byteLength < HEADER_BYTES)
    throw new IndexFormatError('the buffer is shorter than an index header');
  const head = new DataView(buffer);
  if (head.getUint32(0, true) !== MAGIC)
    throw new IndexFormatError('the buffer does not begin like an index');
  if (head.getUint32(4, true) !== LAYOUT || head.getUint32(8, true) !== NAMES.length) {
    throw new IndexFormatError(
      `the index has layout ${head.getUint32(4, true)}, this engine reads ${LAYOUT}`,
    );
  }
  const length = head.getUint32(12, true);
  if (length > buffer.byteLength) {
    throw new IndexFormatError(`the index is cut short: ${buffer.byteLength} of ${length} bytes`);
  }
  if (
    verify &&
    checksum(new Uint8Array(buffer, HEADER_BYTES, length - HEADER_BYTES)) !== head.getUint32(16, true)
  ) {
    throw new IndexFormatError('the index is damaged: its checksum does not fit');
  }
  const sections: Partial<Record<SectionName, SectionArray>> = {};
  NAMES.forEach((name, index) => {
    const View = SECTIONS[name];
    const offset = head.getUint32(HEADER_BYTES + index * 8, true);
    const bytes = head.getUint32(HEADER_BYTES + index * 8 + 4, true);
    sections[name] = new View(buffer as ArrayBuffer, offset, bytes / View.BYTES_PER_ELEMENT);
  });
  return sections as Sections;
}
