import type { WorkflowNodeOf } from '@gatehouse/contract';
import { describe, expect, test } from 'vitest';
import type { NodeContext } from '../interpreter/index.ts';
import type { RelatedEntry, ScreenedHit, ScreenedParties } from '../screening/index.ts';
import { blockedOwnershipNode } from './blocked-ownership.node.ts';
import { shareText } from './holding-shares.ts';
import { ownershipNode } from './ownership.node.ts';

const allLists = ['us-ofac-sdn', 'eu-fsf', 'uk-sl'];

function context(data: Record<string, unknown>, values: Record<string, unknown> = {}): NodeContext {
  const execution = { data, scope: {}, customer: {} };
  return { execution, values, now: new Date('2026-10-08T09:00:00Z') } as unknown as NodeContext;
}

async function ownership(parties: readonly object[]): Promise<Record<string, unknown>> {
  const node = { id: 'owners', type: 'ownership', field: 'ownership' } as const;
  const transaction = async (_scope: unknown, read: (tx: unknown) => unknown) =>
    read({ sql: async () => [] });
  const personalKeys = { ofDomain: async () => ({}) };
  const result = await ownershipNode({ database: { transaction }, personalKeys } as never)(
    context({ ownership: { parties } }),
    node,
  );
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result.output as Record<string, unknown>;
}

interface BlockedConfig extends Partial<WorkflowNodeOf<'blocked-ownership'>> {
  /** What lists say of the hits' entries. */
  readonly related?: readonly RelatedEntry[];
  readonly isCut?: boolean;
}

async function blocked(
  owners: Record<string, unknown>,
  screened: readonly Partial<ScreenedParties>[],
  { related = [], isCut = false, ...config }: BlockedConfig = {},
): Promise<Record<string, unknown>> {
  const listVersions = { 'us-ofac-sdn': 'v1' };
  const node = blockedOwnershipNode({
    relatedEntries: async () => ({ entries: related, identified: [], isCut, listVersions }),
  });
  const outputs = screened.map((one, index) => [
    `screen${index}`,
    { screened: { lists: allLists, parties: [], hits: [], ...one } },
  ]);
  const result = await node(context({}, { owners, ...Object.fromEntries(outputs) }), {
    id: 'sanctions',
    type: 'blocked-ownership',
    structure: 'owners.structure',
    screenings: screened.map((_, index) => `screen${index}.screened`),
    ...config,
  });
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result.output as Record<string, unknown>;
}

function hit(reference: string | null, source: string, more: Partial<ScreenedHit> = {}): ScreenedHit {
  return {
    reference,
    source,
    entityId: `${source}:1`,
    category: 'sanctions',
    score: 0.97,
    isTrueMatch: true,
    ...more,
  };
}

const person = (partyId: string, percent: number, more: object = {}) => ({
  partyId,
  customerType: 'individual',
  name: `Person ${partyId}`,
  holdings: [{ percent }],
  ...more,
});
const halves = () => ownership([person('a', 50), person('b', 50)]);
const both = { parties: ['a', 'b'] };

test('a true match on half of the shares blocks under OFAC and the EU, and not under the UK', async () => {
  const answer = await blocked(await halves(), [
    { ...both, hits: allLists.map((source) => hit('a', source)) },
  ]);
  expect(answer).toMatchObject({
    ofac: 'blocked',
    eu: 'blocked',
    uk: 'clear',
    status: 'blocked',
    blocked: true,
  });
  expect(answer['reasons']).toEqual([
    'OFAC: blocked: Person a holds 50 % of the customer',
    'EU: blocked: Person a holds 50 % of the customer',
  ]);
});

test('a hit that nobody decided on leaves "possibly", until a score is set that counts', async () => {
  const undecided = [{ ...both, hits: [hit('a', 'us-ofac-sdn', { isTrueMatch: false })] }];
  expect(await blocked(await halves(), undecided)).toMatchObject({
    ofac: 'possibly',
    eu: 'clear',
    blocked: false,
  });
  expect(await blocked(await halves(), undecided, { listedFromScore: 0.95 })).toMatchObject({
    ofac: 'blocked',
  });
  expect(await blocked(await halves(), undecided, { listedFromScore: 0.98 })).toMatchObject({
    ofac: 'possibly',
  });
});

test('a hit of a list that is no regime’s own is possible under each, and other categories under none', async () => {
  const un = [{ ...both, hits: [hit('a', 'un-sc')] }];
  expect(await blocked(await halves(), un)).toMatchObject({ ofac: 'possibly', eu: 'possibly' });
  const pep = [{ ...both, hits: [hit('a', 'us-ofac-sdn', { category: 'pep' })] }];
  expect(await blocked(await halves(), pep)).toMatchObject({ status: 'clear', clear: true });
});

test('a listed customer is blocked itself', async () => {
  const answer = await blocked(await halves(), [{ ...both, hits: [hit(null, 'uk-sl')] }], {
    regimes: ['UK'],
  });
  expect(answer).toMatchObject({
    ofac: '',
    uk: 'blocked',
    reasons: ['UK: blocked: the customer itself is listed'],
  });
});

test('parties that were not screened against a regime’s list never count as clear', async () => {
  const owners = await halves();
  const missing = await blocked(owners, [{ parties: ['a'] }]);
  expect(missing).toMatchObject({ ofac: 'possibly', eu: 'possibly', unscreened: ['Person b'] });
  expect(missing['reasons']).toContain(
    'OFAC: possibly: parties of the structure were not screened, or not all of their hits were kept',
  );
  const elsewhere = await blocked(owners, [
    { parties: ['a'] },
    { parties: ['b'], lists: ['us-ofac-sdn', 'watchlist'] },
  ]);
  expect(elsewhere).toMatchObject({ ofac: 'clear', eu: 'possibly', uk: 'clear', unscreened: [] });
});

test('a regime whose list was not searched is "possibly", unless another source covers it', async () => {
  const lists = ['opensanctions', 'watchlist'];
  const answer = await blocked(await halves(), [{ ...both, lists }], {
    alsoCoveredBy: { OFAC: ['opensanctions'] },
  });
  expect(answer).toMatchObject({ ofac: 'clear', eu: 'possibly', uk: 'possibly' });
  expect(answer['reasons']).toEqual([
    'EU: possibly: no list of this regime was searched',
    'UK: possibly: no list of this regime was searched',
  ]);
});

test('a hit hides no gap: each regime says that its list was not searched, and why a party counts', async () => {
  const owners = await ownership([person('a', 30), person('b', 45)]);
  const lists = ['sample', 'watchlist'];
  const answer = await blocked(owners, [
    { ...both, lists, hits: [hit('a', 'sample', { isTrueMatch: false })] },
  ]);
  expect(answer).toMatchObject({
    status: 'possibly',
    answers: ['OFAC', 'EU', 'UK'].map((regime) => ({ regime, gaps: ['list-not-searched'] })),
  });
  expect(answer['reasons']).toEqual(
    expect.arrayContaining([
      'OFAC: possibly: Person a (hit on sample, unresolved): 30 % of the customer stated, up to 55 %',
      'OFAC: possibly: no list of this regime was searched',
      'EU: possibly: no list of this regime was searched',
      'UK: possibly: no list of this regime was searched',
    ]),
  );
});

test('what was not screened is no reason of a block, and is stated beside it', async () => {
  const hits = [hit('a', 'us-ofac-sdn')];
  const answer = await blocked(await halves(), [{ parties: ['a'], hits }], { regimes: ['OFAC'] });
  expect(answer).toMatchObject({ ofac: 'blocked', answers: [{ gaps: ['parties-not-screened'] }] });
  expect(answer['reasons']).toEqual([
    'OFAC: blocked: Person a holds 50 % of the customer',
    'OFAC: parties of the structure were not screened, or not all of their hits were kept',
  ]);
});

test('a small share that nobody screened changes nothing', async () => {
  const owners = await ownership([person('a', 90), person('b', 10)]);
  expect(await blocked(owners, [{ parties: ['a'] }])).toMatchObject({
    status: 'clear',
    unscreened: ['Person b'],
  });
});

test('undisclosed shares and a missing structure leave "possibly"', async () => {
  const owners = await ownership([person('a', 40)]);
  const answer = await blocked(owners, [{ parties: ['a'] }]);
  expect(answer).toMatchObject({ ofac: 'possibly', uk: 'possibly' });
  expect(await blocked({}, [both])).toMatchObject({
    status: 'possibly',
    reasons: ['OFAC', 'EU', 'UK'].map((regime) => `${regime}: possibly: the ownership is not known`),
  });
});

test('control by other means blocks under the EU and the UK, and is a caution under OFAC', async () => {
  const owners = await ownership([
    person('a', 100),
    { partyId: 'c', customerType: 'individual', name: 'Chair', control: [{ means: 'agreement' }] },
  ]);
  const hits = allLists.map((source) => hit('c', source));
  expect(await blocked(owners, [{ parties: ['a', 'c'], hits }])).toMatchObject({
    ofac: 'clear',
    eu: 'blocked',
    uk: 'blocked',
    reasons: [
      'OFAC: a party that is or may be listed controls the customer by other means: Chair (true match on us-ofac-sdn)',
      'EU: blocked: Chair controls the customer',
      'UK: blocked: Chair controls the customer',
    ],
  });
});

test('shares are to a hundredth, and say where a bound is excluded', () => {
  expect([50, 50.0001, 30.00006, 33.333333, 66.666667].map(shareText)).toEqual([
    '50 %',
    'more than 50 %',
    'more than 30 %',
    '33.33 %',
    '66.67 %',
  ]);
  // Nothing is rounded onto a threshold; the last is a sum of shares that are no binary fractions.
  expect([49.999041, 50.004, 49.9999999, 0.1 + 0.2 + 49.7].map(shareText)).toEqual([
    '49.999 %',
    '50.004 %',
    'less than 50 %',
    '50 %',
  ]);
});

test('ten layers and ten thousand owners are answered', async () => {
  const layers = Array.from({ length: 10 }, (_, layer) => ({
    partyId: `c${layer}`,
    customerType: 'corporate',
    name: `Company ${layer}`,
    holdings: [{ ...(layer > 0 && { companyId: `c${layer - 1}` }), percent: 100 }],
  }));
  const deep = await ownership([
    ...layers,
    person('a', 100, { holdings: [{ companyId: 'c9', percent: 60 }] }),
  ]);
  expect(deep).toMatchObject({ layers: 11, unknownPercent: 40 });
  expect(deep['beneficialOwners']).toMatchObject([
    { name: 'Person a', percent: 60, path: ['Person a', ...layers.map(({ name }) => name).reverse()] },
  ]);
  const parties = [...layers.map(({ partyId }) => partyId), 'a'];
  const listed = await blocked(deep, [{ parties, hits: [hit('a', 'us-ofac-sdn')] }]);
  expect(listed).toMatchObject({ ofac: 'blocked' });
  expect(listed['reasons']).toHaveLength(11 + 0);
  const many = await ownership(Array.from({ length: 10_000 }, (_, index) => person(`p${index}`, 0.01)));
  expect(many['parties']).toHaveLength(10_000);
  expect(await blocked(many, [{ parties: [] }])).toMatchObject({ status: 'possibly' });
});

/** An entry of a list; relations as `kind of id share`. */
function entry(entityId: string, more: Partial<RelatedEntry> = {}): RelatedEntry {
  const source = entityId.split(':')[0]!;
  return { entityId, source, name: entityId, isPerson: false, category: 'sanctions', relations: [], ...more };
}

/** A holding company that has the whole customer, and a person who has the whole of it. */
async function held(more: object = {}): Promise<Record<string, unknown>> {
  return ownership([
    { partyId: 'h', customerType: 'corporate', name: 'Holding', holdings: [{ percent: 100 }] },
    { ...person('a', 100), holdings: [{ companyId: 'h', percent: 100 }], ...more },
  ]);
}
const heldParties = ['h', 'a'];
const asPep = { category: 'pep' };

describe('relations of lists', () => {
  const owner = entry('us-ofac-sdn:9', { name: 'Listed Owner', isPerson: true });
  const ownedBy = (share: string | undefined, more: object = {}) => ({
    kind: 'owned-by' as const,
    entityIds: ['us-ofac-sdn:9'],
    ...(share !== undefined && { share }),
    ...more,
  });
  const holding = (...relations: RelatedEntry['relations']) =>
    entry('opensanctions:1', { name: 'Holding', category: 'pep', relations });
  const hits = [hit('h', 'opensanctions', asPep)];

  test('join a confirmed party: shares count, and each step names its source', async () => {
    const answer = await blocked(await held(), [{ parties: heldParties, hits }], {
      related: [holding(ownedBy('60')), owner],
    });
    expect(answer).toMatchObject({ ofac: 'blocked', eu: 'possibly', uk: 'possibly' });
    expect(answer['reasons']).toEqual(
      expect.arrayContaining(['OFAC: blocked: Listed Owner holds 60 % of Holding (opensanctions)']),
    );
    expect(answer['relations']).toEqual([
      {
        from: 'Listed Owner',
        to: 'Holding',
        kind: 'owns',
        role: null,
        share: '60',
        source: 'opensanctions',
        entityId: 'opensanctions:1',
        counts: 'share',
      },
    ]);
    expect((answer['answers'] as { steps: object[] }[])[0]?.steps).toMatchObject([
      { company: 'the customer', holders: ['Holding'], sources: ['stated'] },
      { company: 'Holding', holders: ['Listed Owner'], sources: ['opensanctions'] },
    ]);
  });

  test('of a hit that nobody decided, and links, make an answer possible at most', async () => {
    const undecided = [hit('h', 'opensanctions', { ...asPep, isTrueMatch: false })];
    const possibly = { ofac: 'possibly', relations: [{ counts: 'link' }] };
    expect(
      await blocked(await held(), [{ parties: heldParties, hits: undecided }], {
        related: [holding(ownedBy('100')), owner],
      }),
    ).toMatchObject(possibly);
    const linked = { kind: 'linked' as const, role: 'Linked To', entityIds: ['us-ofac-sdn:9'] };
    expect(
      await blocked(await held(), [{ parties: heldParties, hits }], { related: [holding(linked), owner] }),
    ).toMatchObject(possibly);
  });

  test('without a share, or with a small one, are counted as that', async () => {
    const answer = async (share: string | undefined, more: object = {}) =>
      blocked(await held(), [{ parties: heldParties, hits }], {
        related: [holding(ownedBy(share, more)), owner],
      });
    expect(await answer('10')).toMatchObject({ ofac: 'clear', relations: [{ counts: 'share' }] });
    expect(await answer('40-60')).toMatchObject({ ofac: 'possibly' });
    // The customer states that somebody else holds all of it: that does not settle what a list says.
    for (const unreadable of [undefined, 'much', '130']) {
      expect(await answer(unreadable)).toMatchObject({ ofac: 'possibly', relations: [{ counts: 'link' }] });
    }
    expect(await answer('100', { to: '2019' })).toMatchObject({
      ofac: 'clear',
      relations: [{ counts: 'ended' }],
    });
    expect(await answer('100', { to: '2026-10' })).toMatchObject({ ofac: 'blocked' });
  });

  test('whose other end is no single entry are listed, and leave the answer possible', async () => {
    const linked = (entityIds: readonly string[]) => ({
      kind: 'linked' as const,
      role: 'Linked To',
      name: 'NOBODY KNOWN',
      entityIds,
    });
    for (const candidates of [[], ['us-ofac-sdn:7', 'us-ofac-sdn:8']]) {
      expect(
        await blocked(await held(), [{ parties: heldParties, hits }], {
          related: [holding(linked(candidates))],
        }),
      ).toMatchObject({
        ofac: 'possibly',
        unscreened: ['NOBODY KNOWN'],
        unresolvedRelations: [
          { to: 'Holding', name: 'NOBODY KNOWN', source: 'opensanctions', candidates: candidates.length },
        ],
      });
    }
    expect(await blocked(await held(), [{ parties: heldParties, hits }], { isCut: true })).toMatchObject({
      ofac: 'possibly',
    });
  });

  test('that state another share than the customer are found, and the larger share counts', async () => {
    const stated = await ownership([
      { partyId: 'h', customerType: 'corporate', name: 'Holding', holdings: [{ percent: 100 }] },
      { ...person('a', 30), holdings: [{ companyId: 'h', percent: 30 }] },
      { ...person('b', 70), holdings: [{ companyId: 'h', percent: 70 }] },
    ]);
    const answer = async (share: string) =>
      blocked(
        stated,
        [
          {
            parties: ['h', 'a', 'b'],
            hits: [...hits, hit('a', 'us-ofac-sdn', { entityId: 'us-ofac-sdn:9' })],
          },
        ],
        {
          related: [holding(ownedBy(share)), owner],
        },
      );
    const larger = await answer('60');
    expect(larger).toMatchObject({ ofac: 'blocked' });
    expect(larger['findings']).toEqual([
      'opensanctions states 60 % of Holding for Person a, stated otherwise: 30 %; the larger share counts',
    ]);
    expect(await answer('10')).toMatchObject({ ofac: 'clear', findings: [expect.stringContaining('10 %')] });
    expect(await answer('30')).toMatchObject({ ofac: 'clear', findings: [] });
  });

  test('are compared with the sum of what is stated of one holder in one company', async () => {
    const twice = (first: number, second: number) =>
      ownership([
        { partyId: 'h', customerType: 'corporate', name: 'Holding', holdings: [{ percent: 100 }] },
        {
          ...person('a', first),
          holdings: [first, second].map((percent) => ({ companyId: 'h', percent })),
        },
      ]);
    const answer = async (first: number, second: number, share: string) =>
      blocked(
        await twice(first, second),
        [{ parties: ['h', 'a'], hits: [...hits, hit('a', 'us-ofac-sdn', { entityId: 'us-ofac-sdn:9' })] }],
        { related: [holding(ownedBy(share)), owner], regimes: ['OFAC'] },
      );
    expect((await answer(20, 25, '60'))['reasons']).toContain(
      'OFAC: blocked: Person a holds 60 % of Holding (opensanctions)',
    );
    expect((await answer(20, 25, '40'))['findings']).toEqual([
      'opensanctions states 40 % of Holding for Person a, stated otherwise: 45 %; the larger share counts',
    ]);
    expect((await answer(20, 25, '45'))['findings']).toEqual([]);
    expect(await answer(30, 25, '52')).toMatchObject({ ofac: 'blocked' });
  });

  test('between two parties of the structure join them, whichever of them states it', async () => {
    const two = await ownership([
      { partyId: 'h', customerType: 'corporate', name: 'Holding', holdings: [{ percent: 100 }] },
      { partyId: 'a', customerType: 'individual', name: 'Person a', roles: [{ role: 'director' }] },
    ]);
    const owns = { kind: 'owns' as const, share: '80', entityIds: ['opensanctions:1'] };
    const elsewhere = { kind: 'owns' as const, share: '80', entityIds: ['opensanctions:77'] };
    const both = [...hits, hit('a', 'us-ofac-sdn', { entityId: 'us-ofac-sdn:9' })];
    const answer = await blocked(two, [{ parties: heldParties, hits: both }], {
      related: [holding(), { ...owner, relations: [owns, elsewhere] }],
    });
    expect(answer).toMatchObject({ ofac: 'blocked', relations: [{ from: 'Person a', to: 'Holding' }] });
  });

  test('of one ownership at different times are shown each as it counts, and repetitions once', async () => {
    const former = ownedBy('60', { to: '2019' });
    const current = ownedBy('80', { from: '2019' });
    const owns = { ...current, kind: 'owns' as const, entityIds: ['opensanctions:1'] };
    for (const relations of [
      [former, current],
      [current, former],
    ]) {
      const answer = await blocked(await held(), [{ parties: heldParties, hits }], {
        related: [holding(...relations, current), { ...owner, source: 'opensanctions', relations: [owns] }],
      });
      expect(answer['relations']).toMatchObject(
        relations.map(({ share }) => ({ share, counts: share === '60' ? 'ended' : 'share' })),
      );
    }
  });

  test('are named as the source of a step only where it counts their figure, or their link', async () => {
    const stated = (percent: number) =>
      ownership([
        { partyId: 'h', customerType: 'corporate', name: 'Holding', holdings: [{ percent: 100 }] },
        { ...person('a', percent), holdings: [{ companyId: 'h', percent }] },
        { ...person('b', 100 - percent), holdings: [{ companyId: 'h', percent: 100 - percent }] },
      ]);
    const sourcesOf = async (percent: number, relation: RelatedEntry['relations'][number]) => {
      const answer = await blocked(
        await stated(percent),
        [
          {
            parties: ['h', 'a', 'b'],
            hits: [...hits, hit('a', 'us-ofac-sdn', { entityId: 'us-ofac-sdn:9' })],
          },
        ],
        { related: [holding(relation), owner], regimes: ['OFAC'] },
      );
      const [ofac] = answer['answers'] as { steps: { holders: string[]; sources: string[] }[] }[];
      const { holders = [], sources = [] } = ofac?.steps[1] ?? {};
      return { reason: (answer['reasons'] as string[])[1], source: sources[holders.indexOf('Person a')] };
    };
    const own = { reason: 'OFAC: blocked: Person a holds 80 % of Holding', source: 'stated' };
    for (const share of ['60', '80', undefined]) expect(await sourcesOf(80, ownedBy(share))).toEqual(own);
    const directs = { kind: 'directed-by' as const, entityIds: ['us-ofac-sdn:9'] };
    const linked = { ...directs, kind: 'linked' as const, role: 'Linked To' };
    for (const relation of [directs, linked]) expect(await sourcesOf(80, relation)).toEqual(own);
    expect(await sourcesOf(30, ownedBy('80'))).toEqual({
      reason: 'OFAC: blocked: Person a holds 80 % of Holding (opensanctions)',
      source: 'opensanctions',
    });
    expect(await sourcesOf(30, linked)).toEqual({
      reason: 'OFAC: possibly: Person a (true match on us-ofac-sdn) is linked to Holding (opensanctions)',
      source: 'opensanctions',
    });
  });

  test('of an entry that hits two parties count for each of them', async () => {
    const company = (partyId: string, percent: number) => ({
      ...person(partyId, percent),
      customerType: 'corporate',
    });
    const two = await ownership([
      company('h', 60),
      company('g', 40),
      { ...person('a', 100), holdings: ['h', 'g'].map((companyId) => ({ companyId, percent: 100 })) },
    ]);
    for (const references of [
      ['h', 'g'],
      ['g', 'h'],
    ]) {
      const entryHits = references.map((reference) => hit(reference, 'opensanctions', asPep));
      expect(
        await blocked(two, [{ parties: ['h', 'g', 'a'], hits: entryHits }], {
          related: [holding(ownedBy('60')), owner],
        }),
      ).toMatchObject({
        ofac: 'blocked',
        relations: references.map((partyId) => ({ to: `Person ${partyId}`, counts: 'share' })),
      });
    }
  });
});
