/** Numbers written as words, ordinals or Roman numerals, brought to digits. */

import { MIN_MISSPELT_FORM } from '../weights.ts';

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth';
/** Ordinals that are known with a typing error: to shorter ones names are near, as `Firth` to `fifth`, `Forth` and `Sixt`. */
export const LONG_ORDINALS: readonly string[] = ORDINALS.split(' ').filter(
  (word) => word.length >= MIN_MISSPELT_FORM,
);
const ROMAN = 'ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xvii xviii xix xx';
const ROMAN_VALUES = [2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

const SMALL = new Map<string, number>();
for (const words of [UNITS, ORDINALS]) {
  for (const [value, word] of words.split(' ').entries()) SMALL.set(word, value);
}
const LARGE = new Map<string, number>();
for (const [index, word] of TENS.split(' ').entries()) LARGE.set(word, (index + 2) * 10);
LARGE.set('fourty', 40);
const ROMANS = new Map(ROMAN.split(' ').map((word, index) => [word, ROMAN_VALUES[index]!]));

/** The digits of a numeral token (`44`, `007`, `1st`, `iv`), or undefined. */
export function numeralOf(token: string): string | undefined {
  const first = token.charCodeAt(0);
  if (first >= 48 && first <= 57) {
    const digits = /^0*(\d+)(st|nd|rd|th)?$/.exec(token);
    return digits ? digits[1] : undefined;
  }
  const roman = ROMANS.get(token);
  return roman === undefined ? undefined : String(roman);
}

/** The number that starts at a token, in words: its digits and how many tokens it takes. */
export function numberWordsAt(
  tokens: readonly string[],
  at: number,
): { digits: string; count: number } | undefined {
  const token = tokens[at]!;
  const tens = LARGE.get(token);
  if (tens !== undefined) {
    const next = tokens[at + 1];
    const unit =
      next === undefined ? undefined : (SMALL.get(next) ?? (/^[1-9]$/.test(next) ? Number(next) : undefined));
    if (unit !== undefined && unit > 0 && unit < 10) return { digits: String(tens + unit), count: 2 };
    return { digits: String(tens), count: 1 };
  }
  const small = SMALL.get(token);
  return small === undefined ? undefined : { digits: String(small), count: 1 };
}
