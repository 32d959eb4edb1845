import { describe, expect, it } from 'vitest';
import { isRightToLeft, shownText } from './shown-text.ts';

const hasAll = () => true;

describe('a text of a report', () => {
  it('gets break points in words of many letters alone, so that every name fits its column', () => {
    expect(shownText('Wilhelmina Thornapple', hasAll)).toBe('Wilhelmina Thornapple');
    const long = shownText('x'.repeat(1_000), hasAll);
    expect(long.replaceAll('\u200B', '')).toBe('x'.repeat(1_000));
    expect(long.split('\u200B').every((part) => part.length <= 4)).toBe(true);
  });

  it('keeps joined letters together for many letters, and never breaks what is one sign', () => {
    const arabic = shownText('م'.repeat(60), hasAll);
    expect(arabic.split('\u200B').map((part) => part.length)).toEqual([24, 24, 12]);
    const accented = shownText('e\u0323\u0301'.repeat(40), hasAll);
    expect(accented.split('\u200B').every((part) => !/^\p{M}/u.test(part))).toBe(true);
  });

  it('shows the code of signs that turn others around, and of those that no typeface has', () => {
    expect(shownText('Ada\u202Eolleh', hasAll)).toBe('Ada[U+202E]olleh');
    expect(shownText('A\u{13000}', (code) => code < 128)).toBe('A[U+13000]');
    expect(shownText('a\u0007', (code) => code >= 32)).toBe('a[U+0007]');
  });

  it('takes its direction from most of its letters', () => {
    expect(isRightToLeft('1. أيمن')).toBe(true);
    expect(isRightToLeft('أيمن is the same in its own script')).toBe(false);
    expect(isRightToLeft('2026-01-01')).toBe(false);
  });
});
