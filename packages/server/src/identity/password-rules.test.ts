import { wordPhrases } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { passwordFault } from './password-rules.ts';

const context = { minLength: 12, words: ['jane.doe@acme-pay.test', 'Jane Doe', 'Acme Pay Ltd', 'gatehouse'] };

describe('the rules for passwords', () => {
  it.each([
    'correct-horse-battery',
    'four words with blanks',
    'всё хорошо кончается',
    'nodigitsnosigns zz',
    '🐎🔋📎🐢 staple here',
  ])('take %s', async (password) => {
    expect(await passwordFault(password, context)).toBeUndefined();
  });

  it.each([
    ['short-one-1', 'at least 12 characters'],
    // Eleven characters, though more units of UTF-16.
    ['🐎🔋📎🐢🐎🔋📎🐢🐎🔋📎', 'at least 12 characters'],
    ['aaaaaaaaaaaaaaaa', 'too few different'],
    ['abababababab', 'too few different'],
    ['123456789qwe', 'commonly used'],
    ['Password1234!', 'commonly used'],
    ['2024-iloveyou-2024', 'commonly used'],
    ['qwertyuiopqwertyuiop', 'commonly used'],
    ['jane.doe@acme-pay.test', 'name or address'],
    ['Acme Pay Ltd 2026', 'name or address'],
    ['Gatehouse2026!!', 'name or address'],
  ])('refuse %s', async (password, words) => {
    const fault = await passwordFault(password, context);
    expect(wordPhrases(fault ?? [])).toContain(words);
  });
});
