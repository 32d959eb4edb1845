/**
 * Patronymics: what a name says of the bearer's father. By their endings (`Ivanovich`, `Ivanivna`, `Abishuly`), after
 * a mark (`bin Walid`) or before one (`Heydar oglu`). Icelandic ones (`Jónsdóttir`) stand for a family name and are
 * read as one.
 */
import { MIN_CENTRAL_ASIAN_PATRONYMIC, MIN_SLAVIC_PATRONYMIC } from '../weights.ts';
import { ROLE, type Role } from './roles.ts';

/** Endings of Slavic patronymics in the spellings of Russian, Ukrainian, Belarusian and those who write them down. */
const SLAVIC =
  /(?:[aeo][vw][iy](?:ch|cz?|tch|tsch|tj)|(?:kuzm|ily?|fom|nikit|luk|savv)[iy](?:ch|tch|tsch)|(?:[aeoiy][vw]|[ae]u|n[iy]ch|m[iy]ch)na)$/;

/** Endings of Central Asian ones where they are written together with the father's name. */
const CENTRAL_ASIAN = /(?:u+ly|uulu|og(?:h)?ly|[kqg][yi]z[yi])$/;

/** Letters in which all these endings end: most tokens need no further look. */
const LAST_LETTERS = 'hczjayui';

/** Words before the father's name. */
const MARKERS_BEFORE: ReadonlySet<string> = new Set(
  'bin ibn bn ben bint binti binte ibnu bnou ould wuld weld walad wald'.split(' '),
);
/** Beginnings of given names of two words: `Abd al-Aziz`. */
const BEGINNINGS: ReadonlySet<string> = new Set('abd abdul abdel abdal abu abou'.split(' '));

/** Words after the father's name: son or daughter of. */
const MARKERS_AFTER: ReadonlySet<string> = new Set(
  'ogly oglu oghlu oghly ogli ughli ugli uly uulu kyzy kizi qizi qyzy gyzy gizi'.split(' '),
);

/** Whether a token has the ending of a patronymic. Some family names have too: it depends on where it occurs. */
export function isPatronymic(token: string): boolean {
  if (!LAST_LETTERS.includes(token.at(-1)!)) return false;
  if (token.length >= MIN_SLAVIC_PATRONYMIC && SLAVIC.test(token)) return true;
  return (
    token.length >= MIN_CENTRAL_ASIAN_PATRONYMIC && CENTRAL_ASIAN.test(token) && !MARKERS_AFTER.has(token)
  );
}

function isName(role: Role): boolean {
  return role === ROLE.name || role === ROLE.common;
}

/**
 * Places of the tokens that name a father, by the words around them. The last part of a name is none by the word
 * before it: it is what the bearer is known by (`bin Laden`).
 */
export function fathersByMarker(tokens: readonly string[], roles: readonly Role[]): ReadonlySet<number> {
  const last = roles.findLastIndex(isName);
  const fathers = new Set<number>();
  tokens.forEach((token, mark) => {
    if (MARKERS_AFTER.has(token)) {
      if (mark > 1 && isName(roles[mark - 1]!)) fathers.add(mark - 1);
      return;
    }
    if (mark === 0 || !MARKERS_BEFORE.has(token)) return;
    for (let at = mark + 1; at < tokens.length; at++) {
      if (roles[at] === ROLE.particle) continue;
      if (!isName(roles[at]!)) break;
      if (at !== last) fathers.add(at);
      if (!BEGINNINGS.has(tokens[at]!)) break;
    }
  });
  return fathers;
}
