/** Explains a name alignment part by part, in words. */

import type { Reason } from '../features/feature.ts';
import type { PreparedName } from '../names/prepare.ts';
import { ROLE } from '../names/roles.ts';
import type { AlignedPart, Alignment } from './alignment.ts';
import { meetingOf } from './token-similarity.ts';

function round(value: number): number {
  return Math.round(value * 10000) / 10000;
}

function display(tokens: readonly string[]): string {
  return tokens.map((token) => token.replace(/^~/, '')).join(' ');
}

function explainPart(query: PreparedName, list: PreparedName, part: AlignedPart): Reason {
  const own = query.tokens.slice(part.queryFrom, part.queryTo);
  const other = list.tokens.slice(part.listFrom, part.listTo);
  const base = { score: round(part.similarity), weight: round(part.weight) };
  if (own.length + other.length > 2) {
    return { feature: 'name-joined', ...base, detail: `${display(own)} written as ${display(other)}` };
  }
  if (query.roles[part.queryFrom] === ROLE.legalForm) {
    return { feature: 'name-legal-form', ...base, detail: `legal form ${display(own)}` };
  }
  const meeting = meetingOf(own[0]!, other[0]!);
  const words = {
    exact: `${own[0]} is the same`,
    spelling: `${own[0]} is spelled ${other[0]}`,
    sound: `${own[0]} sounds like ${other[0]}`,
    equivalent: `${own[0]} is a form of ${other[0]}`,
    initial: `${own[0]} may stand for ${other[0]}`,
    misread: `${own[0]} looks like ${other[0]} in print`,
    scrambled: `${own[0]} has the letters of ${other[0]}`,
  };
  return { feature: `name-${meeting}`, ...base, detail: words[meeting] };
}

function alone(
  name: PreparedName,
  met: (part: AlignedPart) => [number, number],
  parts: readonly AlignedPart[],
): string[] {
  return name.tokens.filter((_, i) => !parts.some((part) => met(part)[0] <= i && i < met(part)[1]));
}

/** One reason for each part that met and one for what each side has alone. */
export function explainAlignment(query: PreparedName, list: PreparedName, alignment: Alignment): Reason[] {
  const parts = [...alignment.parts].sort((a, b) => a.queryFrom - b.queryFrom);
  const reasons = parts.map((part) => explainPart(query, list, part));
  const queryAlone = alone(query, (part) => [part.queryFrom, part.queryTo], parts);
  const listAlone = alone(list, (part) => [part.listFrom, part.listTo], parts);
  if (queryAlone.length > 0) {
    const detail = `${display(queryAlone)} is not in the listed name`;
    reasons.push({ feature: 'name-query-only', score: 0, weight: round(alignment.queryAlone), detail });
  }
  if (listAlone.length > 0) {
    const detail = `${display(listAlone)} is in the listed name only`;
    reasons.push({ feature: 'name-list-only', score: 0, weight: round(alignment.listAlone), detail });
  }
  return reasons;
}
