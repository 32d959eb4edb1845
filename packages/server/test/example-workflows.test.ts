import { readFile } from 'node:fs/promises';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseTenantFile } from '../src/provisioning/index.ts';
import { person, signIn } from './support/console.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { until } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';

const folder = new URL('../../../examples/workflows/', import.meta.url);
const secret = 'secret-of-the-examples';

const listed = 'Osama bin Laden';
const clean = 'Bartholomew Quillfeather';

function approval(expectedRevision: number) {
  return { move: 'approve', expectedRevision, reason: 'papers seen' };
}

function owner(name: string) {
  return { partyId: 'p-1', name, customerType: 'individual', holdings: [{ percent: 100 }] };
}

const tenant = { id: 'examples', name: 'Examples', domains: ['retail'] };

describe.each(storyStores())('the example workflows do what their README says, %s', (store) => {
  let service: TestService;
  let receiver: Receiver;
  let client: GatehouseClient;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestService(store, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    await provision();
    const users = [person('lena', ['analyst'], ['first-line']), person('cora', ['analyst'], ['compliance'])];
    await service.provision({ ...tenant, users });
    client = service.client({ apiKey: 'ak_examples', secret, domain: 'retail' });
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
  });

  async function provision(watchlist: readonly object[] = []) {
    const file = new URL('tenants.yaml', folder);
    const text = (await readFile(file, 'utf8'))
      .replaceAll('http://127.0.0.1:9000', receiver.url)
      .replace('{ key: ak_examples }', `{ key: ak_examples, secret: ${secret} }`)
      .replace('    apiKeys:', `    watchlist: ${JSON.stringify(watchlist)}\n    apiKeys:`);
    const read = await parseTenantFile(file.pathname, text);
    if (!read.ok) throw new Error(JSON.stringify(read.faults, null, 2));
    expect(await service.app.provision(read.value)).toMatchObject({ ok: true });
  }

  type Submit = Parameters<GatehouseClient['workflow']['submit']>[0];

  async function run(eventType: Submit['eventType'], data: Record<string, unknown>) {
    const submitted = await client.workflow.submit({ eventType, data } as Submit);
    await service.drain();
    return client.workflow.status(submitted.executionId);
  }

  const groupsOf = async (executionId: string | undefined) => {
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<{ groups: string[] }>('select groups from case_record where execution_id = $1', [executionId]),
    );
    return row?.groups;
  };

  it('screening.yaml', async () => {
    const screen = (customerId: string, name: string) =>
      run('MANUAL_CASE_EVENT', { customerId, name, customerType: 'individual' });
    expect(await screen('s-1', clean)).toMatchObject({ caseStatus: 'APPROVED' });
    const waiting = await screen('s-2', listed);
    expect(waiting).toMatchObject({ status: 'WAITING', caseStatus: 'UNASSIGNED' });
    expect(await groupsOf(waiting?.executionId)).toEqual(['first-line']);
  });

  it('onboarding-decision.yaml', async () => {
    for (const customerId of ['o-1', 'o-2', 'o-3']) {
      receiver.answer(`/crm/customers/${customerId}`, { status: 200, body: { tier: 'basic' } });
    }
    receiver.answer('/crm/customers/o-4', { status: 500 });
    const onboard = (customerId: string, data: Record<string, unknown> = {}) =>
      run('KYC_EVENT', { customerId, name: clean, ...data });
    const approved = await onboard('o-1');
    expect(approved).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED', riskScore: 0 });
    const rejected = await onboard('o-2', { name: listed, countryOfResidence: 'KP' });
    expect(rejected).toMatchObject({ caseStatus: 'REJECTED', riskScore: 100 });
    expect(await onboard('o-3', { name: listed })).toMatchObject({ caseStatus: 'UNASSIGNED', riskScore: 60 });
    expect(await onboard('o-4')).toMatchObject({ caseStatus: 'UNASSIGNED', riskScore: 35 });
    expect(receiver.callsTo('/crm/customers/o-4')).toHaveLength(2);
    expect(receiver.callsTo('/decisions').map(({ body }) => JSON.parse(body))).toEqual([
      { customerId: 'o-1', caseNo: approved?.caseNo, caseStatus: 'APPROVED' },
      { customerId: 'o-2', caseNo: rejected?.caseNo, caseStatus: 'REJECTED' },
    ]);
  });

  it('transaction-check-sync.yaml', async () => {
    const pay = (amount: number, beneficiary: string) =>
      client.workflow.submit({
        eventType: 'TRANSACTION_EVENT',
        data: { customerId: 't-1', amount, sender: clean, beneficiary },
      } as Submit);
    const decided = (decision: string) => ({ sync: true, output: { decision } });
    expect(await pay(50, listed)).toMatchObject(decided('approve'));
    expect(await pay(500, clean)).toMatchObject(decided('approve'));
    expect(await pay(500, listed)).toMatchObject(decided('reject'));
    expect(await pay(20_000, clean)).toMatchObject(decided('manual'));
  });

  it('web3-transaction.yaml', async () => {
    const send = (senderWallet: string, more: Record<string, unknown> = {}) =>
      run('WEB3_TRANSACTION_EVENT', {
        customerId: senderWallet,
        senderWallet,
        receiverWallet: 'there',
        chain: 'ethereum',
        amountUsd: 10,
        ...more,
      });
    const wallet = '0x9f4CDA013e354b8fc285bf4b9a60460cee7f7ea9';
    await provision([
      { id: 'w3', name: 'Example Mixer', type: 'other', identifiers: [{ value: wallet.toLowerCase() }] },
    ]);
    const onList = await send(wallet);
    expect(onList).toMatchObject({ caseStatus: 'UNASSIGNED' });
    expect(await groupsOf(onList?.executionId)).toEqual(['compliance']);
    expect(receiver.callsTo(`/wallets/ethereum/${wallet}/there`)).toEqual([]);
    for (const more of [
      { receiverWallet: wallet },
      { receiverName: 'Example Mixer' },
      { senderName: listed },
    ]) {
      expect(await send('hit', more), JSON.stringify(more)).toMatchObject({ caseStatus: 'UNASSIGNED' });
    }
    receiver.answer('/wallets/ethereum/good/there', { status: 200, body: { risk: 0.1 } });
    receiver.answer('/wallets/ethereum/bad/there', { status: 200, body: { risk: 0.93 } });
    receiver.answer('/wallets/ethereum/late/there', { status: 503 }, { status: 200, body: { risk: 0.2 } });
    receiver.answer('/wallets/ethereum/never/there', { status: 503 });
    expect(await send('good')).toMatchObject({ caseStatus: 'APPROVED' });
    expect(await send('bad')).toMatchObject({ caseStatus: 'REJECTED' });
    const [late, never] = [await send('late'), await send('never')];
    expect([late, never]).toMatchObject([{ status: 'WAITING', caseStatus: '' }, { status: 'WAITING' }]);
    await service.app.database.operator((tx) =>
      tx.sql(`update execution set due_at = now() where state = 'WAITING' and due_at is not null`),
    );
    const statusOf = async (waiting: typeof late) =>
      (await client.workflow.status(waiting?.executionId ?? ''))?.caseStatus;
    await until('the second answer', async () => (await statusOf(late)) === 'APPROVED');
    await until('the review', async () => (await statusOf(never)) === 'UNASSIGNED');
    expect(receiver.callsTo('/wallets/ethereum/never/there')).toMatchObject([
      { method: 'GET' },
      { method: 'GET' },
    ]);
    expect(await groupsOf(never?.executionId)).toEqual(['compliance']);
  });

  it('kyb-two-groups.yaml', async () => {
    const company = await run('KYB_EVENT', {
      customerId: 'k-1',
      companyName: 'Quillfeather Trading',
      ownership: { parties: [owner(clean)] },
    });
    // The bundled list is no list of a regime, so sanctions on owners cannot be ruled out.
    expect(company).toMatchObject({ status: 'WAITING', caseStatus: 'UNASSIGNED', riskScore: 20 });
    expect(await groupsOf(company?.executionId)).toEqual(['first-line', 'compliance']);
    const owned = {
      customerId: 'k-2',
      companyName: 'Quillfeather Trading',
      ownership: {
        parties: [
          owner(clean),
          { partyId: 'p-2', name: listed, customerType: 'individual', roles: [{ role: 'director' }] },
        ],
      },
    };
    expect(await run('KYB_EVENT', owned)).toMatchObject({ caseStatus: 'UNASSIGNED', riskScore: 80 });

    // First-line passes on by approving, compliance resolves, and the caller is told once.
    const [lena, cora] = await Promise.all(['lena', 'cora'].map((name) => signIn(service, tenant, name)));
    const moves = `/domains/retail/cases/${company?.caseNo}/moves`;
    const status = () => client.workflow.status(company?.executionId ?? '');
    const stated = receiver.callsTo('/decisions').length;
    await lena!.post(moves, { move: 'claim', expectedRevision: 1 });
    expect(await cora!.refused(moves, { method: 'POST', body: approval(2) })).toMatchObject({ status: 403 });
    await lena!.post(moves, approval(2));
    await service.drain();
    expect(await status()).toMatchObject({ status: 'WAITING', caseStatus: 'OTHER_GROUP' });
    await cora!.post(moves, { move: 'claim', expectedRevision: 3 });
    await cora!.post(moves, approval(4));
    await service.drain();
    expect(await status()).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED' });
    const calls = receiver.callsTo('/decisions').slice(stated);
    expect(calls.map(({ body }) => JSON.parse(body))).toEqual([
      { customerId: 'k-1', caseNo: company?.caseNo, caseStatus: 'APPROVED' },
    ]);
  });

  it('monitoring.yaml', async () => {
    const name = 'Philippa Harbottle';
    const data = { customerId: 'm-1', name, customerType: 'individual' };
    expect(await run('MANUAL_CASE_EVENT', data)).toMatchObject({ caseStatus: 'APPROVED' });
    await service.drain();
    await provision([{ id: 'left', name }]);
    await service.drain();
    const [found] = await service.app.database.operator((tx) =>
      tx.sql<{ execution_id: string }>(
        `select execution_id from execution where customer_id = 'm-1' and event_type = 'PERIODIC_FLOW_EVENT'`,
      ),
    );
    expect(await client.workflow.status(found!.execution_id)).toMatchObject({
      status: 'WAITING',
      caseStatus: 'UNASSIGNED',
      riskScore: 60,
    });
    expect(await groupsOf(found!.execution_id)).toEqual(['first-line']);
  });
});
