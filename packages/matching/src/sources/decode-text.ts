/** Bytes of list files as text, in the encodings that publishers and spreadsheets really use. */

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');
const BYTE_ORDER_MARK = '\ufeff';

/** Bytes that a UTF-8 sequence takes by its first byte; 0 where none starts. */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/** Bytes at the end that begin a UTF-8 sequence and wait for the rest of it. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

function isSequence(bytes: Uint8Array, at: number, length: number): boolean {
  if (length === 0 || at + length > bytes.length) return false;
  for (let i = 1; i < length; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return false;
  try {
    utf8.decode(bytes.subarray(at, at + length));
    return true;
  } catch {
    return false;
  }
}

/** UTF-8 with single bytes of Windows-1252 among it, as files have that were put together from several. */
function decodeMixed(bytes: Uint8Array): string {
  let text = '';
  let validFrom = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at]!);
    if (isSequence(bytes, at, length)) {
      at += length;
      continue;
    }
    text += utf8.decode(bytes.subarray(validFrom, at)) + windows1252.decode(bytes.subarray(at, at + 1));
    at++;
    validFrom = at;
  }
  return text + utf8.decode(bytes.subarray(validFrom));
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeMixed(bytes);
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/**
 * Decodes piece by piece: UTF-8, single bytes that are no UTF-8 as Windows-1252, and UTF-16 where a byte-order
 * mark announces it. The mark itself is left out.
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  let waiting: Uint8Array = new Uint8Array(0);
  let utf16: InstanceType<typeof TextDecoder> | undefined;
  let started = false;
  for await (const chunk of chunks) {
    let bytes = joined(waiting, chunk);
    waiting = new Uint8Array(0);
    if (!started) {
      if (bytes.length < 3) {
        waiting = bytes;
        continue;
      }
      started = true;
      if (bytes[0] === 0xff && bytes[1] === 0xfe) utf16 = new TextDecoder('utf-16le');
      else if (bytes[0] === 0xfe && bytes[1] === 0xff) utf16 = new TextDecoder('utf-16be');
      else if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    }
    if (utf16) {
      yield utf16.decode(bytes, { stream: true });
      continue;
    }
    const whole = bytes.length - unfinishedBytes(bytes);
    waiting = bytes.slice(whole);
    if (whole > 0) yield decodeUtf8(bytes.subarray(0, whole));
  }
  if (utf16) yield utf16.decode();
  else if (waiting.length > 0) yield decodeUtf8(waiting).replace(BYTE_ORDER_MARK, '');
}
