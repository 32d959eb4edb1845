/** Cuts a text into lower-case ASCII tokens of letters and digits. */
import { LEGAL_FORMS } from './legal-forms.ts';
import { toAscii } from './transliterate.ts';

const AMPERSAND = 38;
const PERCENT = 37;
const PLUS = 43;
const POINT = 46;

function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** Apostrophes and their look-alikes are inside words and are deleted: `Qa'ida`, `O'Brien`. */
function isApostrophe(code: number): boolean {
  return code === 39 || code === 96;
}

/** Whether a single letter is at `at`, followed by something else. */
function isLetterAlone(ascii: string, at: number): boolean {
  return (
    at < ascii.length &&
    isLetterOrDigit(ascii.charCodeAt(at)) &&
    !(at + 1 < ascii.length && isLetterOrDigit(ascii.charCodeAt(at + 1)))
  );
}

/** Signs that are read as a word. */
function wordOfSign(code: number): string | undefined {
  if (code === AMPERSAND || code === PLUS) return 'and';
  return code === PERCENT ? 'percent' : undefined;
}

/** `SiemensAG`: a legal form in capitals at the end of a word in small letters. */
function splitCapitals(text: string): string {
  return text.replace(
    /(?<![A-Za-z])([A-Z]?[a-z]{2,})([A-Z]{2,4})\b/g,
    (whole, before: string, form: string) =>
      LEGAL_FORMS.has(form.toLowerCase()) ? `${before} ${form}` : whole,
  );
}

/** The cached tokens of the last text: one name is read in several ways, one after the other. */
interface Read {
  text: string;
  organisation: boolean;
  tokens: readonly string[];
}

const lately: (Read | undefined)[] = [undefined, undefined, undefined, undefined];
let next = 0;

/**
 * Tokens of a text in any script. For organisations, letters with points between them become one token
 * (`A.B.C.` → `abc`, `L.L.C.` → `llc`); for persons each becomes a token of its own, an initial.
 */
export function tokensOf(text: string, organisation: boolean): readonly string[] {
  for (const read of lately)
    if (read !== undefined && read.text === text && read.organisation === organisation) return read.tokens;
  const tokens = newTokensOf(text, organisation);
  lately[next] = { text, organisation, tokens };
  next = (next + 1) % lately.length;
  return tokens;
}

function newTokensOf(text: string, organisation: boolean): string[] {
  const readable = toAscii(text);
  const ascii = (organisation ? splitCapitals(readable) : readable).toLowerCase();
  const tokens: string[] = [];
  let start = -1;
  let current = '';
  const end = (at: number) => {
    if (start >= 0) current += ascii.slice(start, at);
    if (current !== '') tokens.push(current);
    start = -1;
    current = '';
  };
  for (let i = 0; i < ascii.length; i++) {
    const code = ascii.charCodeAt(i);
    if (isLetterOrDigit(code)) {
      if (start < 0) start = i;
    } else if (isApostrophe(code)) {
      if (start >= 0) current += ascii.slice(start, i);
      start = -1;
    } else if (code === POINT && organisation && i - start === 1 && isLetterAlone(ascii, i + 1)) {
      current += ascii[start];
      start = -1;
    } else {
      end(i);
      const word = wordOfSign(code);
      if (word) tokens.push(word);
    }
  }
  end(ascii.length);
  return tokens;
}
