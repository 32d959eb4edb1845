import type { Owner } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { depthOf, effectivePercent, namedPercent, withHolders } from './owner-tree.ts';

function owner(ownerId: string, parentId: string | null, percent: number, more: Partial<Owner> = {}): Owner {
  return {
    ownerId,
    parentId,
    percent,
    kind: 'person',
    name: ownerId,
    dateOfBirth: null,
    countryOfNationality: null,
    countryOfIncorporation: null,
    registrationNumber: null,
    ...more,
  };
}
const company = { kind: 'company' } as const;

const owners = [
  owner('holding', null, 60, company),
  owner('trust', 'holding', 50, company),
  owner('Erika Muster', 'trust', 100),
  owner('Jane Doe', 'holding', 20),
  owner('jane again', null, 15, { name: ' JANE DOE ' }),
];

describe('owners', () => {
  it('hold through every layer above them', () => {
    expect(effectivePercent(owners, owners[2]!)).toBe(30);
    expect(effectivePercent(owners, owners[3]!)).toBe(12);
    expect(depthOf(owners, owners[2]!)).toBe(3);
  });

  it('add up without the faults of binary fractions', () => {
    const thirds = [owner('a', null, 33.3333), owner('b', null, 33.3333), owner('c', null, 33.3334)];
    expect(namedPercent(thirds, null)).toBe(100);
    expect(namedPercent([owner('a', null, 0.1), owner('b', null, 0.2)], null)).toBe(0.3);
  });

  it('go with everyone who holds them', () => {
    expect(withHolders(owners, owners[0]!).map(({ ownerId }) => ownerId)).toEqual([
      'holding',
      'trust',
      'Erika Muster',
      'Jane Doe',
    ]);
  });
});
