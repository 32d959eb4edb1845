import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assessOwnership } from './assess-ownership.ts';
import { effectiveOwnership } from './beneficial-owners.ts';
import { blockedOwnership } from './blocked.ts';
import { buildGraph } from './graph.ts';
import { graphAbove } from './graph-above.ts';
import { regimes, ruleOn } from './regimes.ts';
import type { Holding, OwnershipStructure, Share } from './structure.ts';

const day = '2026-01-01';

/** `P 30 A, A 100 root`: people are upper-case letters from P on, companies the others. */
function structure(text: string, more: Partial<OwnershipStructure> = {}): OwnershipStructure {
  const holdings = text.split(', ').map((each): Holding => {
    const [holderId, percent, companyId] = each.split(' ') as [string, string, string];
    return { holderId, companyId, shares: percent === '?' ? null : Number(percent) };
  });
  const ids = [...new Set(holdings.flatMap(({ holderId, companyId }) => [holderId, companyId]))];
  return {
    parties: ids.map((id) => ({ id, kind: /^[P-Z]/.test(id) ? 'person' : 'company' })),
    holdings,
    ...more,
  };
}

function ask(
  given: OwnershipStructure,
  listed: readonly string[] = [],
  certainty: 'listed' | 'possible' = 'listed',
) {
  const designations = listed.flatMap((partyId) => regimes.map((regime) => ({ partyId, regime, certainty })));
  return assessOwnership({ structure: given, companyId: 'root', designations, day });
}

function statuses(given: OwnershipStructure, listed: readonly string[] = [], certainty?: 'possible') {
  return ask(given, listed, certainty).blocked.map(({ regime, status }) => `${regime} ${status}`);
}

function held(given: OwnershipStructure) {
  return ask(given).shares.map(({ partyId, percent }) => `${partyId} ${percent.atLeast}`);
}

describe('effective shares', () => {
  it('go round in cycles until people have them all', () => {
    // Of its own half the company at the root holds everything: the other half is the whole.
    const own = structure('P 50 root, A 50 root, root 100 A');
    expect(held(own)).toContain('P 100');
    expect(ask(own).findings).toEqual([{ kind: 'cycle', companyIds: ['root', 'A'] }]);
    const pair = structure('A 100 root, P 60 A, B 40 A, Q 50 B, A 50 B');
    expect(
      ask(pair)
        .shares.filter(({ kind }) => kind === 'person')
        .map(({ percent }) => percent.atLeast),
    ).toEqual([75, 25]);
  });

  it('of a large cycle are within the bound that is reported', () => {
    const parts = ['C0 100 root'];
    for (let at = 0; at < 100; at++) {
      parts.push(`C${(at + 1) % 100} 99 C${at}`, `P${at} 1 C${at}`);
    }
    const { shares, unknownPercent } = ask(structure(parts.join(', ')));
    const sum = shares
      .filter(({ kind }) => kind === 'person')
      .reduce((all, { percent }) => all + percent.atLeast, 0);
    expect(sum).toBeGreaterThan(99.999);
    expect(sum).toBeLessThanOrEqual(100.0001);
    expect(unknownPercent).toBeLessThan(1e-6);
  });

  it('come with the largest path that leads to each', () => {
    const { shares } = ask(structure('A 60 root, B 40 root, P 100 B, P 50 A, Q 50 A'));
    expect(shares.find(({ partyId }) => partyId === 'P')).toMatchObject({
      percent: { atLeast: 70 },
      paths: 2,
      path: ['P', 'B', 'root'],
    });
  });

  it('are intervals where shares are not known', () => {
    const { shares, unknownPercent } = ask(structure('P 20 root, Q ? root, R 50 root'));
    expect(unknownPercent).toBe(30);
    expect(shares.map(({ partyId, percent }) => [partyId, percent.atLeast, percent.atMost])).toEqual([
      ['R', 50, 80],
      ['P', 20, 50],
      ['Q', 0, 30],
    ]);
  });

  it('of a company are at most what does not lead to unknown owners of its own', () => {
    const most = (text: string) =>
      Object.fromEntries(
        ask(structure(text)).shares.map(({ partyId, percent }) => [partyId, percent.atMost]),
      );
    // 13 % of the root is not stated, and 20 % of H: 12 % of the root, which H passes on.
    expect(most('H 60 root, Q 27 root, P 80 H')).toEqual({ H: 73, Q: 52, P: 73 });
    expect(most('H 60 root, P 40 root, I 100 H, Q 50 I')).toEqual({ H: 60, I: 60, P: 70, Q: 60 });
    // In a cycle, a company may hold what is unknown above it.
    expect(most('H 60 root, Q 40 root, I 50 H, H 50 I')).toMatchObject({ H: 100 });
  });
});

describe('beneficial owners', () => {
  const owners = (given: OwnershipStructure) =>
    ask(given).beneficialOwners.map(
      ({ partyId, basis, isCertain }) => `${partyId} ${basis}${isCertain ? '' : '?'}`,
    );

  it('hold a quarter, or control by other means, also through companies', () => {
    expect(owners(structure('P 25 root, Q 24.9 root, R 50.1 root'))).toEqual(['R ownership', 'P ownership']);
    const control = { controls: [{ holderId: 'W', companyId: 'A', means: 'agreement' as const }] };
    const withW = (text: string): OwnershipStructure => {
      const given = structure(text, control);
      return { ...given, parties: [...given.parties, { id: 'W', kind: 'person' }] };
    };
    expect(owners(withW('A 60 root, P 20 root, Q 20 root, S 10 A, T 90 A'))).toEqual([
      'T ownership',
      'W control',
    ]);
    expect(owners(withW('A 60 root, B 40 root'))).toEqual(['W control']);
    // Less than half of the company does not come with control of the other.
    expect(owners(withW('A 40 root, P 60 root, S 100 A'))).toEqual(['P ownership', 'S ownership']);
  });

  it('have votes from the threshold on, with the path of the votes', () => {
    const holdings: Holding[] = [
      { holderId: 'P', companyId: 'root', shares: 10, votes: 24.9 },
      { holderId: 'Q', companyId: 'root', shares: 10, votes: 25 },
      { holderId: 'A', companyId: 'root', shares: 20, votes: 50 },
      { holderId: 'R', companyId: 'A', shares: 40, votes: 50 },
      { holderId: 'S', companyId: 'A', shares: 60, votes: 50 },
      { holderId: 'T', companyId: 'root', shares: 60, votes: 0.1 },
    ];
    const given = {
      parties: structure('P 1 root, Q 1 root, A 1 root, R 1 A, S 1 A, T 1 root').parties,
      holdings,
    };
    expect(owners(given)).toEqual(['T ownership', 'S voting-rights', 'Q voting-rights', 'R voting-rights']);
    const { beneficialOwners: found } = ask(given);
    expect(found.find(({ partyId }) => partyId === 'R')).toMatchObject({
      percent: { atLeast: 8 },
      votes: { percent: { atLeast: 25, atMost: 25 }, path: ['R', 'A', 'root'] },
    });
    // Without votes of their own, shares are the votes.
    expect(ask(structure('P 25 root')).beneficialOwners[0]).not.toHaveProperty('votes');
  });

  it('are possible by unknown votes, and where shares count in one company and votes in another', () => {
    const parties = structure('P 1 A, A 1 root, Q 1 root, R 1 A').parties;
    const unknownVotes: Holding[] = [
      { holderId: 'P', companyId: 'root', shares: 10, votes: null },
      { holderId: 'Q', companyId: 'root', shares: 90, votes: 60 },
    ];
    expect(owners({ parties, holdings: unknownVotes })).toEqual(['Q ownership', 'P voting-rights?']);
    const mixed: Holding[] = [
      { holderId: 'A', companyId: 'root', shares: 60, votes: 0 },
      { holderId: 'Q', companyId: 'root', shares: 40, votes: 100 },
      { holderId: 'P', companyId: 'A', shares: 0, votes: 45 },
      { holderId: 'R', companyId: 'A', shares: 100, votes: 55 },
    ];
    expect(owners({ parties, holdings: mixed })).toEqual(['R ownership', 'Q ownership', 'P ownership?']);
  });

  it('may be one person of several parties of one name', () => {
    const two = { possiblySame: [['P', 'Q']] };
    expect(owners(structure('P 15 root, Q 10 root, R 75 root', two))).toEqual([
      'R ownership',
      'P ownership?',
      'Q ownership?',
    ]);
    expect(owners(structure('P 15 root, Q 9 root, R 76 root', two))).toEqual(['R ownership']);
  });

  it('are the senior managing officials where nobody else is certain', () => {
    const officers = [{ partyId: 'S', companyId: 'root', role: 'senior-managing-official' as const }];
    const small = structure('P 20 root, Q 20 root, R 20 root, T 20 root, U 20 root', { officers });
    expect(owners(small)).toEqual(['S senior-managing-official']);
    expect(owners(structure('P 20 root', { officers }))).toEqual([
      'P ownership?',
      'S senior-managing-official',
    ]);
    expect(owners(structure('P 100 root', { officers }))).toEqual(['P ownership']);
  });
});

describe('what is not known', () => {
  it('is never clear where it could change the answer', () => {
    expect(statuses(structure('P 100 root'))).toEqual(['OFAC clear', 'EU clear', 'UK clear']);
    expect(statuses(structure('P 40 root'))).toEqual(['OFAC possibly', 'EU possibly', 'UK possibly']);
    // Exactly half may be a listed person's.
    expect(statuses(structure('P 50 root'))).toEqual(['OFAC possibly', 'EU possibly', 'UK clear']);
    // Nobody stated who owns the company that has most of it.
    expect(statuses(structure('A 60 root, P 40 root'))).toEqual([
      'OFAC possibly',
      'EU possibly',
      'UK possibly',
    ]);
    expect(statuses(structure('P 30 root, Q 70 root'), ['P'])).toEqual([
      'OFAC clear',
      'EU clear',
      'UK clear',
    ]);
    expect(statuses(structure('P 30 root, Q 45 root'), ['P'])).toEqual([
      'OFAC possibly',
      'EU possibly',
      'UK possibly',
    ]);
    expect(statuses(structure('P ? root, Q 50 root'), ['P'])).toEqual([
      'OFAC possibly',
      'EU possibly',
      'UK clear',
    ]);
  });

  it('is a hit that nobody has decided, and a link', () => {
    expect(statuses(structure('P 60 root, Q 40 root'), ['P'], 'possible')).toEqual([
      'OFAC possibly',
      'EU possibly',
      'UK possibly',
    ]);
    const linked = structure('Q 100 root', { links: [{ partyId: 'P', companyId: 'root' }] });
    const parties = [...linked.parties, { id: 'P', kind: 'person' as const }];
    expect(statuses({ ...linked, parties }, ['P'])).toEqual(['OFAC possibly', 'EU possibly', 'UK possibly']);
    expect(statuses({ ...linked, parties })).toEqual(['OFAC clear', 'EU clear', 'UK clear']);
  });

  it('is what shares through companies count under the UK that a listed person does not own', () => {
    // 40 % directly and 27 % by multiplication, in the hands of one person.
    const chain = structure('P 40 root, A 60 root, P 45 A, Q 55 A');
    expect(statuses(chain, ['P'])).toEqual(['OFAC clear', 'EU possibly', 'UK possibly']);
    // Two people reach as much together; the UK adds them only where they act together.
    const two = structure('P 40 root, A 60 root, R 45 A, Q 55 A');
    expect(statuses(two, ['P', 'R'])).toEqual(['OFAC clear', 'EU possibly', 'UK clear']);
    const together = { ...two, jointArrangements: [{ companyId: 'A', holderIds: ['R', 'Q'] }] };
    expect(statuses(together, ['P', 'R'])).toEqual(['OFAC clear', 'EU possibly', 'UK blocked']);
    const elsewhere = structure('P 40 root, A 60 root, R 40 A, S 5 A, Q 55 A', {
      jointArrangements: [{ companyId: 'A', holderIds: ['R', 'S'] }],
    });
    expect(statuses(elsewhere, ['P', 'R'])).toEqual(['OFAC clear', 'EU possibly', 'UK possibly']);
  });

  it('is whether two parties of one name are one', () => {
    const two = { possiblySame: [['P', 'Q']] };
    const split = structure('P 30 root, Q 30 root, R 40 root', two);
    // Only P is listed; if Q is P, the listed person has more than half.
    expect(statuses(split, ['P'])).toEqual(['OFAC possibly', 'EU possibly', 'UK possibly']);
    expect(statuses(split, ['P', 'Q'])).toEqual(['OFAC blocked', 'EU blocked', 'UK possibly']);
    expect(statuses(split, ['R'])).toEqual(['OFAC clear', 'EU clear', 'UK clear']);
    const small = structure('P 20 root, Q 20 root, R 60 root', two);
    expect(statuses(small, ['P'])).toEqual(['OFAC clear', 'EU clear', 'UK clear']);
    const through = structure('P 30 root, A 70 root, Q 30 A, R 70 A', two);
    expect(statuses(through, ['P'])).toEqual(['OFAC clear', 'EU possibly', 'UK possibly']);
  });

  it('is said where a regime has no rule for the day', () => {
    const { blocked, withoutRule } = assessOwnership({
      structure: structure('P 100 root'),
      companyId: 'root',
      designations: [],
      day: '2015-01-01',
    });
    expect([blocked.map(({ regime }) => regime), withoutRule]).toEqual([['OFAC'], ['EU', 'UK']]);
  });
});

describe('the part of a graph above a company', () => {
  const others = Array.from({ length: 20 }, (_, at) => ({ id: `other ${at}`, kind: 'company' as const }));
  it('answers as the whole graph does', () => {
    const below = structure('root 60 Z1, root 10 Z2, P 90 Z2, Z2 30 Z3');
    const above = structure('A 60 root, B 40 root, P 50 A, Q 50 A, P 30 B, R 70 B', {
      controls: [{ holderId: 'S', companyId: 'B', means: 'other' }],
      jointArrangements: [{ companyId: 'A', holderIds: ['P', 'Q'] }],
    });
    const kinds = new Map([...below.parties, ...above.parties].map((party) => [party.id, party.kind]));
    const whole = {
      ...above,
      parties: [...kinds].map(([id, kind]) => ({
        id,
        kind: id.startsWith('Z') ? ('company' as const) : kind,
      })),
      holdings: [...below.holdings, ...above.holdings],
    };
    const { graph } = buildGraph({
      ...whole,
      parties: [...whole.parties, { id: 'S', kind: 'person' }, ...others],
    });
    const part = graphAbove(graph, 'root');
    expect([...part.ids].toSorted()).toEqual(['A', 'B', 'P', 'Q', 'R', 'S', 'root']);
    expect(effectiveOwnership(part, 'root')).toEqual(effectiveOwnership(graph, 'root'));
    for (const regime of regimes) {
      for (const partyId of ['P', 'R', 'S']) {
        const question = {
          companyId: 'root',
          rule: ruleOn(regime, day)!,
          designations: [{ partyId, regime, certainty: 'listed' as const }],
        };
        expect(blockedOwnership(part, question)).toEqual(blockedOwnership(graph, question));
      }
    }
  });
});

describe('bad input', () => {
  const findings = (given: OwnershipStructure) => ask(given).findings.map(({ kind }) => kind);

  it('is a finding each', () => {
    expect(ask(structure('P 70 root, Q 60 root')).findings).toEqual([
      { kind: 'sum-above-100', companyId: 'root', sum: 130 },
    ]);
    expect(findings(structure('A 50 root, B 100 A, A 50 B, P 50 root'))).toEqual(['cycle']);
    expect(findings(structure('A 50 root, B 100 A, A 100 B, P 50 root'))).toEqual(['cycle', 'closed-cycle']);
    expect(findings(structure('P 20 root, P 30 root'))).toEqual(['repeated-holder']);
    expect(findings(structure('P 100 A'))).toEqual(['no-root']);
    expect(findings({ parties: [], holdings: [] })).toEqual(['no-root']);
    expect(findings(structure('P 100 root, Q 10 P'))).toEqual(['owned-person']);
    expect(findings(structure('P -5 root, Q 101 root, R NaN root'))).toEqual([
      'bad-share',
      'bad-share',
      'bad-share',
    ]);
    const twice = structure('P 100 root');
    expect(findings({ ...twice, parties: [...twice.parties, twice.parties[0]!] })).toEqual([
      'repeated-party',
    ]);
    expect(findings({ ...twice, parties: twice.parties.slice(1) })).toEqual(['unknown-party']);
  });

  it('leaves answers on the side of caution', () => {
    expect(statuses(structure('P 100 A'))).toEqual(['OFAC possibly', 'EU possibly', 'UK possibly']);
    expect(statuses(structure('A 60 root, B 100 A, A 100 B, P 40 root'))).toEqual([
      'OFAC possibly',
      'EU possibly',
      'UK possibly',
    ]);
    // The company has most of itself: who holds the rest may have it all.
    expect(statuses(structure('P 45 root, Q 4 root, A 51 root, root 100 A'), ['P'])).toEqual([
      'OFAC possibly',
      'EU possibly',
      'UK possibly',
    ]);
    expect(statuses(structure('P 70 root, Q 60 root'), ['Q'])).toEqual([
      'OFAC blocked',
      'EU blocked',
      'UK blocked',
    ]);
    expect(statuses(structure('P NaN root, Q 10 root'), ['P'])).toEqual([
      'OFAC possibly',
      'EU possibly',
      'UK possibly',
    ]);
  });

  it('counts no share of a listed company once more as unknown for want of its owners', () => {
    // 1 % and the 49 % that nobody is known to hold are not more than 50 %.
    const half = ['OFAC possibly', 'EU possibly', 'UK clear'];
    expect(statuses(structure('A 1 root, Q 50 root'), ['A'])).toEqual(half);
    expect(statuses(structure('A ? root, Q 50 root'), ['A'])).toEqual(half);
    expect(statuses(structure('A 1 root, Q 50 root, root 0 A'), ['A'])).toEqual(half);
    expect(statuses(structure('A 1 root, Q 49 root'), ['A'])).toEqual([
      'OFAC possibly',
      'EU possibly',
      'UK possibly',
    ]);
    // A person who owns a listed company counts with all of it, the company not.
    expect(statuses(structure('A 30 root, B 40 root, Q 30 root, P 100 A, P 100 B'), ['A', 'P'])).toEqual([
      'OFAC blocked',
      'EU blocked',
      'UK blocked',
    ]);
  });
});

const ids = ['root', 'A', 'B', 'C', 'D', 'P', 'Q', 'R', 'S'] as const;
const isPerson = (id: string) => id >= 'P' && id <= 'S';
const anyShare: fc.Arbitrary<Share> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant({ atLeast: 10, atMost: 40 }) },
);
const anyStructure = fc
  .array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom('root', 'A', 'B', 'C', 'D'), anyShare), {
    maxLength: 14,
  })
  .map(
    (edges): OwnershipStructure => ({
      parties: ids.map((id) => ({ id, kind: isPerson(id) ? 'person' : 'company' })),
      holdings: edges.map(([holderId, companyId, shares]) => ({ holderId, companyId, shares })),
    }),
  );
const anyListed = fc.subarray([...ids]);
const order = { clear: 0, possibly: 1, blocked: 2 };

describe('for any structure', () => {
  it('shares of people and what is unknown are not more than the whole, unless stated shares are', () => {
    fc.assert(
      fc.property(anyStructure, (given) => {
        const { shares, unknownPercent, findings } = ask(given);
        fc.pre(!findings.some(({ kind }) => kind === 'sum-above-100'));
        const people = shares.filter(({ kind }) => kind === 'person');
        const sum = people.reduce((all, { percent }) => all + percent.atLeast, unknownPercent);
        expect(sum).toBeLessThan(100.001);
        expect(sum).toBeGreaterThan(99.999);
        for (const { percent } of people) expect(percent.atLeast).toBeLessThanOrEqual(percent.atMost);
      }),
    );
  });

  it('another listed party never makes an answer clearer', () => {
    fc.assert(
      fc.property(anyStructure, anyListed, fc.constantFrom(...ids), (given, listed, more) => {
        const before = ask(given, listed).blocked;
        const after = ask(given, [...listed, more]).blocked;
        before.forEach(({ status }, index) => {
          expect(order[after[index]!.status]).toBeGreaterThanOrEqual(order[status]);
        });
      }),
    );
  });

  it('a share that becomes unknown never makes an answer clear', () => {
    fc.assert(
      fc.property(anyStructure, anyListed, fc.nat(), (given, listed, at) => {
        fc.pre(given.holdings.length > 0);
        fc.pre(!ask(given).findings.some(({ kind }) => kind === 'sum-above-100'));
        const index = at % given.holdings.length;
        const vague = {
          ...given,
          holdings: given.holdings.with(index, { ...given.holdings[index]!, shares: null }),
        };
        const after = ask(vague, listed).blocked;
        ask(given, listed).blocked.forEach(({ status }, regime) => {
          if (status !== 'clear') expect(after[regime]!.status).not.toBe('clear');
        });
      }),
    );
  });

  it('names and order of statements change nothing', () => {
    fc.assert(
      fc.property(anyStructure, anyListed, (given, listed) => {
        const other = (id: string) => (id === 'root' ? id : `other ${id}`);
        const renamed: OwnershipStructure = {
          parties: given.parties.map(({ id, kind }) => ({ id: other(id), kind })).toReversed(),
          holdings: given.holdings
            .map((each) => ({ ...each, holderId: other(each.holderId), companyId: other(each.companyId) }))
            .toReversed(),
        };
        const answers = [ask(given, listed), ask(renamed, listed.map(other))];
        const [first, second] = answers.map(({ blocked, unknownPercent, beneficialOwners }) => ({
          statuses: blocked.map(({ status, percent }) => [status, percent]),
          unknownPercent,
          owners: beneficialOwners.map(({ partyId }) => partyId.replace('other ', '')).toSorted(),
        }));
        expect(second!.statuses).toEqual(first!.statuses);
        expect(second!.owners).toEqual(first!.owners);
        expect(second!.unknownPercent).toBeCloseTo(first!.unknownPercent, 5);
      }),
    );
  });
});
