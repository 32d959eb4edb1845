/**
 * What a password that somebody chooses must be: long enough and not what everybody tries. No rules of composition:
 * they make people write `Password1!` (NIST SP 800-63B, OWASP).
 */

let commonOnes: Promise<ReadonlySet<string>> | undefined;

/** About 49,000 from leaks, in lower case. Few processes ever need them, and they take their megabytes. */
function readCommon(): Promise<ReadonlySet<string>> {
  commonOnes ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return commonOnes;
}

/** Fewest different characters; `aaaabbbbaaaabbbb` is long and no secret. */
const minDifferentCharacters = 5;

export interface PasswordContext {
  readonly minLength: number;
  /** Words that are near at hand for whoever knows the person: addresses and names. */
  readonly words: readonly (string | null)[];
}

/** Why a password is not taken, in words for the person; undefined when it is. */
export async function passwordFault(
  password: string,
  { minLength, words }: PasswordContext,
): Promise<string | undefined> {
  const length = [...password].length;
  if (length < minLength) return `must have at least ${minLength} characters`;
  const plain = password.normalize('NFKC').toLowerCase();
  if (new Set(plain).size < minDifferentCharacters) return 'uses too few different characters';
  // People put digits and signs around a common word: `password1234!`, `2024-password`.
  const common = await readCommon();
  if (common.has(plain) || common.has(core(plain)) || common.has(half(plain))) {
    return 'is a commonly used password';
  }
  const near = words.flatMap((word) => (word === null ? [] : [word, ...word.split('@')]));
  const isNear = near.some((word) => word.length >= 3 && core(plain) === core(word.toLowerCase()));
  return isNear ? 'is the name or address of the person, the tenant or the product' : undefined;
}

/** Without digits and signs at both ends. */
function core(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** Of a word that is written twice, the word. */
function half(text: string): string {
  const middle = text.length / 2;
  return text.slice(0, middle) === text.slice(middle) ? text.slice(0, middle) : text;
}
