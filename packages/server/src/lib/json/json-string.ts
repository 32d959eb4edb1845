import { JsonFaultError } from './json-fault.ts';

/** Characters that may follow a backslash, besides `u`. */
const shortEscapes = new Uint8Array(128);
for (const character of '"\\/bfnrt') shortEscapes[character.charCodeAt(0)] = 1;

/** From the opening quote to behind the closing one. Valid UTF-8 is given, so surrogates come as escapes only. */
export function scanString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte === 0x22) return at + 1;
    if (byte === 0x5c) {
      at = scanEscape(bytes, at);
    } else if (byte < 0x20) {
      throw new JsonFaultError('a control character in a string must be escaped', at);
    } else {
      at++;
    }
  }
  throw new JsonFaultError('a string is not closed', start);
}

function scanEscape(bytes: Uint8Array, at: number): number {
  const kind = bytes[at + 1];
  if (kind !== 0x75) {
    if (kind === undefined || shortEscapes[kind] !== 1) throw new JsonFaultError('an unknown escape', at);
    return at + 2;
  }
  const unit = readUnit(bytes, at);
  if (unit === 0) throw new JsonFaultError('U+0000 is not allowed', at);
  if (unit < 0xd800 || unit > 0xdfff) return at + 6;
  const isPair = unit < 0xdc00 && bytes[at + 6] === 0x5c && bytes[at + 7] === 0x75;
  const low = isPair ? readUnit(bytes, at + 6) : 0;
  if (low < 0xdc00 || low > 0xdfff) throw new JsonFaultError('a lone surrogate is not allowed', at);
  return at + 12;
}

/** The UTF-16 code unit of the `\uXXXX` at `at`. */
function readUnit(bytes: Uint8Array, at: number): number {
  let unit = 0;
  for (let i = at + 2; i < at + 6; i++) {
    const digit = hexDigit(bytes[i] ?? 0);
    if (digit === -1) throw new JsonFaultError('\\u wants four hexadecimal digits', at);
    unit = unit * 16 + digit;
  }
  return unit;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
