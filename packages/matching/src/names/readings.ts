/** The names inside one published name: `GREAT LAKES COMPANY (GLC)` is the long name and its short form. */

const SEPARATED = /\s*[/;]\s*/;
const LEAST_LETTERS = 3;

/** Ways to read a name, the whole first. Parts in brackets and between strokes are readings of their own. */
export function readingsOf(text: string): string[] {
  const readings = [text];
  const add = (reading: string) => {
    const trimmed = reading.trim();
    if (trimmed.replace(/[^\p{L}\p{N}]/gu, '').length >= LEAST_LETTERS && !readings.includes(trimmed)) {
      readings.push(trimmed);
    }
  };
  if (/[()]/.test(text)) {
    add(text.replace(/\([^()]*\)/g, ' '));
    for (const match of text.matchAll(/\(([^()]{3,})\)/g)) if (isShortForm(match[1]!)) add(match[1]!);
  }
  if (text.includes('/') || text.includes(';'))
    for (const part of text.split(SEPARATED)) if (part.includes(' ')) add(part);
  if (text.includes('/') && readings.length === 2) for (const part of text.split(SEPARATED)) add(part);
  return readings;
}

/** Text in brackets that is itself a name: a short form in capitals. Remarks and places are not. */
function isShortForm(text: string): boolean {
  return /^[A-Z][A-Za-z.-]{2,11}$/.test(text.trim()) && /[A-Z].*[A-Z]/.test(text);
}
