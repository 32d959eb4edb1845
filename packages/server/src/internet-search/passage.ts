const reach = 200;
const sentenceEnd = /[.!?。！？]["”»')\]]*\s|\n/gu;

/**
 * The part of a text around a place: its sentence, and where that is long, some words on both sides with a sign that it
 * continues. At most some 400 characters beside the place itself.
 */
export function passageAround(text: string, place: { readonly from: number; readonly to: number }): string {
  const start = Math.max(0, place.from - reach);
  const before = text.slice(start, place.from);
  const ends = [...before.matchAll(sentenceEnd)];
  const last = ends.at(-1);
  let head = before;
  if (last !== undefined) head = before.slice(last.index + last[0].length);
  else if (start > 0) head = `…${before.slice(before.search(/\s/u) + 1)}`;
  const after = text.slice(place.to, place.to + reach);
  const next = sentenceEnd.exec(after);
  sentenceEnd.lastIndex = 0;
  let tail = after;
  if (next !== null) tail = after.slice(0, next.index + next[0].trimEnd().length);
  else if (place.to + reach < text.length) tail = `${after.slice(0, Math.max(0, after.lastIndexOf(' ')))}…`;
  // A cut may fall into the middle of a character.
  const whole = `${head}${text.slice(place.from, place.to)}${tail}`.toWellFormed();
  return whole.replaceAll(/\s+/gu, ' ').trim();
}
