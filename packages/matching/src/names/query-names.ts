/** In how many ways a name that is screened is looked up. */
import { guessNames, type PreparedName, prepareName } from './prepare.ts';
import type { Family } from './roles.ts';

/** The name as it stands first, then what it may be meant for; readings without any token are left out. */
export function queryNames(text: string, family: Family): PreparedName[] {
  return [prepareName(text, family), ...guessNames(text, family)].filter(({ tokens }) => tokens.length > 0);
}
