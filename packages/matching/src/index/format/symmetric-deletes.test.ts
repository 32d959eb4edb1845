import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../scoring/edit-cost.ts';
import { allowsTwoEdits } from '../../scoring/token-similarity.ts';
import { NUMBER_MASK } from './hash-buckets.ts';
import {
  FITTING_WORDS,
  fittingOne,
  fittingTwo,
  forEachDelete,
  forEachLookupForm,
  MAX_SPELLINGS,
} from './symmetric-deletes.ts';

/** Whether one token is found by looking the other up. */
function isFound(text: string, other: string, edits: 1 | 2): boolean {
  const listed = new Map<number, number[]>();
  forEachDelete(other, (hash, tag) => {
    listed.set(hash, [...(listed.get(hash) ?? []), tag >>> 24]);
    expect(tag & NUMBER_MASK).toBe(0);
  });
  const forms = {
    hashes: new Uint32Array(MAX_SPELLINGS),
    omissions: new Uint8Array(MAX_SPELLINGS),
  };
  const count = forEachLookupForm(text, edits === 2 && allowsTwoEdits(text.length), forms);
  const fitting = edits === 2 ? fittingTwo : fittingOne;
  for (let i = 0; i < count; i++) {
    for (const omission of listed.get(forms.hashes[i]!) ?? []) {
      const word = fitting[forms.omissions[i]! * FITTING_WORDS + (omission >>> 5)]!;
      if (((word >>> (omission & 31)) & 1) === 1) return true;
    }
  }
  return false;
}

// Few letters, so that there are many doubled ones and many ways from one token to another.
const word = (least: number, max: number) =>
  fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: least, maxLength: max }).map((all) => all.join(''));

const edit = fc.record({
  kind: fc.constantFrom('replace', 'drop', 'add', 'swap'),
  at: fc.nat(40),
  letter: fc.constantFrom('a', 'b', 'd'),
});

function edited(text: string, edits: readonly { kind: string; at: number; letter: string }[]): string {
  return edits.reduce((own, { kind, at, letter }) => {
    const i = at % own.length;
    const [before, after] = [own.slice(0, i), own.slice(i + 1)];
    if (kind === 'replace') return before + letter + after;
    if (kind === 'drop') return before + after;
    if (kind === 'add') return before + letter + own.slice(i);
    return before + after.slice(0, 1) + own[i]! + after.slice(1);
  }, text);
}

describe('forms with letters left out', () => {
  it('are shared, at places that fit, by all tokens within two edits', () => {
    const property = fc.property(word(4, 12), fc.array(edit, { maxLength: 2 }), (text, edits) => {
      const other = edited(text, edits);
      if (!allowsTwoEdits(other.length) || editDistance(text, other, 2) > 2) return;
      expect(isFound(text, other, 2)).toBe(true);
      expect(isFound(other, text, 2)).toBe(true);
    });
    fc.assert(property, { numRuns: 4000 });
  });

  it('are shared, at places that fit, by all tokens within one edit, however long', () => {
    const property = fc.property(word(2, 40), edit, (text, one) => {
      const other = edited(text, [one]);
      if (other.length < 2 || other.length > 40) return;
      expect(isFound(text, other, 1)).toBe(true);
      expect(isFound(other, text, 1)).toBe(true);
    });
    fc.assert(property, { numRuns: 4000 });
  });

  it('are seldom shared at places that fit by tokens that are further apart', () => {
    expect(isFound('maria', 'clara', 2)).toBe(false);
    expect(isFound('hassan', 'samahn', 2)).toBe(false);
    expect(isFound('karim', 'kasir', 1)).toBe(false);
  });

  it('do not lead to what is no spelling', () => {
    const tags: number[] = [];
    forEachDelete('morris', (_, tag) => tags.push(tag >>> 24));
    expect(tags.filter((tag) => tag >= 128)).toHaveLength(1);
    forEachDelete('barn', (_, tag) => tags.push(tag >>> 24));
    expect(tags.filter((tag) => tag >= 128)).toHaveLength(2);
  });
});
