/** The role of a canonical token, without its neighbours. */
import { COMMON_NAMES } from './common-names.ts';
import { CONNECTORS, GENERIC_WORDS } from './company-words.ts';
import { STYLINGS } from './honorifics.ts';
import { LEGAL_CLASS_MARK } from './legal-forms.ts';
import { numeralOf } from './numerals.ts';
import { isOriginalScript, originalScriptTokens } from './original-script.ts';
import { LATIN_OF_TOKEN } from './own-script-names.ts';
import { PARTICLES } from './particles.ts';
import { isPlaceName } from './places.ts';
import { type Family, ROLE, type Role } from './roles.ts';
import { TITLES } from './titles.ts';

/** Words with a fixed role in persons' names. The first role that is added wins. */
const PERSON_WORDS: ReadonlyMap<string, Role> = (() => {
  const roles = new Map<string, Role>();
  const add = (words: Iterable<string>, role: Role) => {
    for (const word of words) if (!roles.has(word)) roles.set(word, role);
  };
  add(TITLES, ROLE.title);
  add(STYLINGS, ROLE.styling);
  add(PARTICLES, ROLE.particle);
  add(['jr', 'snr'], ROLE.suffix);
  add(COMMON_NAMES, ROLE.common);
  return roles;
})();

/** Frequent names in Cyrillic, as `COMMON_NAMES` has them in Latin letters. */
const COMMON_CYRILLIC = `
  александр сергей владимир андрей дмитрий иван михаил николай алексей юрий виктор игорь олег павел георгий анна елена
  мария иванов иванович александрович владимирович николаевич мохаммед мухаммед магомед ахмед али хан
`;
/** The article of Arabic names. */
const ARABIC_ARTICLE = 'ال';

/** Words in their own script whose role is not that of a name: as their readings have it. */
const ORIGINAL_WORDS: ReadonlyMap<string, Role> = (() => {
  const roles = new Map<string, Role>();
  const add = (word: string, role: Role | undefined) => {
    const [token, more] = originalScriptTokens(word);
    if (role !== undefined && token && !more) roles.set(token.token, role);
  };
  for (const [token, latin] of LATIN_OF_TOKEN) {
    const role = PERSON_WORDS.get(latin);
    if (role !== undefined) roles.set(token, role);
  }
  for (const word of COMMON_CYRILLIC.trim().split(/\s+/)) add(word, ROLE.common);
  add(ARABIC_ARTICLE, ROLE.particle);
  return roles;
})();

function personRole(token: string): Role {
  if (token.length === 1) return ROLE.initial;
  if (isOriginalScript(token)) return ORIGINAL_WORDS.get(token) ?? ROLE.name;
  const known = PERSON_WORDS.get(token);
  if (known !== undefined) return known;
  const first = token.charCodeAt(0);
  if (first >= 48 && first <= 57) {
    if (/^\d+$/.test(token)) return ROLE.numeral;
    if (/^[2-9](nd|rd|th)$/.test(token)) return ROLE.suffix;
  }
  return ROLE.name;
}

function organisationRole(token: string): Role {
  const first = token.charCodeAt(0);
  if (first >= 48 && first <= 57 && numeralOf(token) !== undefined) return ROLE.numeral;
  if (CONNECTORS.has(token)) return ROLE.connector;
  if (GENERIC_WORDS.has(token)) return ROLE.generic;
  if (token.length === 1) return ROLE.initial;
  return isPlaceName(token) ? ROLE.place : ROLE.name;
}

/** Role of one canonical token, without its neighbours. */
export function tokenRole(token: string, family: Family): Role {
  if (token[0] === LEGAL_CLASS_MARK) return ROLE.legalForm;
  return family === 'person' ? personRole(token) : organisationRole(token);
}
