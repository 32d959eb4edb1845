/**
 * From any script to lower-case ASCII. Most scripts go through any-ascii, which maps characters without
 * context; Arabic letters are mapped here, because any-ascii drops the letters that tell vowels.
 */
import anyAscii from 'any-ascii';

/** Arabic, Persian, Urdu and Pashto letters by the sound they usually stand for in romanised names. */
const ARABIC: Record<string, string> = {
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

const ARABIC_BLOCK = /[؀-ۿ]/;
/** Vowel marks and other signs that ride on Arabic and Hebrew letters and are usually left out. */
const POINTS = /[ً-ٰٟۖ-ۭ֑-ׇ‌-‏‪-‮⁦-⁩﻿]/g;

/** Arabic letters that are a vowel between consonants and a consonant beside a vowel. */
const HALF_VOWELS: Record<string, string> = { و: 'u', ي: 'i', ی: 'i' };

function arabicToLatin(text: string): string {
  const characters = [...text];
  let out = '';
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i]!;
    const half = HALF_VOWELS[character];
    const inside = i > 0 && ARABIC[characters[i - 1]!] !== undefined;
    const beforeVowel = /^[aiu]/.test(ARABIC[characters[i + 1] ?? ''] ?? '');
    out += half !== undefined && inside && !beforeVowel ? half : (ARABIC[character] ?? character);
  }
  return out;
}

/** Hangul syllables are words of their own in a personal name; longer runs are words of several syllables. */
const HANGUL_RUN = /[가-힣]+/g;
const LONGEST_HANGUL_NAME = 4;

function separateSyllables(text: string): string {
  return text.replace(HANGUL_RUN, (run) => (run.length <= LONGEST_HANGUL_NAME ? [...run].join(' ') : run));
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** ASCII reading of a text in any script; case is kept, unreadable characters vanish. */
export function toAscii(text: string): string {
  if (isAscii(text)) return text;
  let readable = text.normalize('NFKC').replace(POINTS, '');
  if (ARABIC_BLOCK.test(readable)) readable = arabicToLatin(readable);
  return anyAscii(separateSyllables(readable));
}
