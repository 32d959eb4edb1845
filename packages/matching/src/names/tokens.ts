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

/** Words in which small letters and capitals change, or capitals change to small letters after the first ones. */
const CHANGES_CASE = /[a-z][A-Z]|[A-Z]{3}[a-z]/;
const WORD = /[A-Za-z]{5,}/g;
/** A legal form written with points, glued to a word: `HAVANATURS.A.`; its first letter seems to end the word. */
const WITH_POINTS = /(?<![A-Za-z.])([A-Za-z]{2,})((?:[A-Za-z]\.)+[A-Za-z])(?![A-Za-z])/g;

/** Letters of the longest legal form that is found at the end of a word, and of the shortest that is there in capitals of its own. */
const MAX_GLUED_FORM = 4;
const MIN_GLUED_FORM = 3;
/** Letters of the shortest word that a legal form is glued to. */
const MIN_GLUED_TO = 3;

/** How the letters of a form are written; in `CROScS` a letter was typed wrong, and no form is meant. */
const FORM_CASE = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+|G?mbH)$/;

/** Whether a word is written in capitals or in small letters, its first letter aside; undefined where it is in both. */
function caseOf(word: string): 'capitals' | 'small' | undefined {
  if (word === word.toUpperCase()) return 'capitals';
  const rest = word.slice(1);
  return rest === rest.toLowerCase() ? 'small' : undefined;
}

/** The word without the legal form that it ends in, and that form, where both are written in capitals of different kinds. */
function withoutGluedForm(word: string): string {
  for (let length = MAX_GLUED_FORM; length >= 2; length--) {
    const [before, form] = [word.slice(0, -length), word.slice(-length)];
    if (before.length < MIN_GLUED_TO || !LEGAL_FORMS.has(form.toLowerCase())) continue;
    const own = caseOf(before);
    if (own === undefined || !FORM_CASE.test(form) || (own === 'capitals' && form === form.toUpperCase()))
      continue;
    // `PetroCo` is a name: of two letters only a form in capitals is sure.
    const isSmall = own === 'small' && form[0] === form[0]!.toLowerCase();
    if (isSmall || (length < MIN_GLUED_FORM && form !== form.toUpperCase())) continue;
    return `${before} ${form}`;
  }
  return word;
}

/** `SiemensAG`, `OFFSHOREsal`, `HAVANATURS.A.`: a legal form at the end of a word that shows by its capitals or points. */
function separateGluedForms(text: string): string {
  const pointed = text.includes('.')
    ? text.replace(WITH_POINTS, (whole, before: string, form: string) =>
        LEGAL_FORMS.has(form.replaceAll('.', '').toLowerCase()) ? `${before} ${form}` : whole,
      )
    : text;
  return CHANGES_CASE.test(pointed) ? pointed.replace(WORD, withoutGluedForm) : pointed;
}

/** Initials of several letters: one letter of Cyrillic (`Ю.`) in Latin ones (`Yu.`), and sounds that Latin letters write by two. */
const LONG_INITIALS =
  /(?<![\p{L}\p{M}'’])(?:(Shch|Yu|Ya|Ye|Yo|Iu|Ia|Ju|Ja|Je|Zh|Kh|Gh|Ts|Ch|Sh)|([ЖХЦЧШЩЮЯЄЇ]))\./giu;
const LATIN_INITIALS: Readonly<Record<string, string>> = {
  Ж: 'Z',
  Х: 'K',
  Ц: 'T',
  Ч: 'C',
  Ш: 'S',
  Щ: 'S',
  Ю: 'Y',
  Я: 'Y',
  Є: 'Y',
  Ї: 'Y',
};

/** A person's name in which each initial is one letter. */
function withShortInitials(text: string): string {
  return text.includes('.')
    ? text.replace(LONG_INITIALS, (_, latin: string | undefined, cyrillic: string | undefined) =>
        latin === undefined ? `${LATIN_INITIALS[cyrillic!.toUpperCase()]!}.` : `${latin[0]!}.`,
      )
    : text;
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
 * (`A.B.C.` → `abc`, `L.L.C.` → `llc`); for persons each becomes a token of its own, an initial, also where it is written in two
 * letters (`Yu.`).
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
  const readable = organisation ? toAscii(text, false) : toAscii(withShortInitials(text));
  const ascii = (organisation ? separateGluedForms(readable) : readable).toLowerCase();
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
