import { describe, expect, it } from 'vitest';
import { prepareName } from '../names/prepare.ts';
import { leadersOf } from './leaders.ts';

const STRONG = 0.85;

describe('leadersOf', () => {
  const query = prepareName('Juan Carlos Garcia', 'person');

  it('takes the first token that every name has to meet', () => {
    expect(leadersOf(query, [2, 0, 1], STRONG)).toEqual([2]);
  });

  it('does without a second given name that many leave out, even where it is the first to be taken', () => {
    expect(leadersOf(query, [1, 2, 0], STRONG)).toEqual([2]);
  });

  it('keeps several where a name may do without any one of them', () => {
    expect(leadersOf(query, [2, 0, 1], 0.5)!.length).toBeGreaterThan(1);
  });

  it('tells nothing where names that meet none of the tokens may be enough', () => {
    expect(leadersOf(query, [1], STRONG)).toBeUndefined();
  });
});
