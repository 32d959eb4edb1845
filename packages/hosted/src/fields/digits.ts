/** Digits of any script as 0 to 9, so that people can type those of their own keyboard. */
export function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0)!)));
}

/** Each script's digits are consecutive from 0 to 9; some runs follow directly on another. */
function digitValue(code: number): number {
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** What people put between the digits of a number, without it. */
export function withoutSeparators(text: string): string {
  return plainDigits(text).replace(/[\s().\-/\u2010-\u2015\u200e\u200f\u00a0]/g, '');
}

/**
 * A number as people of a language write it, the text itself where it is none. Either sign can part the decimals;
 * the one that parts thousands in the language does so where three digits follow it (`10,000` in English).
 */
export function readDecimal(text: string, language: string): number | string | null {
  const plain = plainDigits(text)
    .trim()
    .replaceAll('٫', '.')
    .replaceAll(/[\s\u00a0\u202f'’٬]/g, '');
  if (plain === '') return null;
  const number = withPoint(plain, language);
  return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : text;
}

function withPoint(text: string, language: string): string {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma > -1 && point > -1) {
    return comma > point ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  }
  const thousands = decimalSign(language) === ',' ? '.' : ',';
  const parts = text.split(comma > -1 ? ',' : '.');
  const isGrouped = parts.slice(1).every((part) => part.length === 3);
  const partsThousands = parts.length > 2 || (text.includes(thousands) && isGrouped);
  return parts.join(partsThousands ? '' : '.');
}

function decimalSign(language: string): string {
  const parts = new Intl.NumberFormat(`${language}-u-nu-latn`).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}
