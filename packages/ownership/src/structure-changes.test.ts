import { describe, expect, it } from 'vitest';
import type { OwnershipStructure } from './structure.ts';
import { type NamedStructure, structureChanges } from './structure-changes.ts';

/** `p1 Jane 30 root`: id, name, share and company. */
function stated(lines: readonly string[], more: Partial<OwnershipStructure> = {}): NamedStructure {
  const rows = lines.map((line) => line.split(' ') as [string, string, string, string]);
  return {
    companyId: 'root',
    names: Object.fromEntries(rows.map(([id, name]) => [id, name])),
    structure: {
      parties: [
        { id: 'root', kind: 'company' },
        ...[...new Set(rows.map(([id]) => id))].map((id) => ({
          id,
          kind: id.startsWith('p') ? ('person' as const) : ('company' as const),
        })),
      ],
      holdings: rows.map(([holderId, , share, companyId]) => ({
        holderId,
        companyId,
        shares: share === '?' ? null : Number(share),
      })),
      ...more,
    },
  };
}

const texts = (before: NamedStructure, after: NamedStructure) =>
  structureChanges(before, after).map(
    ({ kind, party, company, before: was, after: is }) => `${kind}: ${party}, ${company}: ${was} > ${is}`,
  );

describe('two statements of one customer', () => {
  it('differ by owners who came, went, or hold another share', () => {
    const before = stated(['p1 Jane 30 root', 'p2 Kim 30 root', 'c1 Hold 40 root', 'p3 Lee 100 c1']);
    const after = stated(['p1 Jane 20 root', 'c1 Hold 40 root', 'p3 Lee ? c1', 'p4 Max 40 root']);
    expect(texts(before, after)).toEqual([
      'share-changed: Jane, the customer: 30 % > 20 %',
      'share-changed: Lee, Hold: 100 % > not known',
      'new-owner: Max, the customer: null > 40 %',
      'owner-gone: Kim, the customer: 30 % > null',
    ]);
    expect(texts(after, after)).toEqual([]);
  });

  it('have the same parties by id, else by a name that only one has', () => {
    const before = stated(['p1 Jane 30 root', 'p2 Kim 30 root']);
    // Other ids: stated on another way.
    expect(texts(before, stated(['pX JANE 30 root', 'pY Kim 40 root']))).toEqual([
      'share-changed: Kim, the customer: 30 % > 40 %',
    ]);
    expect(texts(before, stated(['pX Jane 30 root', 'pY Jane 30 root', 'p2 Kim 30 root']))).toHaveLength(3);
    // One id for two people in turn.
    expect(texts(before, stated(['p1 Max 30 root', 'p2 Kim 30 root']))).toEqual([
      'renamed: Max, null: Jane > Max',
    ]);
  });

  it('differ by control, roles and votes; holdings of one party are added', () => {
    const before = stated(['p1 Jane 10 root', 'p1 Jane 20 root'], {
      officers: [{ partyId: 'p1', companyId: 'root', role: 'director' }],
    });
    const after = stated(['p1 Jane 30 root'], {
      controls: [{ holderId: 'p1', companyId: 'root', means: 'agreement' }],
    });
    expect(texts(before, after)).toEqual([
      'new-control: Jane, the customer: null > agreement',
      'role-gone: Jane, the customer: director > null',
    ]);
    const voting = stated([], {
      parties: before.structure.parties,
      holdings: [{ holderId: 'p1', companyId: 'root', shares: 30, votes: { atLeast: 40, atMost: 50 } }],
    });
    expect(texts(after, { ...voting, names: { p1: 'Jane' } })[0]).toBe(
      'share-changed: Jane, the customer: 30 % > 30 %, votes 40 to 50 %',
    );
  });
});
