import { JsonFaultError } from './json-fault.ts';

/** Literals shorter than this are integers below 10^15, or numbers far from overflow when they have no exponent. */
const harmlessLength = 16;

/** From a minus sign or digit to behind the number; RFC 8259 form, exact where it is an integer, finite. */
export function scanNumber(bytes: Uint8Array, start: number): number {
  let at = start;
  if (bytes[at] === 0x2d) at++;
  if (bytes[at] === 0x30) at++;
  else at = scanDigits(bytes, at);
  if (isDigit(bytes[at])) throw new JsonFaultError('a number must not begin with 0', start);

  let isInteger = true;
  let hasExponent = false;
  if (bytes[at] === 0x2e) {
    isInteger = false;
    at = scanDigits(bytes, at + 1);
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    hasExponent = true;
    at++;
    if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++;
    at = scanDigits(bytes, at);
  }
  if (hasExponent || at - start >= harmlessLength) {
    checkRange(bytes, { start, end: at, isInteger: isInteger && !hasExponent });
  }
  return at;
}

function scanDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at])) at++;
  if (at === start) throw new JsonFaultError('a digit is expected', at);
  return at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function checkRange(bytes: Uint8Array, literal: { start: number; end: number; isInteger: boolean }): void {
  const text = Buffer.from(bytes.subarray(literal.start, literal.end)).toString('latin1');
  const number = Number(text);
  if (!Number.isFinite(number)) throw new JsonFaultError('the number is too large', literal.start);
  if (!literal.isInteger || Number.isSafeInteger(number)) return;
  if (BigInt(text) !== BigInt(number)) {
    throw new JsonFaultError(
      'the integer cannot be held exactly by a double: send it as a string',
      literal.start,
    );
  }
}
