/** In how many ways a name is read: one that is screened, and one that is listed. */
import { guessNames, nativeName, type PreparedName, prepareName } from './prepare.ts';
import { readingsOf } from './readings.ts';
import type { Family } from './roles.ts';

/** The name as it stands first, then in its own script, then what it may be meant for; none without any token. */
export function queryNames(text: string, family: Family): PreparedName[] {
  const native = nativeName(text, family);
  const all = [prepareName(text, family), ...(native ? [native] : []), ...guessNames(text, family)];
  return all.filter(({ tokens }) => tokens.length > 0);
}

/** In how many ways a listed name is looked at: each reading of it, and the whole in its own script. */
export function listNames(text: string, family: Family): { prepared: PreparedName; isReading: boolean }[] {
  const native = nativeName(text, family);
  return [
    ...readingsOf(text).map((reading, at) => ({ prepared: prepareName(reading, family), isReading: at > 0 })),
    ...(native ? [{ prepared: native, isReading: false }] : []),
  ].filter(({ prepared }) => prepared.tokens.length > 0);
}
