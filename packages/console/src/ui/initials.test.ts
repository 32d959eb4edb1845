import { describe, expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

describe('the letters that stand for a name', () => {
  it.each([
    ['Wilhelmina Thornapple', 'WT'],
    ['Ana Maria de la Cruz', 'AC'],
    ['ana.analyst@example.test', 'AA'],
    ['boss', 'B'],
    ['李小龙', '李'],
    ['محمد علي', 'مع'],
    ['สมชาย ใจดี', 'สใ'],
    ['', ''],
    ['… — !', ''],
  ])('of %j are %j', (name, letters) => {
    expect(initialsOf(name)).toBe(letters);
  });
});
