import { expect, test } from 'vitest';
import type { NodeContext } from '../interpreter/index.ts';
import { ownershipNode } from './ownership.node.ts';

async function run(ownership: unknown, config: object = {}, earlier: readonly object[] = []) {
  const context = {
    execution: { data: { ownership }, scope: {}, customer: {} },
    now: new Date('2026-10-08T09:00:00Z'),
  } as unknown as NodeContext;
  const node = { id: 'owners', type: 'ownership', field: 'ownership', ...config } as const;
  // What the store answers is tried by stories.
  const transaction = async (_scope: unknown, read: (tx: unknown) => unknown) =>
    read({ sql: async () => earlier });
  return ownershipNode({ transaction } as never)(context, node);
}

async function output(
  ownership: unknown,
  config: object = {},
  earlier: readonly object[] = [],
): Promise<Record<string, unknown>> {
  const result = await run(ownership, config, earlier);
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result.output as Record<string, unknown>;
}

const jane = { partyId: 'p-1', customerType: 'individual', name: 'Jane Roe', dateOfBirth: '1980-05-01' };
const holding = {
  partyId: 'c-1',
  customerType: 'corporate',
  name: 'Roe Holding',
  holdings: [{ percent: 60 }],
};

test('everybody stated is a party, with share, path and role, and each list holds its own', async () => {
  const answer = await output({
    parties: [
      holding,
      { ...jane, holdings: [{ companyId: 'c-1', percent: 50 }, { percent: 10 }] },
      { partyId: 'p-2', customerType: 'individual', name: 'Kim Poe', roles: [{ role: 'director' }] },
      { partyId: 'p-3', customerType: 'individual', name: 'Lee Doe', control: [{ means: 'agreement' }] },
    ],
  });
  const names = (list: string) => (answer[list] as { name: string }[]).map(({ name }) => name);
  expect(names('parties')).toEqual(['Roe Holding', 'Jane Roe', 'Kim Poe', 'Lee Doe']);
  expect(names('owners')).toEqual(['Roe Holding', 'Jane Roe']);
  expect(names('beneficialOwners')).toEqual(['Jane Roe', 'Lee Doe']);
  expect(names('directors')).toEqual(['Kim Poe']);
  expect(names('controllers')).toEqual(['Lee Doe']);
  expect(names('companies')).toEqual(['Roe Holding']);
  expect((answer['parties'] as object[])[1]).toMatchObject({
    partyId: 'p-1',
    customerType: 'individual',
    dateOfBirth: '1980-05-01',
    reference: 'p-1',
    role: 'beneficial-owner',
    percent: 40,
    percentAtMost: 100,
    path: ['Jane Roe', 'Roe Holding'],
    basis: 'ownership',
  });
  expect((answer['parties'] as object[])[2]).toMatchObject({
    role: 'director',
    percent: null,
    beneficialOwner: false,
  });
});

test('shares beyond the whole, a cycle and a person named twice are findings, and no answer is lost', async () => {
  const answer = await output({
    parties: [
      { ...holding, holdings: [{ percent: 70 }, { companyId: 'c-2', percent: 10 }] },
      {
        partyId: 'c-2',
        customerType: 'corporate',
        name: 'Ring',
        holdings: [{ companyId: 'c-1', percent: 20 }],
      },
      { ...jane, holdings: [{ percent: 30 }] },
      { ...jane, partyId: 'p-9', holdings: [{ percent: 30 }] },
    ],
  });
  expect(answer['findings']).toEqual([
    'stated more than once, counted as one party: p-9',
    'several holdings of Jane Roe in the customer are added',
    'owners of the customer hold 130 % together',
    expect.stringMatching(/^companies own each other: (Roe Holding, Ring|Ring, Roe Holding)$/),
  ]);
  expect(answer['beneficialOwners']).toMatchObject([{ name: 'Jane Roe', percent: 60 }]);
});

test('namesakes are not added without a full date of birth, and a finding says that they may be one', async () => {
  for (const dateOfBirth of [undefined, '1980', '1980-05-01']) {
    const answer = await output({
      parties: [
        { ...jane, dateOfBirth, holdings: [{ percent: 20 }] },
        { ...jane, dateOfBirth: '1980', partyId: 'p-9', holdings: [{ percent: 20 }] },
        { ...jane, name: 'Kim Poe', partyId: 'p-3', holdings: [{ percent: 60 }] },
      ],
    });
    expect(answer['findings']).toEqual([
      'parties of one name that may be one, counted as different: Jane Roe, Jane Roe',
    ]);
    expect(answer['beneficialOwners']).toMatchObject([{ name: 'Kim Poe' }]);
    expect(answer['possibleBeneficialOwners']).toMatchObject([{ name: 'Jane Roe' }, { name: 'Jane Roe' }]);
  }
});

test('votes from the threshold on make a beneficial owner, with their path', async () => {
  const answer = await output({
    parties: [
      { ...holding, holdings: [{ percent: 20, votingPercent: 60 }] },
      { ...jane, holdings: [{ companyId: 'c-1', percent: 50 }] },
      {
        partyId: 'p-2',
        customerType: 'individual',
        name: 'Kim',
        holdings: [{ percent: 80, votingPercent: 40 }],
      },
    ],
  });
  expect(answer['beneficialOwners']).toMatchObject([
    { name: 'Kim', basis: 'ownership' },
    {
      name: 'Jane Roe',
      basis: 'voting-rights',
      percent: 10,
      votingPercent: 30,
      path: ['Jane Roe', 'Roe Holding'],
    },
  ]);
});

test('ranges, unknown shares and voting rights are taken as stated', async () => {
  const answer = await output({
    parties: [
      { ...jane, holdings: [{ percentFrom: 25, percentTo: 50 }] },
      {
        partyId: 'p-2',
        customerType: 'individual',
        name: 'Kim',
        holdings: [{ percent: 10, votingPercent: 60 }],
      },
    ],
  });
  expect(answer['parties']).toMatchObject([
    { name: 'Jane Roe', percent: 25, role: 'beneficial-owner' },
    { name: 'Kim', percent: 10, basis: 'voting-rights', votingPercent: 60 },
  ]);
  expect(answer['unknownPercent']).toBe(65);
});

test('nothing stated is everything unknown; the threshold may be "more than"', async () => {
  expect(await output(undefined)).toMatchObject({ parties: [], unknownPercent: 100, layers: 0 });
  const quarter = {
    parties: [
      { ...jane, holdings: [{ percent: 25 }] },
      { ...holding, holdings: [{ percent: 75 }] },
    ],
  };
  expect((await output(quarter))['beneficialOwners']).toHaveLength(1);
  const above = await output(quarter, { beneficialOwnerAbovePercent: 25 });
  expect(above['beneficialOwners']).toEqual([]);
  expect(await run({ parties: 3 })).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('data.ownership'),
  });
});

test('a submit that states no ownership is compared with none', async () => {
  const first = await output({ parties: [{ ...jane, holdings: [{ percent: 60 }] }] });
  const earlier = [{ executionId: 'e-1', at: new Date('2026-09-01T08:00:00Z'), stored: first['structure'] }];
  for (const absent of [undefined, null]) {
    expect(await output(absent, {}, earlier)).toMatchObject({
      changes: [],
      comparedWith: '',
      comparedAt: '',
    });
  }
});

test('what changed since the customer stated it before is in the output, with a text for people', async () => {
  const first = await output({ parties: [{ ...jane, holdings: [{ percent: 60 }] }] });
  expect(first).toMatchObject({ changes: [], comparedWith: '', comparedAt: '' });
  const at = new Date('2026-09-01T08:00:00Z');
  const now = {
    parties: [
      { ...jane, holdings: [{ percent: 20 }] },
      { ...holding, holdings: [{ percent: 80 }] },
    ],
  };
  const earlier = [{ executionId: 'e-1', at, stored: first['structure'] }];
  expect(await output(now, {}, earlier)).toMatchObject({
    comparedWith: 'e-1',
    comparedAt: '2026-09-01T08:00:00.000Z',
    changes: [
      {
        kind: 'share-changed',
        partyId: 'p-1',
        before: '60 %',
        after: '20 %',
        text: 'share changed: Jane Roe held 60 % of the customer, now 20 %',
      },
      { kind: 'new-owner', text: 'new owner: Roe Holding holds 80 % of the customer' },
    ],
  });
});
