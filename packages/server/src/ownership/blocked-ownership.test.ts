import type { WorkflowNodeOf } from '@gatehouse/contract';
import { expect, test } from 'vitest';
import type { NodeContext } from '../interpreter/index.ts';
import type { ScreenedHit, ScreenedParties } from '../screening/index.ts';
import { blockedOwnershipNode } from './blocked-ownership.node.ts';
import { ownershipNode } from './ownership.node.ts';

const allLists = ['us-ofac-sdn', 'eu-fsf', 'uk-sl'];

function context(data: Record<string, unknown>, values: Record<string, unknown> = {}): NodeContext {
  return { execution: { data }, values, now: new Date('2026-10-08T09:00:00Z') } as unknown as NodeContext;
}

async function ownership(parties: readonly object[]): Promise<Record<string, unknown>> {
  const node = { id: 'owners', type: 'ownership', field: 'ownership' } as const;
  const result = await ownershipNode(context({ ownership: { parties } }), node);
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result.output as Record<string, unknown>;
}

async function blocked(
  owners: Record<string, unknown>,
  screened: readonly Partial<ScreenedParties>[],
  config: Partial<WorkflowNodeOf<'blocked-ownership'>> = {},
): Promise<Record<string, unknown>> {
  const outputs = screened.map((one, index) => [
    `screen${index}`,
    { screened: { lists: allLists, parties: [], hits: [], ...one } },
  ]);
  const result = await blockedOwnershipNode(context({}, { owners, ...Object.fromEntries(outputs) }), {
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
  expect(missing['reasons']).toContain('OFAC: possibly: parties of the structure were not screened');
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
      'OFAC: a listed party controls the customer by other means: Chair',
      'EU: blocked: Chair controls the customer',
      'UK: blocked: Chair controls the customer',
    ],
  });
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
