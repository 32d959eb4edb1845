import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputsOf } from './support/opened-executions.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const wallet = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';
const mistyped = '12QtD5BFwRsdMsAZY76UVE1xyCGNTojH9h';
const detail = `wallet ${wallet}, chain XBT, listed under Example Mixer`;

const workflow = (subject: Record<string, string>, id: string) => ({
  id,
  name: id,
  eventType: 'WEB3_TRANSACTION_EVENT',
  source: 'API',
  entry: [
    { name: 'wallet', type: 'text', required: true },
    { name: 'chain', type: 'text' },
  ],
  nodes: [
    { id: 'lists', type: 'screening', engines: { WATCHLIST: {} }, subject },
    { id: 'look', type: 'decision', outcome: 'manual' },
    { id: 'pass', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'lists' },
    { from: 'lists', to: 'look', when: 'lists.hits > 0 || lists.invalidIdentifiers.size() > 0' },
    { from: 'lists', to: 'pass', otherwise: true },
  ],
});

describe.each(storyStores())('identifiers as subjects, %s', (store) => {
  let service: TestService;
  let client: GatehouseClient;
  const watchlist = [
    {
      id: 'w1',
      name: 'Example Mixer',
      type: 'other',
      identifiers: [{ kind: 'Digital Currency Address - XBT', value: wallet }],
    },
  ];
  const base = aTenant({ watchlist, quickScanCredits: 100 });
  const tenantWith = (subject: Record<string, string>) => ({
    ...base,
    workflows: [{ domain: 'retail', workflow: workflow(subject, 'wf_wallets') }],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenantWith({ wallet: 'data.wallet', walletChain: 'data.chain' }));
    client = service.client({ ...base.key, domain: 'retail' });
  });
  afterAll(() => service?.stop());

  async function send(address: string, chain = 'bitcoin') {
    const submitted = await client.workflow.submit({
      eventType: 'WEB3_TRANSACTION_EVENT',
      data: { customerId: `c-${address}`, wallet: address, chain },
    });
    await service.drain();
    const alerts = await service.app.database.operator((tx) =>
      tx.sql<{ hit: { score: number; reasons: { feature: string; detail: string }[] } }>(
        'select hit from alert where execution_id = $1',
        [submitted.executionId],
      ),
    );
    const status = await client.workflow.status(submitted.executionId);
    const scope = { tenantId: base.id, domain: 'retail' };
    const { lists } = await outputsOf(service.app, scope, submitted.executionId);
    return { status, hits: alerts.map(({ hit }) => hit), output: lists };
  }

  it('a wallet alone is screened, and its hit explains itself', async () => {
    const listed = await send(wallet);
    expect(listed.status).toMatchObject({ caseStatus: 'UNASSIGNED' });
    expect(listed.hits).toMatchObject([{ score: 1, reasons: [{ feature: 'identifier', detail }] }]);
    expect(await send('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toMatchObject({
      status: { caseStatus: 'APPROVED' },
      hits: [],
      output: { invalidIdentifiers: [] },
    });
    const elsewhere = await send(wallet, 'litecoin');
    expect(elsewhere.hits[0]!.reasons[0]!.detail).toBe(`${detail}; it was given for chain LTC`);
  });

  it('a wrong checksum is said, and the wallet is looked up all the same', async () => {
    const { status, hits, output } = await send(mistyped);
    expect(output).toMatchObject({
      hits: 1,
      invalidIdentifiers: [`wallet ${mistyped}: its checksum is wrong`],
    });
    expect(hits[0]!.reasons[0]).toMatchObject({ feature: 'similar-wallet' });
    expect(status).toMatchObject({ caseStatus: 'UNASSIGNED' });
  });

  it('a wallet that a workflow screens as a name is looked up too', async () => {
    await service.provision(tenantWith({ name: 'data.wallet' }));
    const { status, hits } = await send(wallet);
    expect(status).toMatchObject({ caseStatus: 'UNASSIGNED' });
    expect(hits).toMatchObject([{ score: 1, reasons: [{ detail }] }]);
  });

  it.each(['Individual', 'Business'] as const)(
    'a quick scan of a wallet finds it: %s',
    async (customerType) => {
      const started = await client.quickscan.submit({ name: wallet, customerType, providers: ['WATCHLIST'] });
      await service.drain();
      const scan = await client.quickscan.detail(started.id);
      expect(scan).toMatchObject({
        status: 'DONE',
        hits: { WATCHLIST: [{ score: 1, reasons: [{ feature: 'identifier', detail }] }] },
      });
    },
  );
});
