import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredContent } from '../src/personal-keys/index.ts';
import { person, signIn } from './support/console.ts';
import { storedData, withData } from './support/opened-executions.ts';

import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

interface StartedRow extends Record<string, unknown> {
  readonly data: Record<string, unknown>;
  readonly details: string[];
  readonly entities: string[];
}

const sender = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';
const receiver = '0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c';
const companyWallet = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
const clean = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

const web3 = {
  id: 'wf_web3',
  name: 'Wallets',
  eventType: 'WEB3_TRANSACTION_EVENT',
  source: 'API',
  entry: [
    { name: 'from', type: 'text' },
    { name: 'to', type: 'text' },
  ],
  nodes: [
    {
      id: 'lists',
      type: 'screening',
      engines: { WATCHLIST: {} },
      subjects: [{ wallet: 'data.from' }, { wallet: 'data.to' }],
    },
    { id: 'pass', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'lists' },
    { from: 'lists', to: 'pass' },
  ],
};

/** States the company as the customer itself, in a node of its own. */
const kyb = screeningWorkflow({
  id: 'wf_kyb',
  eventType: 'KYB_EVENT',
  entry: [{ name: 'companyName', type: 'text', required: true }],
  nodes: [
    {
      id: 'lists',
      type: 'screening',
      engines: { WATCHLIST: {} },
      subjects: [{ role: "'self'", name: 'data.companyName', customerType: "'corporate'" }],
    },
    { id: 'pass', type: 'decision', outcome: 'approve' },
  ],
  edges: web3.edges,
});

/** An entry of the tenant's own list that has a wallet. */
const listed = (id: string, name: string, value: string) => ({
  id,
  name,
  type: 'other',
  identifiers: [{ kind: 'Digital Currency Address', value }],
});

describe.each(storyStores())('monitoring of wallets, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  const base = aTenant({
    monitoring: { default: true },
    users: [person('ana', ['analyst'], ['first-line'])],
  });
  const scope = { tenantId: base.id, domain: 'retail' };
  const monitoring = screeningWorkflow({ id: 'wf_monitoring', eventType: 'PERIODIC_FLOW_EVENT' });
  const tenantWith = (watchlist: readonly object[]) => ({
    ...base,
    watchlist,
    workflows: [web3, kyb, monitoring, screeningWorkflow()].map((workflow) => ({
      domain: 'retail',
      workflow,
    })),
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenantWith([]));
    retail = service.client({ ...base.key, domain: 'retail' });
  });
  afterAll(() => service?.stop());

  async function transfer(customerId: string, from: string, to: string) {
    const data = { customerId, from, to };
    await retail.workflow.submit({ eventType: 'WEB3_TRANSACTION_EVENT', data });
    await service.drain();
  }

  /** What monitoring started for a customer, newest last. */
  async function started(customerId: string) {
    await service.drain();
    const rows = await service.app.database.transaction(scope, (tx) =>
      tx.sql<StartedRow & StoredContent>(
        `select ${storedData}, (select array_agg(r->>'detail') from alert a, json_array_elements(a.hit->'reasons') r
           where a.execution_id = e.execution_id) as details,
           (select array_agg(distinct a.entity_id) from alert a where a.execution_id = e.execution_id) as entities
         from execution e where e.event_type = 'PERIODIC_FLOW_EVENT' and e.customer_id = $1 order by e.created_at`,
        [customerId],
      ),
    );
    return withData(service.app, scope, rows);
  }

  async function publish(watchlist: readonly object[]) {
    await service.provision(tenantWith(watchlist));
    await service.drain();
  }

  it('finds a customer by a wallet that it sent from or to, and no other customer', async () => {
    await transfer('c-out', sender, receiver);
    await transfer('c-clean', clean, clean);
    await publish([]);
    expect(await started('c-out')).toEqual([]);
    await publish([listed('w1', 'Example Mixer', receiver)]);
    const [run, ...others] = await started('c-out');
    expect(others).toEqual([]);
    expect(run!.data).toMatchObject({
      customerId: 'c-out',
      name: '',
      customerType: '',
      wallets: [sender, receiver],
      monitoringEntityIds: ['watchlist:w1'],
    });
    expect(run!.data).not.toHaveProperty('aliasName');
    expect(run!.details.join()).toContain(`wallet ${receiver}, listed under Example Mixer`);
    expect(await started('c-clean')).toEqual([]);
  });

  it('shows them as wallets, and never as a name, on the case and on its hits', async () => {
    const ana = await signIn(service, base, 'ana');
    const { cases } = await ana.get<'cases.list'>('/domains/retail/cases?search=c-out');
    const [opened] = cases.filter(({ customerId }) => customerId === 'c-out');
    const found = await ana.get<'cases.read'>(`/domains/retail/cases/${opened!.caseNo}`);
    expect([found.customerName, opened!.customerName]).toEqual([null, null]);
    expect(found.subject).toMatchObject({ name: '', customerType: '', wallets: [sender, receiver] });
    expect(found.subject).not.toHaveProperty('aliasName');
    const facts = { identifiers: `wallet ${sender}; wallet ${receiver}` };
    expect(found.subjects).toMatchObject([{ key: 'self', name: null, facts }]);
    expect(found.subjects[0]!.facts).toEqual(facts);
  });

  it('screens them beside the customer where a workflow names what it screens of it', async () => {
    const named = screeningWorkflow({
      id: 'wf_monitoring',
      eventType: 'PERIODIC_FLOW_EVENT',
      nodes: [
        {
          id: 'screen',
          type: 'screening',
          engines: { WATCHLIST: {} },
          subject: { name: 'data.name', customerType: 'data.customerType' },
        },
        { id: 'pass', type: 'decision', outcome: 'approve' },
      ],
      edges: [
        { from: 'start', to: 'screen' },
        { from: 'screen', to: 'pass' },
      ],
    });
    const [fresh, ours] = ['bc1qa5wkgaew2dkv56kfvj49j0av5nml45x9ek9hz6', 'c-named'];
    const subject = { customerId: ours, name: 'Odo Brandywell', customerType: 'individual' as const };
    await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data: subject });
    await transfer(ours, fresh, clean);
    await transfer('c-alone', fresh, clean);
    const tenant = tenantWith([listed('w6', 'Fourth Mixer', fresh)]);
    await service.provision({
      ...tenant,
      workflows: [...tenant.workflows, { domain: 'retail', workflow: named }].slice(-1),
    });
    await service.drain();
    for (const customerId of [ours, 'c-alone']) {
      const [run, ...others] = await started(customerId);
      expect(others).toEqual([]);
      expect(run!.entities).toEqual(['watchlist:w6']);
      expect(run!.details.join()).toContain(`wallet ${fresh}, chain XBT, listed under Fourth Mixer`);
    }
    await service.provision(tenantWith([]));
  });

  it('keeps the wallets beside the name that is submitted later, and names beside later wallets', async () => {
    const subject = { customerId: 'c-both', name: 'Jane Quillfeather', customerType: 'individual' as const };
    await transfer('c-both', sender, clean);
    await retail.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { ...subject, aliasName: 'Jay Q' },
    });
    await transfer('c-both', clean, receiver);
    await publish([
      listed('w1', 'Example Mixer', receiver),
      listed('w2', 'Other Mixer', sender),
      { id: 'w3', name: 'Jane Quillfeather', type: 'individual' },
    ]);
    const runs = await started('c-both');
    const entities = runs.flatMap(({ data }) => data['monitoringEntityIds'] as string[]);
    // The transfer raised an alert on w1 already: of a party, which says nothing of the customer.
    expect(new Set(entities)).toEqual(new Set(['watchlist:w1', 'watchlist:w2', 'watchlist:w3']));
    expect(runs.at(-1)!.data).toMatchObject({
      name: 'Jane Quillfeather',
      aliasName: 'Jay Q',
      wallets: [clean, receiver, sender],
    });
  });

  it('screens a company with wallets by its name and by its wallets, whichever was listed', async () => {
    const data = { customerId: 'c-company', companyName: 'Grimbald Trading' };
    await retail.workflow.submit({ eventType: 'KYB_EVENT', data } as never);
    await transfer('c-company', companyWallet, companyWallet);
    const company = { id: 'w4', name: 'Grimbald Trading', type: 'corporate' };
    await publish([company]);
    const [byName, ...others] = await started('c-company');
    expect(others).toEqual([]);
    expect(byName!.data['monitoringEntityIds']).toEqual(['watchlist:w4']);
    expect(byName!.entities).toEqual(['watchlist:w4']);
    await publish([company, listed('w5', 'Third Mixer', companyWallet)]);
    const [, byWallet] = await started('c-company');
    expect(byWallet!.data['monitoringEntityIds']).toEqual(['watchlist:w5']);
    expect(byWallet!.entities).toContain('watchlist:w5');
  });
});
