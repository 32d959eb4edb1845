import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { outputsOf } from './support/opened-executions.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/** Made-up lists of OFAC, the EU and the UK; all three name Marwen Tad Korrigan. */
const fixtures = new URL('../../matching/src/sources/fixtures/', import.meta.url);
const files = {
  'us-ofac-sdn': 'us-ofac-sdn/csv',
  'eu-fsf': 'eu-fsf/xml',
  'uk-sl': 'uk-sl/csv',
  // It states that he owns 51 % of Korrigan Mills.
  opensanctions: 'opensanctions/ftm',
  // A register of owners, with a namesake of his above Korrigan Mills Ltd.
  bods: 'bods/v0.4',
};

const engines = { GLOBAL_CHECK: { matchStrength: 'STRONG' } };
const workflow = {
  id: 'wf_owned',
  name: 'Ownership',
  eventType: 'KYB_EVENT',
  entry: [
    { name: 'companyName', type: 'text', required: true },
    { name: 'countryOfIncorporation', type: 'text' },
    { name: 'incorporationNumber', type: 'text' },
    { name: 'ownership', type: 'ownership' },
  ],
  nodes: [
    { id: 'owners', type: 'ownership', listRelations: true },
    { id: 'screen', type: 'screening', engines, subjectsFrom: 'owners.parties' },
    {
      id: 'sanctions',
      type: 'blocked-ownership',
      structure: 'owners.structure',
      screenings: ['screen.screened'],
    },
    { id: 'blocked', type: 'decision', outcome: 'reject' },
    { id: 'unclear', type: 'decision', outcome: 'manual', groups: ['first-line'] },
    { id: 'fine', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'owners' },
    { from: 'owners', to: 'screen' },
    { from: 'screen', to: 'sanctions' },
    { from: 'sanctions', to: 'blocked', when: 'sanctions.blocked' },
    { from: 'sanctions', to: 'fine', when: 'sanctions.clear' },
    { from: 'sanctions', to: 'unclear', otherwise: true },
  ],
};

const clean = (partyId: string, percent: number) => ({
  partyId,
  customerType: 'individual',
  name: `Bartholomew Quillfeather the ${partyId}`,
  holdings: [{ percent }],
});
const holding = (percent: number) => ({
  partyId: 'c-1',
  customerType: 'corporate',
  name: 'Quillfeather Holding',
  holdings: [{ percent }],
});
const listed = (holdings: readonly object[]) => ({
  partyId: 'p-1',
  customerType: 'individual',
  name: 'Marwen Tad Korrigan',
  dateOfBirth: '1948-12-10',
  holdings,
});

describe.each(storyStores())('ownership in a submit, %s', (store) => {
  let service: TestService;
  let client: GatehouseClient;
  let ana: Browser;
  let listsDir: string;
  const tenant = aTenant({
    users: [person('ana', ['analyst'], ['first-line'])],
    workflows: [{ domain: 'retail', workflow }],
  });
  beforeAll(async () => {
    listsDir = await mkdtemp(join(tmpdir(), 'gatehouse-regimes-'));
    for (const [source, folder] of Object.entries(files)) {
      await cp(new URL(folder, fixtures), join(listsDir, source), {
        recursive: true,
        filter: (path) => !path.endsWith('golden.json'),
      });
    }
    const lines = join(listsDir, 'opensanctions/entities.ftm.json');
    await rename(`${lines}.lines`, lines);
    service = await startTestService(store, { GATEHOUSE_LISTS_DIR: listsDir });
    await service.provision(tenant);
    client = service.client({ ...tenant.key, domain: 'retail' });
    ana = await signIn(service, tenant, 'ana');
  });
  afterAll(async () => {
    await service?.stop();
    await rm(listsDir, { recursive: true, force: true });
  });

  const submit = (customerId: string, ownership: unknown, more: object = {}) =>
    client.workflow.submit({
      eventType: 'KYB_EVENT',
      data: { customerId, companyName: 'Quillfeather Trading', ownership, ...more },
    } as never);

  async function run(customerId: string, parties: readonly object[] | undefined, more: object = {}) {
    const { executionId } = await submit(customerId, parties && { parties }, more);
    await service.drain();
    return {
      status: await client.workflow.status(executionId),
      outputs: await outputsOf(service.app, { tenantId: tenant.id, domain: 'retail' }, executionId),
    };
  }

  it('approves a company whose parties all three lists clear', async () => {
    const { status, outputs } = await run('k-1', [clean('first', 60), clean('second', 40)]);
    expect(status).toMatchObject({ caseStatus: 'APPROVED' });
    expect(outputs['sanctions']).toMatchObject({ ofac: 'clear', eu: 'clear', uk: 'clear', reasons: [] });
    expect(outputs['owners']).toMatchObject({ beneficialOwners: [{ percent: 60 }, { percent: 40 }] });
  });

  it('gives a hit on an owner to people, and rejects once it was ruled a true match', async () => {
    const parties = [
      holding(60),
      listed([{ companyId: 'c-1', percent: 50 }]),
      { ...clean('first', 40), holdings: [{ percent: 40 }, { companyId: 'c-1', percent: 50 }] },
    ];
    const before = await run('k-2', parties);
    expect(before.status).toMatchObject({ caseStatus: 'UNASSIGNED' });
    expect(before.outputs['sanctions']).toMatchObject({
      status: 'possibly',
      ofac: 'possibly',
      eu: 'possibly',
    });
    const address = `/domains/retail/cases/${before.status?.caseNo}`;
    await ana.post(`${address}/moves`, { move: 'claim', expectedRevision: 1 });
    const { alerts, subjects } = await ana.get<'cases.read'>(address);
    expect(subjects[0]).toMatchObject({ role: 'beneficial-owner', percent: 30 });
    for (const { alertId } of alerts) {
      await ana.post(`${address}/alerts/${alertId}/rulings`, {
        ruling: 'TRUE_MATCH',
        reason: 'same birth',
      });
    }
    const after = await run('k-2', parties);
    expect(after.status).toMatchObject({ caseStatus: 'REJECTED' });
    expect(after.outputs['sanctions']).toMatchObject({ ofac: 'blocked', eu: 'blocked', uk: 'clear' });
    expect(after.outputs['sanctions']!['reasons']).toContain(
      'OFAC: blocked: Marwen Tad Korrigan holds 50 % of Quillfeather Holding',
    );
  });

  it('joins what lists state of a confirmed owner, with the source of each step', async () => {
    const mills = { ...holding(80), name: 'Korrigan Mills', countryOfIncorporation: 'FR' };
    const parties = [mills, { ...clean('first', 20), holdings: [{ percent: 20 }] }];
    const before = await run('k-7', parties);
    expect(before.status).toMatchObject({ caseStatus: 'UNASSIGNED' });
    const stated = { from: 'Marwen Korrigan', to: 'Korrigan Mills', source: 'opensanctions', share: '51' };
    const relation = (counts: string) =>
      expect.arrayContaining([expect.objectContaining({ ...stated, counts })]);
    expect(before.outputs['sanctions']!['relations']).toEqual(relation('link'));
    const address = `/domains/retail/cases/${before.status?.caseNo}`;
    await ana.post(`${address}/moves`, { move: 'claim', expectedRevision: 1 });
    const { alerts } = await ana.get<'cases.read'>(address);
    for (const { alertId, source } of alerts) {
      const ruling = source === 'opensanctions' ? 'TRUE_MATCH' : 'FALSE_POSITIVE';
      await ana.post(`${address}/alerts/${alertId}/rulings`, { ruling, reason: 'number' });
    }
    const after = await run('k-7', parties);
    expect(after.outputs['sanctions']).toMatchObject({ status: 'possibly', relations: relation('share') });
    expect(after.outputs['sanctions']!['reasons']).toContain(
      'OFAC: possibly: Marwen Korrigan: 51 % of Korrigan Mills stated, up to 100 % (opensanctions)',
    );
  });

  it('takes owners whom a register states, screens them, and counts an indirect holding by its chain', async () => {
    const mills = {
      companyName: 'Korrigan Mills Ltd',
      countryOfIncorporation: 'GB',
      incorporationNumber: '99000001',
    };
    const { status, outputs } = await run('k-10', [clean('first', 20)], mills);
    const percents = (list: string) =>
      Object.fromEntries(
        (outputs['owners']![list] as { name: string; percent: number; source: string }[]).map(
          ({ name, percent, source }) => [name, [percent, source]],
        ),
      );
    expect(percents('parties')).toEqual({
      'Quillfeather Holding B.V.': [60, 'bods'],
      'Marwen Tad Korrigan': [30.00006, 'bods'],
      'Bartholomew Quillfeather the first': [20, 'stated'],
      'not named: anonymous person (rec-hidden)': [10, 'bods'],
      'Ottoline Vantreely': [null, 'bods'],
    });
    expect(Object.keys(percents('beneficialOwners'))).toEqual(['Marwen Tad Korrigan', 'Ottoline Vantreely']);
    const counts = (outputs['owners']!['relations'] as { role: string; counts: string }[]).map(
      ({ role, counts: how }) => `${role} ${how}`,
    );
    expect(counts.toSorted()).toEqual([
      'appointmentOfBoard control',
      'boardMember director',
      'otherInfluenceOrControl link',
      'shareholding ended',
      'shareholding ended',
      'shareholding indirect',
      'shareholding share',
      'shareholding share',
      'shareholding share',
    ]);
    // He is screened as any party is, and a hit on him counts along the chain that the register states.
    expect(outputs['sanctions']).toMatchObject({ status: 'possibly', unscreened: [] });
    expect(outputs['sanctions']!['reasons']).toEqual(
      expect.arrayContaining([expect.stringMatching(/^UK: possibly: Marwen Tad Korrigan .*\(bods\)$/)]),
    );
    expect(status).toMatchObject({ caseStatus: 'UNASSIGNED' });
  });

  it('finds what changed since the customer stated it before', async () => {
    const first = await run('k-8', [clean('first', 60), clean('second', 40)]);
    expect(first.outputs['owners']).toMatchObject({ changes: [], comparedWith: '' });
    await run('k-9', [clean('first', 10)]);
    const silent = await run('k-8', undefined);
    expect(silent.outputs['owners']).toMatchObject({ parties: [], changes: [], comparedWith: '' });
    const { outputs, status } = await run('k-8', [clean('first', 50), clean('third', 50)]);
    expect(outputs['owners']).toMatchObject({
      comparedWith: first.status?.executionId,
      changes: [
        { kind: 'share-changed', partyId: 'first', before: '60 %', after: '50 %' },
        { kind: 'new-owner', partyId: 'third' },
        { kind: 'owner-gone', partyId: 'second', before: '40 %' },
      ],
    });
    expect(status).toMatchObject({ caseStatus: 'APPROVED' });
  });

  it('clears a small share of a listed party, and never what is not known', async () => {
    const small = await run('k-3', [listed([{ percent: 10 }]), clean('first', 90)]);
    expect(small.status).toMatchObject({ caseStatus: 'APPROVED' });
    const unknown = await run('k-4', [clean('first', 30)]);
    expect(unknown.status).toMatchObject({ caseStatus: 'UNASSIGNED' });
    expect(unknown.outputs['sanctions']).toMatchObject({ status: 'possibly' });
  });

  it('takes contradictions as findings, and refuses what cannot be read', async () => {
    const odd = await run('k-5', [
      { ...holding(70), holdings: [{ percent: 70 }, { companyId: 'c-2', percent: 10 }] },
      {
        ...holding(60),
        partyId: 'c-2',
        name: 'Ring',
        holdings: [{ percent: 60 }, { companyId: 'c-1', percent: 5 }],
      },
    ]);
    expect(odd.status).toMatchObject({ caseStatus: 'UNASSIGNED' });
    expect(odd.outputs['owners']!['findings']).toEqual([
      'owners of the customer hold 130 % together',
      expect.stringContaining('companies own each other'),
    ]);
    const refused = async (ownership: unknown) => submit('k-6', ownership).then(() => '', String);
    expect(await refused({ parties: [clean('p-1', 50), clean('p-1', 50)] })).toContain(
      'data.ownership.parties[1].partyId "p-1": is used twice',
    );
    expect(await refused({ parties: [clean('p-1', 130)] })).toContain(
      'data.ownership.parties[0].holdings[0].percent 130: must be 0 to 100',
    );
    expect(await refused('Jane')).toContain('ownership');
  });
});
