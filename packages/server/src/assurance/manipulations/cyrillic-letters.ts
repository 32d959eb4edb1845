/** Latin letters as Cyrillic ones, the longest first: the usual English transcription of Russian read backwards. */
const LETTERS: readonly (readonly [string, string])[] = [
  ['shch', 'щ'],
  ['yo', 'ё'],
  ['yu', 'ю'],
  ['ya', 'я'],
  ['ye', 'е'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['ph', 'ф'],
  ['ck', 'к'],
  ['qu', 'кв'],
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter, at): [string, string] => [
    letter,
    [
      'а',
      'б',
      'к',
      'д',
      'е',
      'ф',
      'г',
      'х',
      'и',
      'дж',
      'к',
      'л',
      'м',
      'н',
      'о',
      'п',
      'к',
      'р',
      'с',
      'т',
      'у',
      'в',
      'в',
      'кс',
      'й',
      'з',
    ][at]!,
  ]),
];

function cyrillicWord(word: string): string {
  let text = '';
  const lower = word.toLowerCase();
  for (let at = 0; at < lower.length; ) {
    const [latin, cyrillic] = LETTERS.find(([letters]) => lower.startsWith(letters, at)) ?? [
      lower[at]!,
      lower[at]!,
    ];
    text += cyrillic;
    at += latin.length;
  }
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A name in plain Latin letters as a Russian document would have it; any other name as it is. */
export function inCyrillicLetters(name: string): string {
  if (!/^[A-Za-z' -]+$/.test(name)) return name;
  return name.split(' ').map(cyrillicWord).join(' ');
}
