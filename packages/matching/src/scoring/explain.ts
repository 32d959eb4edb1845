/** Explains a name alignment part by part, in words, as the names write them. */

import type { Reason } from '../features/feature.ts';
import { isOriginalScript } from '../names/original-script.ts';
import type { PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import { writtenTokens } from '../names/written-tokens.ts';
import { roundScore } from '../round-score.ts';
import type { AlignedPart } from './aligned-part.ts';
import type { Alignment } from './alignment.ts';
import { type TokenMatchKind, tokenMatchKind } from './token-similarity.ts';

/** A name with what occurs in its text for each of its tokens. */
export interface WrittenName {
  prepared: PreparedName;
  written: readonly string[];
}

/** A prepared name with the text that it was prepared from. */
export function writtenName(prepared: PreparedName, text: string): WrittenName {
  return { prepared, written: writtenTokens(text, prepared) };
}

/** By kind of omission. */
const OMITTED_WORDS: readonly string[] = ['', 'the middle name ', 'the patronymic '];

const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}]/u;

/** Whether one of the two is in a script that the other is not in, so that they matched by their readings. */
function isTransliterated(own: string, other: string): boolean {
  return OTHER_SCRIPT.test(own) !== OTHER_SCRIPT.test(other);
}

/** `Сергей (read as sergey)`: a word of another script with its reading. */
function withReading(word: string, token: string): string {
  return OTHER_SCRIPT.test(word) ? `${word} (read as ${token})` : word;
}

function explainPart(query: WrittenName, list: WrittenName, part: AlignedPart): Reason {
  const own = query.written.slice(part.queryFrom, part.queryTo).join(' ');
  const other = list.written.slice(part.listFrom, part.listTo).join(' ');
  const base = { score: roundScore(part.similarity), weight: roundScore(part.weight) };
  if (part.queryTo - part.queryFrom + part.listTo - part.listFrom > 2) {
    return { feature: 'name-joined', ...base, detail: `${own} written as ${other}` };
  }
  const [token, matched] = [query.prepared.tokens[part.queryFrom]!, list.prepared.tokens[part.listFrom]!];
  if (isOriginalScript(token)) {
    const detail = token === matched ? `${own} is the same in its own script` : `${own} is spelled ${other}`;
    return { feature: 'name-native', ...base, detail };
  }
  const isSame = own.toLowerCase() === other.toLowerCase();
  if (query.prepared.roles[part.queryFrom] === ROLE.legalForm) {
    const detail = isSame ? `legal form ${own}` : `legal forms ${own} and ${other} are of one kind`;
    return { feature: 'name-legal-form', ...base, detail };
  }
  const matchKind = tokenMatchKind(token, matched);
  if (isTransliterated(own, other)) {
    const [left, right] = [withReading(own, token), withReading(other, matched)];
    const detail = matchKind === 'exact' ? `${left} is ${right}` : wordsOf(matchKind, left, right);
    return { feature: 'name-transliteration', ...base, detail };
  }
  if (matchKind === 'exact' && !isSame) {
    return { feature: 'name-exact', ...base, detail: `${own} is the same as ${other}` };
  }
  if (matchKind === 'digraph') {
    return { feature: 'name-transliteration', ...base, detail: wordsOf(matchKind, own, other) };
  }
  return { feature: `name-${matchKind}`, ...base, detail: wordsOf(matchKind, own, other) };
}

function wordsOf(matchKind: TokenMatchKind, own: string, other: string): string {
  const words: Readonly<Record<TokenMatchKind, string>> = {
    exact: `${own} is the same`,
    digraph: `${own} is written ${other}`,
    spelling: `${own} is spelled ${other}`,
    sound: `${own} sounds like ${other}`,
    equivalent: `${own} is a form of ${other}`,
    related: `${own} means nearly the same as ${other}`,
    initial: `${own} may stand for ${other}`,
    misread: `${own} looks like ${other} in print`,
    scrambled: `${own} has the letters of ${other}`,
  };
  return words[matchKind];
}

/** Words that no part takes. */
function unmatched(side: WrittenName, taken: (at: number) => boolean): string {
  return side.written.filter((_, at) => !taken(at)).join(' ');
}

/** What the words are that only the query has, where they are of one kind that many leave out. */
function omittedAs({ omissions, unmatchedWeights }: PreparedName, { parts }: Alignment): string {
  if (!omissions) return '';
  const isMatched = (at: number) => parts.some((part) => part.queryFrom <= at && at < part.queryTo);
  const kinds = new Set(omissions.filter((_, at) => !isMatched(at) && unmatchedWeights[at]! > 0));
  if (kinds.size !== 1) return '';
  return OMITTED_WORDS[[...kinds][0]!]!;
}

/** One reason for each part that matched and one for what is unmatched on each side. */
export function explainAlignment(query: WrittenName, list: WrittenName, alignment: Alignment): Reason[] {
  const parts = [...alignment.parts].sort((a, b) => a.queryFrom - b.queryFrom);
  const reasons = parts.map((part) => explainPart(query, list, part));
  const queryUnmatched = unmatched(query, (at) =>
    parts.some((part) => part.queryFrom <= at && at < part.queryTo),
  );
  const listUnmatched = unmatched(list, (at) =>
    parts.some((part) => part.listFrom <= at && at < part.listTo),
  );
  if (queryUnmatched !== '') {
    const detail = `${omittedAs(query.prepared, alignment)}${queryUnmatched} is not in the listed name`;
    reasons.push({
      feature: 'name-query-only',
      score: 0,
      weight: roundScore(alignment.queryUnmatched),
      detail,
    });
  }
  if (listUnmatched !== '') {
    const detail = `${listUnmatched} is in the listed name only`;
    reasons.push({
      feature: 'name-list-only',
      score: 0,
      weight: roundScore(alignment.listUnmatched),
      detail,
    });
  }
  return reasons;
}
