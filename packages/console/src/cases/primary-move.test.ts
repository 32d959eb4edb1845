import { describe, expect, it } from 'vitest';
import { primaryMoveOf } from './primary-move.ts';

describe('the move of a case that stands out', () => {
  const approve = { move: 'approve', allowed: true } as const;
  const claim = { move: 'claim', allowed: true } as const;

  it('is to claim, then to approve', () => {
    expect(primaryMoveOf({ moves: [approve, claim], alerts: [] })).toBe('claim');
    const alerts = [{ resolution: 'FALSE_POSITIVE' }] as const;
    expect(primaryMoveOf({ moves: [approve, { ...claim, allowed: false }], alerts })).toBe('approve');
  });

  it('is not to approve against a true match', () => {
    const alerts = [{ resolution: 'FALSE_POSITIVE' }, { resolution: 'TRUE_MATCH' }] as const;
    expect(primaryMoveOf({ moves: [approve], alerts })).toBe(undefined);
    expect(primaryMoveOf({ moves: [approve, claim], alerts })).toBe('claim');
  });
});
