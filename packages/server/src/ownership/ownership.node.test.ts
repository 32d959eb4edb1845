import { describe, expect, test } from 'vitest';
import type { NodeContext } from '../interpreter/index.ts';
import { ownershipNode } from './ownership.node.ts';

async function run(
  ownership: unknown,
  config: object = {},
  earlier: readonly object[] = [],
  lists: object = {},
) {
  const context = {
    execution: {
      data: { companyName: 'Roe Trading', ownership },
      scope: {},
      customer: { customerId: 'k-1' },
    },
    now: new Date('2026-10-08T09:00:00Z'),
  } as unknown as NodeContext;
  const node = { id: 'owners', type: 'ownership', field: 'ownership', ...config } as const;
  // What the store answers is tried by stories.
  const transaction = async (_scope: unknown, read: (tx: unknown) => unknown) =>
    read({ sql: async () => earlier });
  const relatedEntries = async () => ({
    entries: [],
    identified: [],
    isCut: false,
    listVersions: { bods: 'v1' },
    ...lists,
  });
  // Nothing that it answers is sealed.
  const personalKeys = { ofDomain: async () => ({}) };
  return ownershipNode({ database: { transaction }, personalKeys, screening: { relatedEntries } } as never)(
    context,
    node,
  );
}

async function output(
  ownership: unknown,
  config: object = {},
  earlier: readonly object[] = [],
  lists: object = {},
): Promise<Record<string, unknown>> {
  const result = await run(ownership, config, earlier, lists);
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
      'possible duplicates, counted as different parties: Jane Roe, Jane Roe',
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
  const earlier = [{ executionId: 'e-1', sealed: null, at, stored: first['structure'] }];
  expect(await output(now, {}, earlier)).toMatchObject({
    comparedWith: 'e-1',
    comparedAt: '2026-09-01T08:00:00.000Z',
    changes: [
      {
        kind: 'share-changed',
        partyId: 'p-1',
        before: '60 %',
        after: '20 %',
        text: 'changed: Jane Roe held 60 % of the customer, now 20 %',
      },
      { kind: 'new-owner', text: 'added: Roe Holding holds 80 % of the customer' },
    ],
  });
});

describe('relations of lists', () => {
  const bods = (id: string, name: string, relations: readonly object[], isPerson = false) => ({
    entityId: `bods:${id}`,
    source: 'bods',
    name,
    isPerson,
    category: 'watchlist',
    relations,
  });
  const by = (kind: string, id: string, more: object = {}) => ({ kind, entityIds: [`bods:${id}`], ...more });
  const kim = bods('kim', 'Kim Poe', [], true);
  const is = (reference: string | null, id: string, isCertain = true) => ({
    reference,
    entityId: `bods:${id}`,
    source: 'bods',
    isCertain,
  });
  const listed = async (lists: object, parties: readonly object[] = [holding]) =>
    output({ parties }, { listRelations: true }, [], lists);
  const only = (answer: Record<string, unknown>, list: string) =>
    (answer[list] as { name: string; percent: number | null; source: string }[]).map(
      ({ name, percent, source }) => [name, percent, source],
    );

  test('join nothing unless the workflow asks for them', async () => {
    const lists = { entries: [bods('h', 'Roe Holding', [by('owned-by', 'kim', { share: '50' })]), kim] };
    const answer = await output({ parties: [holding] }, {}, [], { ...lists, identified: [is('c-1', 'h')] });
    expect(answer).toMatchObject({ relations: [], unresolvedRelations: [], beneficialOwners: [] });
  });

  test('add owners of a party that an identifier proves, with share, path and source, for a later screening', async () => {
    const entries = [
      bods('h', 'Roe Holding', [by('owned-by', 'kim', { share: '>50-75', votes: '80' })]),
      kim,
    ];
    const answer = await listed({ entries, identified: [is('c-1', 'h')] });
    expect(only(answer, 'parties')).toEqual([
      ['Roe Holding', 60, 'stated'],
      ['Kim Poe', 30.00006, 'bods'],
    ]);
    expect((answer['beneficialOwners'] as object[])[0]).toMatchObject({
      partyId: 'bods:kim',
      reference: 'list bods:kim',
      customerType: 'individual',
      percentAtMost: 100,
      votingPercent: 48,
      path: ['Kim Poe', 'Roe Holding'],
    });
    expect(answer['relations']).toMatchObject([
      { from: 'Kim Poe', to: 'Roe Holding', kind: 'owns', share: '>50-75', counts: 'share' },
    ]);
    // What a later node reads is what was stated, and who is who.
    expect(answer['structure']).toMatchObject({
      structure: { holdings: [{ holderId: 'c-1' }] },
      joined: { holdings: [{ holderId: 'c-1' }, { holderId: 'list bods:kim', companyId: 'c-1' }] },
      names: { 'list bods:kim': 'Kim Poe' },
      identified: [{ reference: 'c-1', entityId: 'bods:h' }],
    });
  });

  test('of a namesake, and links, are shown and never a share', async () => {
    const owner = by('owned-by', 'kim', { share: '100' });
    const namesake = await listed({
      // What is stated above the namesake is none of the customer's either.
      entries: [
        bods('h', 'Roe Holding', [by('owned-by', 'g', { share: '100' })]),
        bods('g', 'Other Group', [owner]),
        kim,
      ],
      identified: [is('c-1', 'h', false)],
    });
    expect(only(namesake, 'parties')).toEqual([['Roe Holding', 60, 'stated']]);
    expect(namesake['relations']).toMatchObject([
      { from: 'Other Group', to: 'Roe Holding', counts: 'link' },
      { from: 'Kim Poe', to: 'Other Group', counts: 'share' },
    ]);
    const linked = await listed({
      entries: [bods('h', 'Roe Holding', [by('linked', 'kim', { role: 'Linked To' })]), kim],
      identified: [is('c-1', 'h')],
    });
    expect(only(linked, 'parties')).toEqual([
      ['Roe Holding', 60, 'stated'],
      ['Kim Poe', null, 'bods'],
    ]);
    expect(linked).toMatchObject({ beneficialOwners: [], possibleBeneficialOwners: [] });
  });

  test('of control and positions count as these, and an indirect holding only where no chain leads there', async () => {
    const relations = [
      by('controlled-by', 'kim', { role: 'appointmentOfBoard', beneficial: true }),
      by('directed-by', 'lee', { role: 'seniorManagingOfficial' }),
    ];
    const indirect = by('owned-by', 'kim', { share: '45', indirect: true, beneficial: true });
    const customer = (...more: object[]) => bods('k', 'Roe Trading', [...relations, ...more]);
    const held = bods('h', 'Roe Holding', [by('owned-by', 'kim', { share: '40' })]);
    const identified = [is(null, 'k'), is('c-1', 'h')];
    const counts = async (...entries: object[]) => {
      const answer = await listed({ entries: [...entries, kim], identified });
      return (answer['relations'] as { kind: string; counts: string }[]).map((each) => each.counts);
    };
    expect(await counts(customer(indirect), held)).toEqual(['control', 'director', 'share', 'indirect']);
    expect(await counts(customer(indirect))).toEqual(['control', 'director', 'share']);
    const answer = await listed({ entries: [customer(), kim], identified });
    expect(only(answer, 'beneficialOwners')).toEqual([['Kim Poe', null, 'bods']]);
    expect(only(answer, 'directors')).toEqual([['bods:lee', null, 'bods']]);
  });

  test('of indirect holdings that are a chain of one another count once, in whatever order they are stated', async () => {
    const indirect = (id: string, share: string) => by('owned-by', id, { share, indirect: true });
    const middle = bods('b', 'Roe Middle', [indirect('kim', '100')]);
    const customer = bods('k', 'Roe Trading', [by('owned-by', 'b', { share: '60' }), indirect('kim', '60')]);
    const answer = (...entries: object[]) =>
      listed({ entries: [...entries, kim], identified: [is(null, 'k')] }, []);
    for (const found of [await answer(customer, middle), await answer(middle, customer)]) {
      expect(only(found, 'beneficialOwners')).toEqual([['Kim Poe', 60, 'bods']]);
      expect(found['relations']).toContainEqual(
        expect.objectContaining({ from: 'Kim Poe', to: 'the customer', counts: 'indirect' }),
      );
    }
  });

  test('of indirect holdings in companies that hold each other all count: neither replaces the other', async () => {
    const indirect = by('owned-by', 'kim', { share: '30', indirect: true });
    const middle = bods('b', 'Roe Middle', [indirect, by('owned-by', 'k', { share: '10' })]);
    const customer = bods('k', 'Roe Trading', [by('owned-by', 'b', { share: '10' }), indirect]);
    const answer = await listed({ entries: [customer, middle, kim], identified: [is(null, 'k')] }, []);
    const relations = answer['relations'] as { from: string; counts: string }[];
    expect(relations.filter(({ from }) => from === 'Kim Poe').map(({ counts }) => counts)).toEqual([
      'share',
      'share',
    ]);
  });

  test('name who is called a beneficial owner and is none by what is known, and what was not read', async () => {
    const entries = [
      bods('h', 'Roe Holding', [by('owned-by', 'kim', { share: '10', beneficial: true })]),
      kim,
    ];
    const answer = await listed({ entries, identified: [is('c-1', 'h')], isCut: true });
    expect(answer['findings']).toEqual([
      expect.stringMatching(/^bods states that Kim Poe is a beneficial owner/),
      'lists state more of these parties than was read',
    ]);
  });
});
