import { describe, expect, it } from 'vitest';
import { isolated, isRightToLeft, shownLines, shownSigns } from './shown-text.ts';

const rules = { has: () => true, isMirrored: false };
const wide = { width: 10_000, size: 9 };
const narrow = { width: 60, size: 9 };
const textOf = (text: string, room = wide, of = rules) => shownLines(text, of, room)[0]!.text;

describe('a text of a report', () => {
  it('gets break points in words that are wider than their room alone', () => {
    expect(textOf('Wilhelmina Thornapple', { width: 70, size: 9 })).toBe('Wilhelmina Thornapple');
    expect(textOf('a'.repeat(64), { width: 360, size: 9 })).toBe('a'.repeat(64));
    const long = textOf('x'.repeat(1_000), narrow);
    expect(long.replaceAll('\u200B', '')).toBe('x'.repeat(1_000));
    expect(long.split('\u200B').every((part) => part.length <= 4)).toBe(true);
  });

  it('breaks Arabic behind letters that join none, and else keeps the form that letters have when joined', () => {
    const word = 'مستخلصات'.repeat(10);
    const parts = textOf(word, narrow).split('\u200B');
    expect(parts.join('')).toBe(word);
    expect(parts.slice(0, -1).every((part) => /[اتو]$/.test(part) && !part.endsWith('ت'))).toBe(true);
    const joined = textOf('م'.repeat(60), narrow).split('\u200B');
    expect(joined.length).toBeGreaterThan(3);
    for (const [index, part] of joined.entries()) {
      expect(part.startsWith('\u200D')).toBe(index > 0);
      expect(part.endsWith('\u200D')).toBe(index < joined.length - 1);
    }
    expect(textOf(`${'م'.repeat(12)}لا${'م'.repeat(60)}`, narrow)).toContain('لا');
  });

  it('leaves Chinese to the renderer, and an address between its brackets whole where it fits', () => {
    expect(textOf('王小明'.repeat(100), narrow)).toBe('王小明'.repeat(100));
    const noted = 'Cora Wintersteen（cora@example.test）';
    expect(textOf(noted, { width: 110, size: 8.6 })).toBe(noted);
    expect(textOf(noted, { width: 95, size: 8.6 })).toBe('Cora Wintersteen（cora\u200B@example.test）');
  });

  it('never breaks what is one sign, and no line behind a hyphen', () => {
    const accented = textOf('e\u0323\u0301'.repeat(40), narrow);
    expect(accented.split('\u200B').every((part) => !/^\p{M}/u.test(part))).toBe(true);
    const parts = textOf('c7c2a9a0-77e4-4f0f-b7a8-2a64fbb1f0d2', narrow).split('\u200B');
    expect(parts.filter((part) => part.endsWith('-'))).toEqual([]);
    expect(parts).toContain('-77e4');
  });

  it('shows the code of signs that turn others around, and of those that no typeface has', () => {
    expect(textOf('Ada\u202Eolleh')).toBe('Ada[U+202E]olleh');
    expect(textOf('Ada\u2066olleh\u2069')).toBe('Ada[U+2066]olleh[U+2069]');
    expect(shownSigns('A\u{13000}', (code) => code < 128)).toBe('A[U+13000]');
    expect(shownSigns('a\u0007', (code) => code >= 32)).toBe('a[U+0007]');
    expect(shownSigns('a\uFDD0b', (code) => code < 128)).toBe('a[U+FDD0]b');
  });

  it('takes its direction from most of its letters', () => {
    expect(isRightToLeft('1. أيمن')).toBe(true);
    expect(isRightToLeft('أيمن is the same in its own script')).toBe(false);
    expect(isRightToLeft('2026-01-01')).toBe(false);
    expect(shownLines('Ana\nأيمن', rules, wide).map((line) => line.isRightToLeft)).toEqual([false, true]);
  });
});

describe('a sentence of a report with a value', () => {
  it('has an address in its own order behind an Arabic letter, wherever the line ends', () => {
    expect(shownLines('ملخصات وaml-analytics.com', { ...rules, isMirrored: true }, wide)).toEqual([
      { text: 'ملخصات و\u2066aml-analytics.com\u2069', isRightToLeft: true },
    ]);
  });

  it('runs as its page does, whatever letters the value has, and the value orders itself', () => {
    const english = `Decided by ${isolated('أيمن محمد الزهراني', false)}`;
    expect(shownLines(english, rules, wide)).toEqual([
      { text: 'Decided by \u2067أيمن محمد الزهراني\u2069', isRightToLeft: false },
    ]);
    const arabic = `${isolated('Wilhelmina Thornapple (ana@example.test)', true)} قرر`;
    expect(shownLines(arabic, { ...rules, isMirrored: true }, wide)).toEqual([
      { text: '\u2066Wilhelmina Thornapple (\u2066ana@example.test\u2069)\u2069 قرر', isRightToLeft: true },
    ]);
    // What is composed of values runs as the page does, not as its first value.
    const country = `${isolated('JO', true)} (${isolated('الأردن', true)})`;
    expect(shownLines(isolated(country, true), { ...rules, isMirrored: true }, wide)[0]!.text).toBe(
      '\u2067\u2066JO\u2069 (\u2067الأردن\u2069)\u2069',
    );
    expect(isolated('Ana', false)).toBe('Ana');
    expect(isolated('Ana\nBo', true).split('\n')).toHaveLength(2);
  });

  it('keeps dates and numbers in an Arabic text in their order', () => {
    expect(textOf('منذ 2024-03-01 رقم 12-345/B في 10:24')).toBe(
      'منذ \u20662024-03-01\u2069 رقم \u206612-345/B\u2069 في \u206610:24\u2069',
    );
    expect(textOf('منذ 24–42%')).toBe('منذ \u206624–42%\u2069');
    // Arabic percentages have signs of direction around theirs.
    expect(textOf('من 24–42\u200E%\u200E')).toBe('من \u206624–42\u200E%\u200E\u2069');
    expect(textOf('since 2024-03-01')).toBe('since 2024-03-01');
  });
});
