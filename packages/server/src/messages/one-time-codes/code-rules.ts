import { randomInt } from 'node:crypto';

/** Six digits: one guess in a million, and five guesses for each code. */
const codeDigits = 6;
export const attemptsPerCode = 5;
export const codeValidMinutes = 10;

/** Codes in 24 hours to one subject, and to one address of a tenant by all its subjects. */
export const codesPerSubject = 10;
export const codesPerAddress = 10;

const firstPauseSeconds = 30;
const longestPauseSeconds = 15 * 60;

/** How long the next code to the same address waits after the `sent`-th of a day. */
export function pauseSeconds(sent: number): number {
  return Math.min(firstPauseSeconds * 2 ** (sent - 1), longestPauseSeconds);
}

/** From the system's source of randomness, every code as likely as any other. */
export function newCode(): string {
  return String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
}

/** First digits of the scripts that the pages are read in, beside those that NFKC turns into ASCII. */
const zeros = ['\u0660', '\u06f0', '\u0966'].map((zero) => zero.charCodeAt(0));

/** What a person typed as the digits that were meant, with blanks and hyphens between; undefined for other texts. */
export function parseSubmittedCode(text: string): string | undefined {
  const digits = text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}.]/gu, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - zeros.findLast((zero) => zero <= code)!);
    });
  return /^[0-9]+$/.test(digits) && digits.length === codeDigits ? digits : undefined;
}
