/** Check digits of the identifiers of ships, companies and securities. Values are in capitals, without signs. */

/** Digits of a text in which letters stand for 10 to 35, as ISO 7064 and ISO 6166 write them. */
function asDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
}

/** ISO 17442: the remainder by 97 is 1 (ISO 7064, MOD 97-10). */
export function isLei(text: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/.test(text)) return false;
  let rest = 0;
  for (const digit of asDigits(text)) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** ISO 6166: the Luhn sum of the digits is a multiple of ten. */
export function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)) return false;
  let sum = 0;
  [...asDigits(text)].reverse().forEach((digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}

function weighted(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0);
}

const SHIP_WEIGHTS = [7, 6, 5, 4, 3, 2];
const COMPANY_WEIGHTS = [8, 6, 4, 2, 9, 7];

/** IMO numbers of ships (resolution A.1117) or of their companies: seven digits, the last of them a check digit. */
export function isImo(text: string): boolean {
  if (!/^\d{7}$/.test(text)) return false;
  const last = Number(text[6]);
  const isShip = weighted(text, SHIP_WEIGHTS) % 10 === last;
  return isShip || (11 - (weighted(text, COMPANY_WEIGHTS) % 11)) % 10 === last;
}
