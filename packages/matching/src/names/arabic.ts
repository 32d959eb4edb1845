/**
 * Arabic, Persian, Pashto and Urdu words to Latin letters. Frequent names get the vowels that the script leaves out;
 * the article is a word of its own; letters that any-ascii drops are kept.
 */
import { latinOfArabic, twoArabicNames } from './arabic-names.ts';

/** Letters by the sound they usually stand for in romanised names. */
const LETTERS: Record<string, string> = {
  ا: 'a',
  أ: 'a',
  إ: 'i',
  آ: 'a',
  ٱ: 'a',
  ب: 'b',
  پ: 'p',
  ت: 't',
  ة: 'a',
  ث: 'th',
  ج: 'j',
  چ: 'ch',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'dh',
  ر: 'r',
  ز: 'z',
  ژ: 'zh',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'z',
  ع: 'a',
  غ: 'gh',
  ف: 'f',
  ق: 'q',
  ک: 'k',
  ك: 'k',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  ہ: 'h',
  ھ: 'h',
  ۀ: 'h',
  ە: 'h',
  و: 'w',
  ؤ: 'w',
  ي: 'y',
  ی: 'y',
  ى: 'a',
  ئ: 'y',
  ے: 'y',
  ء: '',
  ٹ: 't',
  ڈ: 'd',
  ڑ: 'r',
  ں: 'n',
  ډ: 'd',
  ړ: 'r',
  ږ: 'g',
  ښ: 'kh',
  ټ: 't',
  ڼ: 'n',
  ګ: 'g',
  ې: 'y',
  ۍ: 'y',
  څ: 'ts',
  ځ: 'dz',
  ـ: '',
};

const WORD = /[\u0600-\u06ff]+/g;
const ARABIC_BLOCK = /[\u0600-\u06ff]/;
/** Letters that are a vowel between consonants and a consonant beside a vowel. */
const HALF_VOWELS: Record<string, string> = { و: 'u', ي: 'i', ی: 'i' };
/** Beginnings that are a long vowel, as in the names of Obama and Italy. */
const INITIAL_VOWELS: readonly (readonly [RegExp, string])[] = [
  [/^[اأ]و(?=[^اأوي]{2}|[^اأوي]$)/, 'o'],
  [/^[إاأ][يی](?=[^اأوي])/, 'i'],
];
const ARTICLE = /^ال(?=.{3})/;
/** Words that are written together with the article of the next one. */
const BEFORE_ARTICLE: readonly (readonly [RegExp, string])[] = [
  [/^عبدال(?!له$)(?=.{2})/, 'abd al'],
  [/^[اأ]بوال(?=.{3})/, 'abu al'],
];
/** `Abd Allah` is one name; `of God` and `of the faith` close a name, as in Habibullah and Jalaluddin. */
const CLOSING: readonly (readonly [RegExp, string])[] = [
  [/(?<![\u0600-\u06ff])عبد ?الل[هہ](?![\u0600-\u06ff])/g, 'abdallah'],
  [/(?<=[\u0600-\u06ff] ?)الل[هہ](?![\u0600-\u06ff])/g, ' ullah'],
  [/(?<=[\u0600-\u06ff] ?)ال[دﺩ][يیى]ن(?![\u0600-\u06ff])/g, ' uddin'],
];

/** A title that is written together with the name. */
const SAYYID = /^س[يی]د$/;

function lettersOf(word: string): string {
  const initial = INITIAL_VOWELS.find(([pattern]) => pattern.test(word));
  const characters = [...(initial ? word.replace(initial[0], '') : word)];
  let out = initial ? initial[1] : '';
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i]!;
    const half = HALF_VOWELS[character];
    const inside = i > 0 && LETTERS[characters[i - 1]!] !== undefined;
    const beforeVowel = /^[aiu]/.test(LETTERS[characters[i + 1] ?? ''] ?? '');
    out += half !== undefined && inside && !beforeVowel ? half : (LETTERS[character] ?? character);
  }
  return out;
}

/** One word; the article and `abd` before it become words of their own. */
function latinWord(word: string): string {
  const known = latinOfArabic(word);
  if (known !== undefined) return known;
  const two = twoArabicNames(word);
  // One word in Latin letters too: apart, its second name could be left out as a middle name is. Not so behind a title.
  if (two) return two.map(latinWord).join(SAYYID.test(two[0]) ? ' ' : '');
  for (const [pattern, latin] of BEFORE_ARTICLE)
    if (pattern.test(word)) return `${latin} ${latinWord(word.replace(pattern, ''))}`;
  if (ARTICLE.test(word)) return `al ${latinWord(word.replace(ARTICLE, ''))}`;
  return lettersOf(word);
}

export function hasArabic(text: string): boolean {
  return ARABIC_BLOCK.test(text);
}

/** The text with its Arabic words in Latin letters; everything else as it is. */
export function arabicToLatin(text: string): string {
  let words = text;
  for (const [pattern, latin] of CLOSING) words = words.replace(pattern, latin);
  return words.replace(WORD, latinWord);
}
