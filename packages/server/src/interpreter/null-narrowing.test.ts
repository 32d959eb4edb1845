import { expect, test } from 'vitest';
import {
  certain,
  choice,
  conjunction,
  disjunction,
  type Facts,
  isKnownNonNull,
  meet,
  narrow,
  negated,
  noFacts,
} from './null-narrowing.ts';

const a: Facts = new Set(['a']);
const ab: Facts = new Set(['a', 'b']);

test('a path is guarded when it is known, or when the place is never evaluated', () => {
  expect(isKnownNonNull(a, 'a')).toBe(true);
  expect(isKnownNonNull(a, 'b')).toBe(false);
  expect(isKnownNonNull(a, undefined)).toBe(false);
  expect(isKnownNonNull('unreachable', undefined)).toBe(true);
});

test('learning adds paths and keeps the set that it was given', () => {
  expect(narrow(a, 'b', undefined)).toEqual(ab);
  expect(narrow(a, 'a')).toBe(a);
  expect(narrow('unreachable', 'a')).toBe('unreachable');
  expect(a).toEqual(new Set(['a']));
});

test('where two ways meet only what both know is known, and a way never taken says nothing', () => {
  expect(meet(a, ab)).toEqual(a);
  expect(meet(a, noFacts)).toEqual(noFacts);
  expect(meet('unreachable', a)).toBe(a);
  expect(meet(a, 'unreachable')).toBe(a);
});

test('a conjunction that is false may have been false on either side', () => {
  const left = { whenTrue: a, whenFalse: noFacts };
  const right = { whenTrue: ab, whenFalse: a };
  expect(conjunction(left, right)).toEqual({ whenTrue: ab, whenFalse: noFacts });
});

test('a disjunction that is true may have been true on either side', () => {
  const left = { whenTrue: noFacts, whenFalse: a };
  const right = { whenTrue: a, whenFalse: ab };
  expect(disjunction(left, right)).toEqual({ whenTrue: noFacts, whenFalse: ab });
});

test('a choice knows what both branches know, and a literal has one outcome', () => {
  expect(choice(certain(false, ab), { whenTrue: a, whenFalse: noFacts })).toEqual({
    whenTrue: a,
    whenFalse: noFacts,
  });
  expect(negated(certain(true, a))).toEqual({ whenTrue: 'unreachable', whenFalse: a });
});
