/** Cuts a text into lower-case ASCII tokens of letters and digits. */
import { toAscii } from './transliterate.ts';

const POINT = 46;

function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** Apostrophes and their look-alikes stand inside words and are deleted: `Qa'ida`, `O'Brien`. */
function isApostrophe(code: number): boolean {
  return code === 39 || code === 96;
}

/**
 * Tokens of a text in any script. With `joinPoints`, letters with points between them become one token
 * (`A.B.C.` → `abc`, `L.L.C.` → `llc`); without, each becomes a token of its own.
 */
export function tokensOf(text: string, joinPoints: boolean): string[] {
  const ascii = toAscii(text).toLowerCase();
  const tokens: string[] = [];
  let current = '';
  let lettersSincePoint = 0;
  for (let i = 0; i < ascii.length; i++) {
    const code = ascii.charCodeAt(i);
    if (isLetterOrDigit(code)) {
      current += ascii[i];
      lettersSincePoint++;
    } else if (code === 38 || code === 43) {
      if (current !== '') tokens.push(current);
      tokens.push('and');
      current = '';
      lettersSincePoint = 0;
    } else if (isApostrophe(code)) {
    } else if (code === POINT && joinPoints && lettersSincePoint === 1) {
      lettersSincePoint = 0;
    } else {
      if (current !== '') tokens.push(current);
      current = '';
      lettersSincePoint = 0;
    }
  }
  if (current !== '') tokens.push(current);
  return tokens;
}
