import type { Fault, FileBytes } from './file-bytes.ts';

/** Bytes of a value by field type (TIFF 6.0, section 2; 13 is an address of further fields). */
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const maxDirectories = 2_000;
/** Strips or tiles of one image. */
const maxPieces = 250_000;

const tag = {
  width: 256,
  height: 257,
  stripOffsets: 273,
  stripCounts: 279,
  tileOffsets: 324,
  tileCounts: 325,
  jpegOffset: 513,
  jpegLength: 514,
} as const;
/** Fields whose values are addresses of further directories: SubIFDs, EXIF, GPS, interoperability. */
const directoryTags = [330, 34_665, 34_853, 40_965];

interface Field {
  readonly type: number;
  readonly count: number;
  readonly at: number;
}

/**
 * Directories, their values and the image data all inside the file, and nothing behind the last of them but zeros.
 * What is tried is the classic form; the one for files beyond 4 GB has no place below 20 MB.
 */
export async function checkTiff(bytes: FileBytes): Promise<Fault> {
  return new TiffWalk(bytes, (await bytes.read(0, 2)).toString('latin1') === 'II').check();
}

class TiffWalk {
  readonly #bytes: FileBytes;
  readonly #isLittle: boolean;
  readonly #seen = new Set<number>();
  /** The end of what is referred to. */
  #reached = 8;

  constructor(bytes: FileBytes, isLittle: boolean) {
    this.#bytes = bytes;
    this.#isLittle = isLittle;
  }

  async check(): Promise<Fault> {
    const head = await this.#bytes.read(0, 8);
    if (head.length < 8) return 'ends inside its header';
    let next = this.#number(head, 4, 4);
    if (next === 0) return 'has no image';
    for (let first = true; next !== 0; first = false) {
      const directory = await this.#directory(next);
      if (typeof directory === 'string') return directory;
      const fault = (await this.#image(directory.fields, first)) ?? (await this.#below(directory.fields));
      if (fault !== undefined) return fault;
      next = directory.next;
    }
    const isClean = await this.#bytes.endsWithOnly(this.#reached, [0]);
    return isClean ? undefined : `has ${this.#bytes.size - this.#reached} bytes behind its end`;
  }

  /** Directories that fields of this one refer to. */
  async #below(fields: ReadonlyMap<number, Field>): Promise<Fault> {
    for (const name of directoryTags) {
      if ((fields.get(name)?.count ?? 0) > maxDirectories) return 'has too many directories';
      for (const at of (await this.#numbers(fields.get(name))) ?? []) {
        const directory = await this.#directory(at);
        if (typeof directory === 'string') return directory;
        const fault = (await this.#image(directory.fields, false)) ?? (await this.#below(directory.fields));
        if (fault !== undefined) return fault;
      }
    }
    return undefined;
  }

  async #directory(at: number): Promise<{ fields: Map<number, Field>; next: number } | string> {
    if (this.#seen.has(at)) return 'has directories that go round in a circle';
    if (this.#seen.size >= maxDirectories) return 'has too many directories';
    this.#seen.add(at);
    const counted = await this.#bytes.read(at, 2);
    if (at < 8 || counted.length < 2) return 'refers to a directory outside the file';
    const count = this.#number(counted, 0, 2);
    const end = at + 2 + count * 12 + 4;
    if (count === 0 || end > this.#bytes.size) return 'has a damaged directory';
    this.#reach(end);
    const fields = new Map<number, Field>();
    for (let index = 0; index < count; index++) {
      const entryAt = at + 2 + index * 12;
      const entry = await this.#bytes.read(entryAt, 12);
      const name = this.#number(entry, 0, 2);
      const type = this.#number(entry, 2, 2);
      const values = this.#number(entry, 4, 4);
      const each = valueBytes[type];
      if (each === undefined || each === 0) return `has a field (${name}) of a type that does not exist`;
      const length = values * each;
      const valueAt = length <= 4 ? entryAt + 8 : this.#number(entry, 8, 4);
      if (valueAt + length > this.#bytes.size)
        return `has a field (${name}) whose value lies outside the file`;
      this.#reach(valueAt + length);
      fields.set(name, { type, count: values, at: valueAt });
    }
    return { fields, next: this.#number(await this.#bytes.read(end - 4, 4), 0, 4) };
  }

  /** Where the directory describes an image, its size and its data. */
  async #image(fields: ReadonlyMap<number, Field>, isNeeded: boolean): Promise<Fault> {
    const pairs = [
      [tag.stripOffsets, tag.stripCounts],
      [tag.tileOffsets, tag.tileCounts],
      [tag.jpegOffset, tag.jpegLength],
    ] as const;
    let hasData = false;
    for (const [offsetsTag, countsTag] of pairs) {
      if ((fields.get(offsetsTag)?.count ?? 0) > maxPieces) return 'has too many pieces of image data';
      const offsets = await this.#numbers(fields.get(offsetsTag));
      const lengths = await this.#numbers(fields.get(countsTag));
      if (offsets === undefined && lengths === undefined) continue;
      if (offsets === undefined || lengths?.length !== offsets.length)
        return 'does not tell where its image data lies';
      for (const [index, at] of offsets.entries()) {
        const end = at + lengths[index]!;
        if (end > this.#bytes.size) return 'has image data outside the file';
        this.#reach(end);
      }
      hasData = true;
    }
    if (!isNeeded) return undefined;
    const [width] = (await this.#numbers(fields.get(tag.width))) ?? [];
    const [height] = (await this.#numbers(fields.get(tag.height))) ?? [];
    if (!width || !height) return 'has no width or no height';
    return hasData ? undefined : 'has no image data';
  }

  /** The values of a field of whole numbers; undefined where there is none. */
  async #numbers(field: Field | undefined): Promise<number[] | undefined> {
    if (field === undefined || ![3, 4, 13].includes(field.type)) return undefined;
    const each = valueBytes[field.type]!;
    const numbers: number[] = [];
    while (numbers.length < field.count) {
      const left = field.count - numbers.length;
      const piece = await this.#bytes.read(field.at + numbers.length * each, Math.min(left * each, 65_532));
      if (piece.length < each) return undefined;
      for (let at = 0; at + each <= piece.length; at += each) numbers.push(this.#number(piece, at, each));
    }
    return numbers;
  }

  #number(bytes: Buffer, at: number, length: number): number {
    return this.#isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);
  }

  #reach(end: number): void {
    if (end > this.#reached) this.#reached = end;
  }
}
