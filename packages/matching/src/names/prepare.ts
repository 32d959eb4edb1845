/** Reads a name: from its text to tokens with roles and weights, which is all that scoring looks at. */
import { MAX_JOINED_TOKENS, MAX_TOKENS_IN_FULL } from '../weights.ts';
import { withCompanyWords } from './arabic-company-words.ts';
import { closedNames } from './closing-words.ts';
import { guessedWords } from './company-guesses.ts';
import { ComparableToken } from './comparable-token.ts';
import { foreignReadings } from './cyrillic-chinese-korean.ts';
import { SYLLABIC, type SyllabicScript, splitSyllables, syllabicScriptOf } from './east-asian.ts';
import { withoutUnknownTitle } from './honorifics.ts';
import { LEGAL_CLASS_MARK } from './legal-forms.ts';
import { OMITTED_FACTOR, type Omission, omissionsOf, weightOfInitials } from './omissions.ts';
import { organisationTokens } from './organisation.ts';
import { originalScriptTokens } from './original-script.ts';
import { personTokens } from './person.ts';
import { type Family, ROLE, ROLE_WEIGHTS, type Role } from './roles.ts';
import { tokenRole } from './token-role.ts';
import { tokensOf } from './tokens.ts';
import { takenApart } from './written-together.ts';
import { writtenTokens } from './written-tokens.ts';

export interface PreparedName {
  family: Family;
  /** Canonical tokens in the order of the name; a legal form is its class (`~llc`). */
  tokens: string[];
  /** Role of each token. */
  roles: Role[];
  /** Weight of each token of the query when it matches another, by family and role; several initials share that of one. */
  weights: number[];
  /** Weight of each token when it matches nothing. */
  unmatchedWeights: number[];
  /** The minimum weight of each unmatched token of the query: less where it is a part that many leave out. */
  minUnmatched: number[];
  /** Which tokens many leave out; undefined where there are none, and of list names, which it does not matter for. */
  omissions: Omission[] | undefined;
  /** Name of a ship or an aircraft, compared more strictly. */
  isCraft: boolean;
  /** Only a part of the text was read, see `readingsOf`. */
  isPart: boolean;
  /** A reading by what may be meant, see `guessNames`. */
  isGuess: boolean;
  /** The name in its own script, see `originalScriptName`. */
  isOriginalScript: boolean;
  /** The script from which each syllable was read, see `syllabicScriptOf`. */
  script: SyllabicScript;
  /** See `isEastAsianName`; found on first use. */
  isEastAsian: boolean | undefined;
  /** What occurs in the text for each token, where it was read by another script's rules than usual. */
  words: readonly string[] | undefined;
  /** The tokens as they are compared, and neighbours written together, filled on first use. */
  comparable: (ComparableToken | undefined)[];
  joined: (ComparableToken | undefined)[];
}

/** One token of a name as it is compared. */
export function comparableTokenAt(name: PreparedName, at: number): ComparableToken {
  let token = name.comparable[at];
  if (token === undefined) {
    token = new ComparableToken(name.tokens[at]!);
    name.comparable[at] = token;
  }
  return token;
}

/** Places of one token's joins in `joined`. */
const JOIN_STRIDE = MAX_JOINED_TOKENS + 1;

/** Tokens from–to (exclusive) of a name written together. */
export function joinedAt(name: PreparedName, from: number, to: number): ComparableToken {
  const place = from * JOIN_STRIDE + to - from - 1;
  let token = name.joined[place];
  if (token === undefined) {
    let text = '';
    for (let at = from; at < to; at++) text += name.tokens[at]!;
    token = new ComparableToken(text);
    name.joined[place] = token;
  }
  return token;
}

/** A prepared name from its canonical tokens. */
export function withRoles(family: Family, tokens: string[], roles: Role[]): PreparedName {
  const table = ROLE_WEIGHTS[family];
  const weights: number[] = [];
  const unmatchedWeights: number[] = [];
  for (const role of roles) {
    const { matched, unmatched } = table[role]!;
    weights.push(matched);
    unmatchedWeights.push(unmatched);
  }
  return {
    family,
    tokens,
    roles,
    weights,
    unmatchedWeights,
    minUnmatched: unmatchedWeights,
    omissions: undefined,
    isCraft: false,
    isPart: false,
    isGuess: false,
    isOriginalScript: false,
    script: SYLLABIC.none,
    isEastAsian: undefined,
    words: undefined,
    comparable: [],
    joined: [],
  };
}

/** Whether the token at `at` occurs in the name before already. */
export function isRepeated(token: string, before: number): boolean {
  return before >= 0 && token.length > 1 && token[0] !== LEGAL_CLASS_MARK;
}

/** What a token is by itself, also where it occurs in the name a second time. */
export function baseRole(name: PreparedName, at: number): Role {
  const role = name.roles[at]!;
  return role === ROLE.repeated ? name.roles[name.tokens.indexOf(name.tokens[at]!)]! : role;
}

/** A long name without third and further occurrences of its tokens: they say nothing that two do not. */
function withoutThirdOccurrences(tokens: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return tokens.filter((token) => {
    const count = (counts.get(token) ?? 0) + 1;
    counts.set(token, count);
    return count <= 2;
  });
}

/**
 * Prepares one name. Never refuses and never cuts: a name of one word, of digits or of a thousand characters is
 * read like all others; a text without any letter or digit gives no tokens.
 */
export function prepareName(text: string, family: Family): PreparedName {
  const name = prepared(tokensOf(text, family === 'organisation'), family);
  if (family === 'organisation') return name;
  name.script = syllabicScriptOf(text);
  return withOmissions(name, familyEndOf(text));
}

/** How many tokens precede the comma of `Family, Given`; 0 where there is none, or several. */
function familyEndOf(text: string): number {
  const comma = text.indexOf(',');
  if (comma < 0 || text.includes(',', comma + 1)) return 0;
  return personTokens(tokensOf(text.slice(0, comma), false)).length;
}

function withOmissions(name: PreparedName, familyEnd: number): PreparedName {
  const omissions = omissionsOf(name.tokens, name.roles, familyEnd);
  if (!omissions) return name;
  name.omissions = omissions;
  const initial = weightOfInitials(name.roles, ROLE_WEIGHTS.person[ROLE.initial]!.matched);
  if (initial !== undefined)
    name.weights = name.weights.map((weight, at) => (name.roles[at] === ROLE.initial ? initial : weight));
  name.minUnmatched = name.unmatchedWeights.map((weight, at) => weight * OMITTED_FACTOR[omissions[at]!]!);
  return name;
}

/**
 * Other readings of a name, by what may be meant: unknown words of an organisation's name, a person's name that came from
 * China or Korea by way of another script, that writes two syllables as one word, or that an abbreviation precedes which
 * may be a title.
 */
export function guessNames(text: string, family: Family): PreparedName[] {
  if (family === 'person') return guessPersons(text);
  const translated = withCompanyWords(text);
  const readings = guessedWords(tokensOf(text, true));
  if (translated !== text) readings.unshift([...tokensOf(translated, true)]);
  return readings.map((words) => asGuess(prepared(words, family)));
}

function guessPersons(text: string): PreparedName[] {
  const own = personTokens(tokensOf(text, false));
  const script = syllabicScriptOf(text);
  const guesses: PreparedName[] = [];
  for (const { tokens, words } of foreignReadings(text))
    guesses.push(asGuess(ofTokens([...tokens], 'person'), words));
  for (const split of splitSyllables(text, own, script))
    guesses.push(asGuess(ofTokens(split.tokens, 'person'), split.words, split.script));
  const apart = takenApart(own);
  const closed = closedNames(apart ?? own);
  const otherwise = closed?.tokens ?? apart;
  if (otherwise) {
    const name = withOmissions(ofTokens(otherwise, 'person'), 0);
    guesses.push(asGuess(name, closed?.words ?? otherwise, script));
  }
  const untitled = withoutUnknownTitle(text);
  if (untitled === undefined) return guesses;
  const rest = prepareName(untitled, 'person');
  guesses.push(asGuess(rest, writtenTokens(untitled, rest), rest.script));
  return guesses;
}

/** Marks a name as a guess. Names are not copied for that: search is slow where they differ in the order of their members. */
function asGuess(
  name: PreparedName,
  words?: readonly string[],
  script: SyllabicScript = SYLLABIC.none,
): PreparedName {
  name.isGuess = true;
  name.words = words;
  name.script = script;
  return name;
}

/**
 * A person's name in its own script; undefined for a name in Latin letters, or partly so. Organisations are recognised by
 * their readings alone, which know what of a name is its legal form and what many share.
 */
export function originalScriptName(text: string, family: Family): PreparedName | undefined {
  if (family === 'organisation') return undefined;
  const originals = originalScriptTokens(text).map(({ token }) => token);
  if (originals.length === 0) return undefined;
  const name = ofTokens(originals, family);
  name.isOriginalScript = true;
  return name;
}

function prepared(raw: readonly string[], family: Family): PreparedName {
  return ofTokens(family === 'person' ? personTokens(raw) : organisationTokens(raw), family);
}

function ofTokens(all: string[], family: Family): PreparedName {
  const tokens = all.length > MAX_TOKENS_IN_FULL ? withoutThirdOccurrences(all) : all;
  const roles = tokens.map((token, at) =>
    isRepeated(token, tokens.indexOf(token) < at ? 0 : -1) ? ROLE.repeated : tokenRole(token, family),
  );
  return withRoles(family, tokens, roles);
}
