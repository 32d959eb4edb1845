/**
 * At most two letters that stand for a name: of the first and the last word, where a script has letters that can be
 * taken alone; of an address the letters before the `@`.
 */
export function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last]
    .map((word) => firstLetter(word))
    .join('')
    .toLocaleUpperCase();
}

function firstLetter(word: string | undefined): string {
  if (word === undefined) return '';
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}
