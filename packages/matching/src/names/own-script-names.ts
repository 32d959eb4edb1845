/** Names of the table of Arabic names as tokens of their own script: which is which, by the Latin spelling of their entry. */
import { ARABIC_NAMES } from './arabic-names.ts';
import { originalScriptTokens } from './original-script.ts';

/** By token: the Latin spelling; a word that is several tokens is left out. */
export const LATIN_OF_TOKEN: ReadonlyMap<string, string> = new Map(
  ARABIC_NAMES.flatMap((entry) => {
    const [latin, ...spellings] = entry.split(' ') as [string, ...string[]];
    return spellings.flatMap((spelling): [string, string][] => {
      const [token, more] = originalScriptTokens(spelling);
      return token && !more ? [[token.token, latin]] : [];
    });
  }),
);

/** Whether both tokens are known names in Arabic letters, and not the same one: `أحمد` is not a misspelt `محمد`. */
export function areOtherNames(own: string, other: string): boolean {
  const latin = LATIN_OF_TOKEN.get(own);
  if (latin === undefined) return false;
  const listed = LATIN_OF_TOKEN.get(other);
  return listed !== undefined && listed !== latin;
}
