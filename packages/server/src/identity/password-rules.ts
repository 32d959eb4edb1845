import { type Phrase, phrase } from '@gatehouse/contract';

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

/** Why a password is not taken, for the person; undefined when it is. */
export async function passwordFault(
  password: string,
  { minLength, words }: PasswordContext,
): Promise<Phrase | undefined> {
  const length = [...password].length;
  if (length < minLength) return phrase('rules.atLeastCharacters', { count: minLength });
  const plain = password.normalize('NFKC').toLowerCase();
  if (new Set(plain).size < minDifferentCharacters) return phrase('rules.passwordTooPlain');
  // People put digits and signs around a common word: `password1234!`, `2024-password`.
  const common = await readCommon();
  if (common.has(plain) || common.has(core(plain)) || common.has(half(plain))) {
    return phrase('rules.passwordCommon');
  }
  const near = words.flatMap((word) => (word === null ? [] : [word, ...word.split('@')]));
  const isNear = near.some((word) => word.length >= 3 && core(plain) === core(word.toLowerCase()));
  return isNear ? phrase('rules.passwordNear') : undefined;
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
