import { JsonFaultError } from './json-fault.ts';
import { scanNumber } from './json-number.ts';
import { scanString } from './json-string.ts';

/** Objects and arrays inside each other, the outermost object counted (docs/interface.md 2, row 13). */
const maxDepth = 64;

/** The token that may follow. Codes and no union of words: this is the innermost loop of every call. */
const value = 0;
const valueOrEnd = 1;
const name = 2;
const nameOrEnd = 3;
const commaOrEnd = 4;

const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const quote = 0x22;

/** Kinds of the containers that are open; shared, because a scan runs to its end before another begins. */
const containers = new Uint8Array(maxDepth);

/**
 * Checks that valid UTF-8 bytes are one acceptable JSON object and returns how many members it and the
 * objects in it were written with. Throws `JsonFaultError` at the first byte that is wrong.
 *
 * One function, longer than usual: the state stays in local variables.
 */
export function scanJson(bytes: Uint8Array): number {
  let depth = 0;
  let members = 0;
  let at = skipSpace(bytes, 0);
  if (at === bytes.length) throw new JsonFaultError('the body is empty', at);
  if (bytes[at] !== openBrace) throw new JsonFaultError('the body must be an object', at);
  let expected = value;

  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (expected === commaOrEnd) {
      const inObject = containers[depth - 1] === openBrace;
      if (byte === 0x2c) {
        expected = inObject ? name : value;
        at++;
      } else if (byte === (inObject ? closeBrace : closeBracket)) {
        at++;
        if (--depth === 0) break;
      } else {
        throw new JsonFaultError(`a comma or ${inObject ? '}' : ']'} is expected`, at);
      }
    } else if (expected >= name) {
      if (byte === quote) {
        members++;
        at = skipSpace(bytes, scanString(bytes, at));
        if (bytes[at] !== 0x3a) throw new JsonFaultError('a colon is expected', at);
        at++;
        expected = value;
      } else if (byte === closeBrace && expected === nameOrEnd) {
        at++;
        if (--depth === 0) break;
        expected = commaOrEnd;
      } else {
        throw new JsonFaultError('a member name in double quotes is expected', at);
      }
    } else if (byte === quote) {
      at = scanString(bytes, at);
      expected = commaOrEnd;
    } else if (byte === openBrace || byte === openBracket) {
      if (depth === maxDepth) throw new JsonFaultError(`nested more than ${maxDepth} deep`, at);
      containers[depth++] = byte;
      expected = byte === openBrace ? nameOrEnd : valueOrEnd;
      at++;
    } else if (byte === closeBracket && expected === valueOrEnd) {
      at++;
      depth--;
      expected = commaOrEnd;
    } else {
      at = scanScalar(bytes, at);
      expected = commaOrEnd;
    }
    at = skipSpace(bytes, at);
  }
  if (depth > 0) throw new JsonFaultError('the body ends too early', bytes.length);
  at = skipSpace(bytes, at);
  if (at < bytes.length) throw new JsonFaultError('something follows the object', at);
  return members;
}

function scanScalar(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) return scanNumber(bytes, at);
  if (byte === 0x74) return scanWord(bytes, at, 'true');
  if (byte === 0x66) return scanWord(bytes, at, 'false');
  if (byte === 0x6e) return scanWord(bytes, at, 'null');
  throw new JsonFaultError('a value is expected', at);
}

function scanWord(bytes: Uint8Array, at: number, word: string): number {
  for (let i = 0; i < word.length; i++) {
    if (bytes[at + i] !== word.charCodeAt(i)) throw new JsonFaultError('a value is expected', at);
  }
  return at + word.length;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    at++;
  }
  return at;
}
