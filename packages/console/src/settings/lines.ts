import type { ProblemBody } from '@gatehouse/contract';
import { messageOf } from '../messages/phrase-text.ts';

/** What was refused of the lines that were sent. */
export interface LineFault {
  readonly field: string;
  readonly message: string;
  /** The text itself, and its line among all, from 1. */
  readonly line?: { readonly number: number; readonly text: string };
}

/** The lines that are not empty. */
export function linesOf(text: string): string[] {
  return numbered(text).map((line) => line.text);
}

function numbered(text: string) {
  return text
    .split('\n')
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
}

/** The fault of one of the lines that `field` names by its index, or of all of them. */
export function lineFault(
  problem: ProblemBody | undefined,
  field: string,
  text: string,
): LineFault | undefined {
  if (problem === undefined) return undefined;
  const { field: refused = '' } = problem;
  const message = messageOf(problem);
  if (refused === field) return { field, message };
  if (!refused.startsWith(`${field}[`)) return undefined;
  const line = numbered(text)[Number.parseInt(refused.slice(field.length + 1), 10)];
  return { field: refused, message, ...(line !== undefined && { line }) };
}
