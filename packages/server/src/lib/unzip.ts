import { crc32, inflateRawSync } from 'node:zlib';

export type Unzipped =
  | { readonly ok: true; readonly files: ReadonlyMap<string, Buffer> }
  | { readonly ok: false; readonly reason: string };

/** Signatures, and how long what follows them is without names and notes. */
const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30];
const longestNote = 0xffff;
/** Sizes that are stored elsewhere, in archives beyond four gigabytes. */
const elsewhere = 0xffffffff;
const [stored, deflated] = [0, 8];
const maxFiles = 10_000;

/**
 * The files of a ZIP archive. One whose files say that they are more than `maxBytes` together is refused before any
 * of them is unpacked; one that says less than it is, once it exceeds what it says.
 */
export function unzipWithin(bytes: Uint8Array, maxBytes: number): Unzipped {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const entries = readDirectory(archive);
    const total = entries.reduce((sum, { size }) => sum + size, 0);
    if (total > maxBytes) throw new Unreadable(`it unpacks to ${total} bytes: at most ${maxBytes} are read`);
    return { ok: true, files: new Map(entries.map((entry) => [entry.name, unpacked(archive, entry)])) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.message };
    if (error instanceof RangeError) return { ok: false, reason: 'it is cut short' };
    throw error;
  }
}

/** What is wrong with an archive, in words for whoever gave it. */
class Unreadable extends Error {}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly localAt: number;
}

function readDirectory(archive: Buffer): Entry[] {
  const signature = Buffer.from(Uint32Array.of(END).buffer);
  const end = archive.lastIndexOf(signature);
  if (end < 0 || end < archive.length - END_BYTES - longestNote) throw new Unreadable('it is no ZIP file');
  const count = archive.readUInt16LE(end + 10);
  if (count > maxFiles) throw new Unreadable(`it holds ${count} files: at most ${maxFiles} are read`);
  const entries: Entry[] = [];
  const names = new Set<string>();
  let at = archive.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Unreadable('its directory is damaged');
    const nameEnd = at + ENTRY_BYTES + archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + ENTRY_BYTES, nameEnd);
    const entry: Entry = {
      name,
      method: archive.readUInt16LE(at + 10),
      crc: archive.readUInt32LE(at + 16),
      packedSize: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      localAt: archive.readUInt32LE(at + 42),
    };
    const isEncrypted = (archive.readUInt16LE(at + 8) & 1) !== 0;
    if (isEncrypted || (entry.method !== stored && entry.method !== deflated))
      throw new Unreadable(`${name} is encrypted, or packed in a way that is not read`);
    if (entry.size === elsewhere || entry.packedSize === elsewhere || entry.localAt === elsewhere)
      throw new Unreadable(`${name} is larger than four gigabytes`);
    if (names.has(name)) throw new Unreadable(`it holds ${name} twice`);
    names.add(name);
    entries.push(entry);
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

function unpacked(archive: Buffer, { name, method, crc, packedSize, size, localAt }: Entry): Buffer {
  if (archive.readUInt32LE(localAt) !== LOCAL) throw new Unreadable(`${name} is damaged`);
  const from =
    localAt + LOCAL_BYTES + archive.readUInt16LE(localAt + 26) + archive.readUInt16LE(localAt + 28);
  const packed = archive.subarray(from, from + packedSize);
  const file = method === stored ? packed : inflated(packed, name, size);
  if (file.length !== size || crc32(file) !== crc) throw new Unreadable(`${name} is damaged`);
  return file;
}

function inflated(packed: Buffer, name: string, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw new Unreadable(`${name} is damaged, or larger than the ${size} bytes that it says`);
  }
}
