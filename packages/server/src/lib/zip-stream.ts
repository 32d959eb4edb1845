import { Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate';

export interface ZipEntry {
  readonly path: string;
  /** A text is compressed; bytes that come piece by piece, such as pictures, are not unless `isCompressed` says so. */
  readonly content: string | (() => AsyncIterable<Buffer>);
  readonly isCompressed?: true;
}

/** A ZIP file piece by piece, never whole in memory. */
export async function* zipOf(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  let made: Buffer[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(Buffer.from(piece));
  });
  function* taken(): Generator<Buffer> {
    const pieces = made;
    made = [];
    yield* pieces;
  }
  for await (const { path, content, isCompressed } of entries) {
    const file =
      typeof content === 'string' || isCompressed ? new ZipDeflate(path) : new ZipPassThrough(path);
    zip.add(file);
    if (typeof content === 'string') file.push(Buffer.from(content), true);
    else {
      for await (const piece of content()) {
        file.push(piece);
        yield* taken();
      }
      file.push(new Uint8Array(0), true);
    }
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** A ZIP file of these files, whole and uncompressed. */
export function storedZip(files: ReadonlyMap<string, Uint8Array>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }));
}
