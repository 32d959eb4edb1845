/** The names inside one published name: `GREAT LAKES COMPANY (GLC)` is the long name and its short form. */

import { MIN_BRACKET_LETTERS, MIN_OUTSIDE_LETTERS } from '../weights.ts';

const SEPARATED = /\s*[/;]\s*/;
const OPENING = '([{（［｛【〔';
const CLOSING = ')]}）］｝】〕';
const BRACKET = /[[\](){}（）［］｛｝【】〔〕]/;

/**
 * Ways to read a name, the whole first. Parts in brackets and between strokes are readings of their own.
 * @param isWord says of the text in brackets whether it is a word of the name that no reading is without
 */
export function readingsOf(text: string, isWord: (part: string) => boolean = () => false): string[] {
  const readings = [text];
  const add = (reading: string, least = MIN_BRACKET_LETTERS) => {
    const trimmed = reading.trim();
    if (lettersOf(trimmed) >= least && !readings.includes(trimmed)) readings.push(trimmed);
  };
  if (BRACKET.test(text)) {
    const { outside, inside } = takenApart(text, isWord);
    if (inside.some((part) => !isWord(part))) add(outside, MIN_OUTSIDE_LETTERS);
    for (const part of inside) if (isShortForm(part)) add(part);
  }
  if (text.includes('/') || text.includes(';'))
    for (const part of text.split(SEPARATED)) if (part.includes(' ')) add(part);
  if (text.includes('/') && readings.length === 2) for (const part of text.split(SEPARATED)) add(part);
  return readings;
}

/** The name without what is in brackets; the whole where nothing else does. */
export function withoutBrackets(text: string): string {
  if (!BRACKET.test(text)) return text;
  const outside = takenApart(text).outside.trim();
  return lettersOf(outside) >= MIN_OUTSIDE_LETTERS ? outside : text;
}

function lettersOf(text: string): number {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '');
  return letters.length + (letters.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Kana}]/gu)?.length ?? 0);
}

/** What is outside of all brackets or a word of the name, and in each pair; one that is never closed reaches to the end. */
function takenApart(
  text: string,
  isWord: (part: string) => boolean = () => false,
): { outside: string; inside: string[] } {
  const inside: string[] = [];
  let outside = '';
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    const isOpening = OPENING.includes(sign);
    if (isOpening && depth++ === 0) {
      outside += `${text.slice(from, at)} `;
      from = at + 1;
    } else if (!isOpening && CLOSING.includes(sign)) {
      const part = text.slice(from, at);
      if (depth === 0 || (depth === 1 && isWord(part))) outside += `${part} `;
      if (depth === 1) inside.push(part);
      if (depth <= 1) from = at + 1;
      depth = Math.max(0, depth - 1);
    }
  }
  (depth === 0 ? [] : inside).push(text.slice(from));
  return { outside: depth === 0 ? outside + text.slice(from) : outside, inside };
}

/** Text in brackets that is itself a name: a short form in capitals. Remarks and places are not. */
function isShortForm(text: string): boolean {
  return /^[A-Z][A-Za-z.-]{2,11}$/.test(text.trim()) && /[A-Z].*[A-Z]/.test(text);
}
