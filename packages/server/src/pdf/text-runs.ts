/** How the parts of a line are drawn. `report.typ` has no rules on patterns: they would try every text of the report. */

import { breakPoint } from './word-breaks.ts';

/**
 * A text as it is, letters that need a setting of their own, a part that no line ends in, or null: here a line may end, and no
 * sign is drawn.
 */
export type TextRun = LetterRun | { readonly whole: readonly LetterRun[] } | null;
type LetterRun = string | { readonly arabic: string } | { readonly thai: string };

/** Letters with their marks are one piece, or they come apart. */
const ownLetters =
  /(?<arabic>\u200D?[\p{Script=Arabic}\u0600-\u06FF][\p{Script=Arabic}\u0600-\u06FF\p{M}\u200C\u200D]*)|(?<thai>\p{Script=Thai}+)/gu;
const hyphened = /[\p{Script=Latin}\p{M}\p{N}]*(?:-[\p{Script=Latin}\p{M}\p{N}]+)+/gu;

const special = /[\u200B\p{Script=Arabic}\u0600-\u06FF\p{Script=Thai}-]/u;

/** @param isOneLine whether the line fits into its room, so that none ends behind a hyphen in it */
export function textRuns(line: string, isOneLine: () => boolean): TextRun[] {
  if (!special.test(line)) return [line];
  const hasWholes = line.includes('-') && !isOneLine();
  return line.split(breakPoint).flatMap((part, index) => {
    const runs = hasWholes
      ? split(part, hyphened).flatMap(([text, found]): TextRun[] =>
          found === undefined ? letterRuns(text) : [{ whole: letterRuns(text) }],
        )
      : letterRuns(part);
    return index === 0 ? runs : [null, ...runs];
  });
}

function letterRuns(text: string): LetterRun[] {
  return split(text, ownLetters).map(([part, found]) => {
    if (found?.['arabic'] !== undefined) return { arabic: part };
    return found?.['thai'] === undefined ? part : { thai: part };
  });
}

/** The parts between the matches, and the matches with their groups. */
function split(text: string, pattern: RegExp): [string, Record<string, string | undefined>?][] {
  const parts: [string, Record<string, string | undefined>?][] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push([text.slice(end, match.index)]);
    parts.push([match[0], match.groups ?? {}]);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push([text.slice(end)]);
  return parts;
}
