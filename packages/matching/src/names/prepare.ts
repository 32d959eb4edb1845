/** Reads a name: from its text to tokens with roles and weights, which is all that scoring looks at. */
import { COMMON_NAMES } from './common-names.ts';
import { CONNECTORS, CRAFT_WORDS, GENERIC_WORDS } from './company-words.ts';
import { HONORIFICS, SUFFIXES } from './honorifics.ts';
import { LEGAL_CLASS_MARK, LEGAL_FORMS, LONGEST_LEGAL_FORM } from './legal-forms.ts';
import { numberWordsAt, numeralOf } from './numerals.ts';
import { PARTICLES } from './particles.ts';
import { isPlaceName } from './places.ts';
import { type Family, ROLE, ROLE_WEIGHT, type Role } from './roles.ts';
import { tokensOf } from './tokens.ts';

export interface PreparedName {
  family: Family;
  /** Canonical tokens in the order of the name; a legal form is its class (`~llc`). */
  tokens: string[];
  /** Role of each token. */
  roles: Role[];
  /** Weight of each token, by family and role. */
  weights: number[];
}

/** Role of one canonical token when it stands alone; what depends on its neighbours is settled by the caller. */
export function roleOf(token: string, family: Family): Role {
  const first = token.charCodeAt(0);
  if (token[0] === LEGAL_CLASS_MARK) return ROLE.legalForm;
  if (family === 'person') {
    if (token.length === 1) return ROLE.initial;
    if (PARTICLES.has(token)) return ROLE.particle;
    if (token === 'jr' || token === 'sr' || /^[2-9](nd|rd|th)$/.test(token)) return ROLE.suffix;
    return COMMON_NAMES.has(token) ? ROLE.common : ROLE.name;
  }
  if (first >= 48 && first <= 57 && numeralOf(token) !== undefined) return ROLE.numeral;
  if (CONNECTORS.has(token)) return ROLE.connector;
  if (GENERIC_WORDS.has(token)) return ROLE.generic;
  if (token.length === 1) return ROLE.initial;
  return isPlaceName(token) ? ROLE.place : ROLE.name;
}

function personTokens(raw: readonly string[]): string[] {
  const tokens: string[] = [];
  for (const token of raw) {
    if (HONORIFICS.has(token)) continue;
    tokens.push((raw.length > 1 && SUFFIXES[token]) || token);
  }
  return tokens.length > 0 ? tokens : [...raw];
}

/** The legal form whose spelling starts at a token, longest first. */
function legalFormAt(tokens: readonly string[], at: number): { form: string; count: number } | undefined {
  let phrase = '';
  let found: { form: string; count: number } | undefined;
  const end = Math.min(tokens.length, at + LONGEST_LEGAL_FORM);
  for (let i = at; i < end; i++) {
    phrase = i === at ? tokens[i]! : `${phrase} ${tokens[i]!}`;
    const form = LEGAL_FORMS.get(phrase);
    if (form) found = { form, count: i - at + 1 };
  }
  return found;
}

function organisationTokens(raw: readonly string[]): string[] {
  const tokens: string[] = [];
  for (let i = 0; i < raw.length; i++) {
    const legal = legalFormAt(raw, i);
    if (legal && legal.count < raw.length) {
      tokens.push(legal.form);
      i += legal.count - 1;
      continue;
    }
    const number = numberWordsAt(raw, i);
    if (number) {
      tokens.push(number.digits);
      i += number.count - 1;
      continue;
    }
    const token = raw[i]!;
    tokens.push(numeralOf(token) ?? GENERIC_WORDS.get(token) ?? token);
  }
  const told = tokens.filter((token, index) => !(index < 2 && CRAFT_WORDS.has(token)));
  return told.length > 0 ? told : tokens;
}

/**
 * Prepares one name. Never refuses and never cuts: a name of one word, of digits or of a thousand characters is
 * read like all others; a text without any letter or digit gives no tokens.
 */
export function prepareName(text: string, family: Family): PreparedName {
  const raw = tokensOf(text, family === 'organisation');
  const tokens = family === 'person' ? personTokens(raw) : organisationTokens(raw);
  const roles: Role[] = new Array(tokens.length);
  const weights: number[] = new Array(tokens.length);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const repeated = tokens.indexOf(token) < i && token.length > 1;
    roles[i] = repeated ? ROLE.repeated : roleOf(token, family);
    weights[i] = ROLE_WEIGHT[family][roles[i]!]!;
  }
  return { family, tokens, roles, weights };
}
