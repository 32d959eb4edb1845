/** Words that stay in capitals in a title that was written in capitals. */
const acronyms = new Set(['ICT']);
const names: Readonly<Record<string, string>> = { singapore: 'Singapore' };

/** A title for people: blanks put in order, and one in capitals as a sentence, for a list of them is hard to read. */
export function readableTitle(title: string): string {
  const tidy = title.replace(/\s+/gu, ' ').trim();
  const isShouted = tidy.toUpperCase() === tidy && /[A-Z]{4}/.test(tidy);
  if (!isShouted) return tidy;
  const sentence = tidy.toLowerCase().replace(/[a-z]+/g, (word) => {
    const upper = word.toUpperCase();
    return acronyms.has(upper) ? upper : (names[word] ?? word);
  });
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
