import { isUtf8 } from 'node:buffer';
import { type JsonFault, JsonFaultError } from './json-fault.ts';
import { countMembers, findDuplicateMember } from './json-members.ts';
import { scanJson } from './json-scan.ts';

export type StrictJson =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly fault: JsonFault };

/**
 * Check 13: a request body as one JSON object, accepted only where every reader must understand the same.
 * Valid UTF-8 without a byte order mark, RFC 8259, nested at most 64 deep, no member name twice in an
 * object, no U+0000 and no lone surrogate, no integer literal that a double cannot hold exactly, no number
 * that overflows. `__proto__` is a member like any other, an own property of the value.
 *
 * One scan over the bytes decides; `JSON.parse` then builds the value. Equal names show in the count: the
 * parsed value holds fewer members than were written.
 */
export function parseStrictJson(body: Uint8Array): StrictJson {
  try {
    if (!isUtf8(body)) throw new JsonFaultError('this is not valid UTF-8', firstInvalidByte(body));
    if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) {
      throw new JsonFaultError('a byte order mark is not allowed', 0);
    }
    const written = scanJson(body);
    const value = JSON.parse(bufferOf(body).toString('utf8')) as Record<string, unknown>;
    if (countMembers(value) !== written) throw findDuplicateMember(body);
    return { ok: true, value };
  } catch (error) {
    if (error instanceof JsonFaultError) return { ok: false, fault: error.locate(body) };
    throw error;
  }
}

/** Where decoding first had to put U+FFFD in place of bytes that are not that character's own. */
function firstInvalidByte(body: Uint8Array): number {
  const text = bufferOf(body).toString('utf8');
  let offset = 0;
  let from = 0;
  for (;;) {
    const replaced = text.indexOf('\ufffd', from);
    offset += Buffer.byteLength(text.slice(from, replaced));
    const isGenuine = body[offset] === 0xef && body[offset + 1] === 0xbf && body[offset + 2] === 0xbd;
    if (!isGenuine) return offset;
    offset += 3;
    from = replaced + 1;
  }
}

function bufferOf(body: Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
