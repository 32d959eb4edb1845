import { describe, expect, test } from 'vitest';
import type { SubjectHit } from '../hits/subject-hits.ts';
import { shownHit } from './shown-hit.ts';

const ruling = (revision: number, ruledBy: string) => ({
  ruling: 'FALSE_POSITIVE' as const,
  reason: 'Another date of birth',
  revision,
  ruledBy,
  caseNo: 'C000001',
  ruledAt: 0,
});
const hit = (of: Partial<SubjectHit>) =>
  ({ alertId: 'a', entityId: 'w1', ruling: null, ...of }) as SubjectHit;

describe('the number of the ruling with which a hit was shown', () => {
  // As the page shows it while the own ruling has no answer yet.
  const lead = hit({ ruling: ruling(5, 'ana') });
  const of = (latest: SubjectHit, replaced: readonly string[] = ['a']) =>
    shownHit(
      { lead, otherEntries: [] },
      {
        shown: [hit({ ruling: ruling(4, 'amy') })],
        latest: [latest],
        replaced: new Set(replaced),
        email: 'ana',
      },
    ).entries;

  test('is what the service gave the own ruling that was on its way', () => {
    expect(of(hit({ ruling: ruling(9, 'ana') }))).toEqual([{ entityId: 'w1', rulingRevision: 9 }]);
  });

  test('is the one before where the own was refused, or somebody else ruled since', () => {
    expect(of(hit({ ruling: ruling(4, 'amy') }))).toEqual([{ entityId: 'w1', rulingRevision: 4 }]);
    expect(of(hit({ ruling: ruling(9, 'boss') }))).toEqual([{ entityId: 'w1', rulingRevision: 4 }]);
  });

  test('is the one shown where none was on its way, whatever was read since', () => {
    expect(of(hit({ ruling: ruling(9, 'ana') }), [])).toEqual([{ entityId: 'w1', rulingRevision: 4 }]);
  });
});
