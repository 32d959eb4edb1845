import type { Owner } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { checkOwners, customerId, resolveOwnership, structureOfOwners } from './declared-owners.ts';

/** `person 30 of a` as an owner; the id is the name where none is stated. */
function owner(text: string, facts: Partial<Owner> = {}): Owner {
  const [, kind, name, percent, parentId] = /^(person|company) (\w+) (-?[\d.]+)(?: of (\w+))?$/.exec(text)!;
  return {
    ownerId: name!,
    parentId: parentId ?? null,
    kind: kind as Owner['kind'],
    name: name!,
    percent: Number(percent),
    dateOfBirth: null,
    countryOfNationality: null,
    countryOfIncorporation: null,
    registrationNumber: null,
    ...facts,
  };
}

const from25 = { percent: 25, isInclusive: true };

function faults(...owners: readonly Owner[]): string[] {
  return checkOwners(owners, { maxDepth: 3 }).map(({ field, rule }) => `${field}: ${rule}`);
}

/** Who owns how much, and whether they are beneficial owners. */
function shares(owners: readonly Owner[]) {
  expect(checkOwners(owners, { maxDepth: 10 })).toEqual([]);
  return resolveOwnership(owners, from25).owners.map(
    ({ name, percent, beneficialOwner }) => `${name} ${percent}${beneficialOwner ? ' *' : ''}`,
  );
}

describe('effective ownership', () => {
  it('multiplies through layers', () => {
    const owners = [
      owner('company A 60'),
      owner('person P 50 of A'),
      owner('person Q 50 of A'),
      owner('person R 40'),
    ];
    expect(shares(owners)).toEqual(['A 60', 'R 40 *', 'P 30 *', 'Q 30 *']);
    expect(resolveOwnership(owners, from25)).toMatchObject({ layers: 2, unknownPercent: 0 });
  });

  it('adds up the ways of the same person, and takes exactly the threshold for enough', () => {
    const owners = [
      owner('company A 50'),
      owner('company B 30'),
      owner('person P 40 of A', { ownerId: 'p1', dateOfBirth: '1970-01-01' }),
      owner('person P 20 of B', { ownerId: 'p2', dateOfBirth: '1970-01-01' }),
      owner('person P 1', { ownerId: 'p3', dateOfBirth: '1980-01-01' }),
      owner('person Q 50 of A'),
    ];
    // Another birth is another person.
    expect(shares(owners)).toEqual(['A 50', 'B 30', 'P 26 *', 'Q 25 *', 'P 1']);
    expect(resolveOwnership(owners, from25)).toMatchObject({ unknownPercent: 5 + 24 + 19 });
    expect(resolveOwnership(owners, from25).owners.find(({ name }) => name === 'P')?.paths).toBe(2);
  });

  it('finds four owners of a quarter each, and none of them where more than a quarter is asked for', () => {
    const owners = ['P', 'Q', 'R', 'S'].map((name) => owner(`person ${name} 25`));
    const count = (isInclusive: boolean, percent = 25) =>
      resolveOwnership(owners, { percent, isInclusive }).owners.filter(
        ({ beneficialOwner }) => beneficialOwner,
      ).length;
    expect([count(true), count(false), count(true, 25.0001), count(false, 24.9999), count(true, 0)]).toEqual([
      4, 0, 0, 4, 4,
    ]);
    // A quarter through three thirds is a quarter, whatever binary fractions make of it.
    const thirds = ['A', 'B', 'C'].flatMap((name) => [
      owner(`company ${name} 33.3333333333`),
      owner(`person P 25 of ${name}`, { ownerId: `P${name}`, dateOfBirth: '1970-01-01' }),
    ]);
    expect(resolveOwnership(thirds, from25).owners.find(({ name }) => name === 'P')?.beneficialOwner).toBe(
      true,
    );
  });

  it('counts the owners of a company with a number wherever it is', () => {
    const inTwoPlaces = (registrationNumber: string | null) => [
      owner('company A 50'),
      owner('company B 50'),
      owner('company H 100 of A', { ownerId: 'h1', registrationNumber }),
      owner('company H 10 of B', { ownerId: 'h2', registrationNumber }),
      owner('person P 100 of h1'),
    ];
    expect(shares(inTwoPlaces('77'))).toEqual(['H 55', 'P 55 *', 'A 50', 'B 50']);
    expect(shares(inTwoPlaces(null))).toEqual(['A 50', 'B 50', 'H 50', 'P 50 *', 'H 5']);
  });

  it('never makes one person of a name and a year, and says that they may be one', () => {
    const places = (first: string | null, second: string | null) => [
      owner('person P 20', { ownerId: 'p1', dateOfBirth: first }),
      owner('person P 20', { ownerId: 'p2', dateOfBirth: second }),
    ];
    for (const [first, second] of [
      [null, null],
      ['1980', '1980'],
      ['1980', '1980-01-01'],
    ] as const) {
      expect(shares(places(first, second))).toEqual(['P 20', 'P 20']);
      const { structure, findings } = structureOfOwners(places(first, second));
      expect(structure.possiblySame).toHaveLength(1);
      expect(findings).toMatchObject([{ kind: 'same-name' }]);
    }
    expect(structureOfOwners(places('1980', '1981-01-01')).structure.possiblySame).toEqual([]);
    expect(shares(places('1980-01-01', '1980-01-01'))).toEqual(['P 40 *']);
  });

  it('takes votes from the threshold on, and control, as it takes shares', () => {
    const owners = [
      owner('person P 10', { votingPercent: 25 }),
      owner('person Q 90', { votingPercent: 75 }),
      owner('person C 0', { control: 'agreement' }),
    ];
    expect(shares(owners)).toEqual(['Q 90 *', 'P 10 *', 'C 0 *']);
  });

  it('takes no longer for many ways than for few', () => {
    const owners = [owner('company c0a 50'), owner('company c0b 50')];
    for (let layer = 1; layer < 9; layer++) {
      for (const half of ['a', 'b']) {
        for (const other of ['a', 'b']) {
          const name = `c${layer}${other}`;
          const parentId = layer === 1 ? `c0${half}` : `c${layer - 1}${half}-a`;
          const place = { ownerId: `${name}-${half}`, parentId, registrationNumber: name };
          owners.push(owner(`company ${name} 50`, place));
        }
      }
    }
    const { owners: resolved } = resolveOwnership(owners, from25);
    expect(resolved.find(({ name }) => name === 'c8a')).toMatchObject({ percent: 50, paths: 2 ** 8 });
  });

  it('leaves unknown what nobody was stated to hold', () => {
    expect(resolveOwnership([], from25)).toEqual({ owners: [], layers: 0, unknownPercent: 100 });
    expect(resolveOwnership([owner('company A 70'), owner('person P 20')], from25).unknownPercent).toBe(80);
  });
});

describe('owners as they are given', () => {
  it('are refused with the place of each fault', () => {
    expect(
      faults(
        owner('person P 101'),
        owner('person Q 0', { name: ' . ' }),
        owner('person R 10 of P'),
        owner('person S 10 of nobody'),
        owner('person P 1'),
      ),
    ).toEqual([
      'owners[0].percent: max',
      'owners[1].name: required',
      'owners[1].percent: min',
      'owners[2].parentId: company',
      'owners[3].parentId: unknown',
      'owners[4].ownerId: unique',
      'owners: sum',
    ]);
  });

  it('are refused where a company owns itself, by its place or by its name', () => {
    expect(faults(owner('company A 50 of B'), owner('company B 50 of A'))).toEqual([
      'owners[0].parentId: cycle',
      'owners[1].parentId: cycle',
    ]);
    expect(
      faults(
        owner('company A 50'),
        owner('company B 50 of A'),
        owner('company A 50 of B', { ownerId: 'again' }),
      ),
    ).toContain('owners[2].parentId: cycle');
  });

  it('are refused where they are deeper than is asked for, or more than a whole', () => {
    const deep = [
      owner('company A 1'),
      owner('company B 1 of A'),
      owner('company C 1 of B'),
      owner('person D 1 of C'),
    ];
    expect(faults(...deep)).toEqual(['owners[3].parentId: maxDepth']);
    expect(faults(owner('company A 100'), owner('person P 60 of A'), owner('person Q 40.1 of A'))).toEqual([
      'owners[0]: sum',
    ]);
    // Thirds are given as they are.
    expect(faults(...['P', 'Q', 'R'].map((name) => owner(`person ${name} 33.333333`)))).toEqual([]);
  });

  it('are reported once for a company', () => {
    expect(
      faults(
        owner('company A 50', { registrationNumber: '7' }),
        owner('company A 50', { ownerId: 'again', registrationNumber: '7' }),
        owner('person P 10 of A'),
        owner('person Q 10 of again'),
      ),
    ).toEqual(['owners[1]: ownersAgain']);
    // Without owners of its own the company may be in as many places as it holds shares.
    expect(
      faults(owner('company A 50'), owner('company A 50', { ownerId: 'again' }), owner('person P 10 of A')),
    ).toEqual([]);
  });

  it('are refused where two companies have one registration number, with the name of the other', () => {
    const numbered = (text: string, name: string, country: string | null = 'DE') =>
      owner(text, { name, registrationNumber: 'HRB 1', countryOfIncorporation: country });
    const owners = [numbered('company A 50', 'Holding GmbH'), numbered('company B 50', 'Beteiligungs AG')];
    expect(checkOwners(owners, { maxDepth: 3 })).toEqual([
      { field: 'owners[1].registrationNumber', rule: 'sameNumber', params: { name: 'Holding GmbH' } },
    ]);
    const same = [numbered('company A 50', 'Holding GmbH'), numbered('company B 50', 'HOLDING GmbH')];
    expect(checkOwners(same, { maxDepth: 3 })).toEqual([]);
    const elsewhere = [owners[0]!, numbered('company B 50', 'Beteiligungs AG', 'AT')];
    expect(checkOwners(elsewhere, { maxDepth: 3 })).toEqual([]);
  });
});

describe('parties without a share', () => {
  const director = owner('person D 0', { roles: ['director'] });
  const controller = owner('person C 0', { control: 'other', votingPercent: 60 });

  it('are taken where they have a role or control, and stay in the structure', () => {
    expect(faults(owner('person P 100'), director, controller)).toEqual([]);
    expect(shares([owner('person P 100'), director])).toEqual(['P 100 *', 'D 0']);
    const { structure } = structureOfOwners([director, controller]);
    expect(structure.holdings).toMatchObject([{ shares: 0, votes: 60 }]);
    expect(structure.controls).toMatchObject([{ companyId: customerId, means: 'other' }]);
    expect(structure.officers).toMatchObject([{ companyId: customerId, role: 'director' }]);
  });

  it('are refused without either, and votes have the bounds of shares', () => {
    expect(faults(owner('person P 0'))).toEqual(['owners[0].percent: min']);
    expect(faults(owner('person P 10', { votingPercent: 101 }))).toEqual(['owners[0].votingPercent: max']);
    expect(faults(owner('person P 10', { votingPercent: -1 }))).toEqual(['owners[0].votingPercent: min']);
  });
});
