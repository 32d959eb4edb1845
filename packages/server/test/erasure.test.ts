import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleData, ErasureView } from '@gatehouse/contract';
import { createClient, type GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app/app.ts';
import { loadConfig } from '../src/config/index.ts';
import type { Tx } from '../src/database/database.ts';
import { attemptErasure, type ErasureTools, eraseCustomer } from '../src/erasure/erase-customer.ts';
import { addToJournal } from '../src/erasure/erasure-journal.ts';
import { checkJournal, eraseByOperator, repeatErasures } from '../src/erasure/index.ts';
import { newId } from '../src/lib/ids.ts';
import { createLogger } from '../src/lib/logger.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../src/lib/secrets.ts';
import { DiskStore } from '../src/uploads/disk-store.ts';
import { type LocalFile, ObjectStoreFailure } from '../src/uploads/object-store.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { Spool } from '../src/uploads/spool.ts';
import { canary, tablesWithTraces } from './support/canary.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { newDirectory } from './support/new-directory.ts';
import { prepareBundledList } from './support/prepared-stores.ts';
import { until } from './support/server-process.ts';
import { everyStore, provisionTenants, startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

describe.each(everyStore())('erasing a customer, %s', (store) => {
  let service: TestService;
  let client: GatehouseClient;
  let ada: Browser;
  let dora: Browser;
  let ana: Browser;
  const tenant = aTenant({
    users: [
      person('ada', ['admin'], ['first-line']),
      person('dora', ['admin']),
      person('ana', ['analyst'], ['first-line']),
      person('olga', ['auditor']),
    ],
    cases: { holdSeconds: 0 },
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow({ entry: [{ name: 'passport', type: 'string' }] }) },
    ],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    client = service.client({ ...tenant.key, domain: 'retail' });
    [ada, dora, ana] = (await Promise.all(
      ['ada', 'dora', 'ana'].map((name) => signIn(service, tenant, name)),
    )) as [Browser, Browser, Browser];
  });
  afterAll(() => service?.stop());

  const of = (customerId: string) => `/domains/retail/customers/${customerId}`;
  const preview = (customerId: string) => ada.get<'erasures.preview'>(`${of(customerId)}/erasure`);
  const request = async (who: Browser, customerId: string): Promise<ErasureView> =>
    (await who.post<'erasures.request'>(`${of(customerId)}/erasure`, { reason: 'Request 12' })).erasure;
  const confirm = (who: Browser, { erasureId, customerId }: ErasureView) =>
    who.post<'erasures.confirm'>(`/domains/retail/erasures/${erasureId}/confirm`, { customerId });
  const ended = (erasureId: string) =>
    until('the erasure', async () => {
      const { erasures } = await ada.get<'erasures.list'>('/domains/retail/erasures');
      return erasures.find((each) => each.erasureId === erasureId)?.state === 'DONE';
    });

  async function submit(customerId: string, more: Record<string, unknown> = {}): Promise<string> {
    const data = { customerId, name: 'Wilhelmina Thornapple', customerType: 'individual', ...more } as never;
    const { executionId } = await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    return executionId;
  }

  async function uploaded(filename: string): Promise<string> {
    const answer = await sendFile(service, await uploadToken(service, tenant.key), {
      bytes: png(),
      filename,
    });
    return answer.data!.url;
  }

  /** Ends every case of a customer, one after the other. */
  async function decide(customerId: string): Promise<void> {
    const { cases } = await ana.get<'cases.list'>(`/domains/retail/cases?customerId=${customerId}&open=true`);
    for (const { caseNo } of cases) {
      const moves = `/domains/retail/cases/${caseNo}/moves`;
      const { revision } = await ada.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
      await ada.post(moves, { move: 'claim', expectedRevision: revision });
      await ada.post(moves, { move: 'reject', expectedRevision: revision + 1, reason: 'papers are missing' });
    }
    await service.drain();
  }

  it('takes two people, once', async () => {
    await submit('c-two', { name: 'Ottoline Vantreely' });
    const asked = await request(ada, 'c-two');
    expect(asked).toMatchObject({
      state: 'REQUESTED',
      requestedBy: 'ada@example.test',
      reason: 'Request 12',
    });
    const path = `/domains/retail/erasures/${asked.erasureId}`;
    const body = { customerId: 'c-two' };
    expect(await ada.refused(`${path}/confirm`, { method: 'POST', body })).toMatchObject({
      status: 403,
      code: 'OWN_WORK',
    });
    expect(await ana.refused(`${path}/confirm`, { method: 'POST', body })).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(
      await dora.refused(`${path}/confirm`, { method: 'POST', body: { customerId: 'c-other' } }),
    ).toMatchObject({ code: 'MOVE_REFUSED', field: 'customerId' });
    const again = { method: 'POST', body: { reason: 'once more' } };
    expect(await dora.refused(`${of('c-two')}/erasure`, again)).toMatchObject({
      code: 'MOVE_REFUSED',
      message: 'ada@example.test has already requested to erase this customer',
    });
    await dora.post(`${path}/refuse`, { reason: 'the law obliges us to keep it' });
    expect(await dora.refused(`${path}/confirm`, { method: 'POST', body })).toMatchObject({
      code: 'MOVE_REFUSED',
      message: 'this request was already answered',
    });
    expect((await preview('c-two')).erasure).toBeNull();
    expect(await ada.refused(`${of('nobody')}/erasure`, again)).toMatchObject({ status: 404 });
  });

  it('is forbidden by a legal hold, an open case and a workflow that has not ended', async () => {
    await submit('c-held');
    const asked = await request(ada, 'c-held');
    const confirmation = { method: 'POST', body: { customerId: 'c-held' } };
    const path = `/domains/retail/erasures/${asked.erasureId}/confirm`;
    const { hold } = await ada.post<'holds.place'>(`${of('c-held')}/holds`, { reason: 'Order of a court' });
    expect(await dora.refused(path, confirmation)).toMatchObject({
      code: 'MOVE_REFUSED',
      message: 'a legal hold forbids to erase this customer',
    });
    // By a case: what is on its customer as a whole, and nothing of another customer.
    const ofCase = async (customerId: string) => {
      const found = await ada.get<'customers.read'>(of(customerId));
      const { caseNo } = found.latestCase!;
      return (await ada.get<'holds.list'>(`/domains/retail/holds?caseNo=${caseNo}`)).holds;
    };
    expect((await ofCase('c-held')).map(({ holdId }) => holdId)).toEqual([hold.holdId]);
    expect(await ofCase('c-two')).toEqual([]);
    const holdPath = `/domains/retail/holds/${hold.holdId}`;
    expect(await dora.refused(`${holdPath}/release`, { method: 'POST' })).toMatchObject({
      message: 'nobody has requested its release',
    });
    expect(await ada.refused(`${holdPath}/release-refusal`, { method: 'POST' })).toMatchObject({
      message: 'nobody has requested its release',
    });
    // Its requester takes the request back, or another person refuses it: the hold stays.
    for (const person of [ada, dora]) {
      await ada.post(`${holdPath}/release-request`, { reason: 'The order was lifted' });
      const { hold: kept } = await person.post<'holds.refuseRelease'>(`${holdPath}/release-refusal`);
      expect(kept).toMatchObject({ releaseRequestedBy: null, releaseReason: null, releasedAt: null });
    }
    const { records } = await ada.get<'audit.list'>('/audit?act=hold.refuse_release');
    expect(records.map(({ actor, detail }) => [actor.id, detail['requestedBy']])).toEqual([
      ['dora@example.test', 'ada@example.test'],
      ['ada@example.test', 'ada@example.test'],
    ]);
    await ada.post(`${holdPath}/release-request`, { reason: 'The order was lifted' });
    expect(await ada.refused(`${holdPath}/release`, { method: 'POST' })).toMatchObject({ code: 'OWN_WORK' });
    await dora.post(`${holdPath}/release`);
    expect(await dora.refused(path, confirmation)).toMatchObject({
      message: 'the customer has an open case: decide or cancel it first',
    });
    await decide('c-held');
    await confirm(dora, asked);
    await ended(asked.erasureId);
    expect(await ada.refused(of('c-held'))).toMatchObject({ status: 404 });
  });

  it('finds the records of one customer in the audit log, and of an erased one by the ID that stays', async () => {
    const executionId = await submit('c-audited');
    await submit('c-unasked');
    const { hold } = await ada.post<'holds.place'>(`${of('c-audited')}/holds`, { reason: 'Order 7' });
    const [caseNo] = (await ana.get<'cases.list'>('/domains/retail/cases?customerId=c-audited')).cases.map(
      (each) => each.caseNo,
    );
    await ada.post(`/domains/retail/cases/${caseNo}/notes`, { text: 'Papers are due' });
    const objectsOf = async (customerId: string, more = '') => {
      const { records } = await ada.get<'audit.list'>(`/audit?customerId=${customerId}${more}`);
      return new Set(records.map(({ object: { kind, id } }) => `${kind} ${id}`));
    };
    const all = [`execution ${executionId}`, `case ${caseNo}`, `hold ${hold.holdId}`];
    expect(await objectsOf('c-audited')).toEqual(new Set(all));
    expect(await objectsOf('c-audited', '&act=hold.')).toEqual(new Set([`hold ${hold.holdId}`]));
    expect(await objectsOf('c-audited', '&domain=other')).toEqual(new Set());
    expect(await objectsOf('c-nobody')).toEqual(new Set());
    // As the log calls the customer, whose records name no customerId.
    const [known] = await service.app.database.operator((tx) =>
      tx.sql<{ auditId: string }>(
        `select audit_id::text as "auditId" from customer where customer_id = 'c-audited'`,
      ),
    );
    expect(await objectsOf(known!.auditId)).toEqual(new Set(all));
    expect(await ada.get(`/domains/retail/audited-customers/${known!.auditId}`)).toEqual({
      customerId: 'c-audited',
      erased: null,
    });
    // As an object it has the records about itself.
    await ada.send(`${of('c-audited')}/export`);
    const { records: own } = await ada.get<'audit.list'>('/audit?objectId=c-audited');
    expect(own).toMatchObject([{ act: 'customer.export' }]);
    // Page by page, in the order of the log.
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: ConsoleData<'audit.list'> = await ada.get<'audit.list'>(
        `/audit?customerId=c-audited&limit=1${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      seen.push(...next.records.map(({ eventId }) => eventId));
      cursor = next.nextCursor;
    }
    const { records } = await ada.get<'audit.list'>('/audit?customerId=c-audited');
    expect(seen).toEqual(records.map(({ eventId }) => eventId));
    const file = await ada.send('/audit-file?customerId=c-audited&format=jsonl');
    expect(file.text.trimEnd().split('\n')).toHaveLength(records.length);

    await ada.post(`/domains/retail/holds/${hold.holdId}/release-request`, { reason: 'Order 8' });
    await dora.post(`/domains/retail/holds/${hold.holdId}/release`, {});
    await decide('c-audited');
    const requested = await request(ada, 'c-audited');
    await confirm(dora, requested);
    await ended(requested.erasureId);
    expect(await objectsOf('c-audited')).toEqual(new Set());
    expect(await objectsOf(requested.auditId)).toEqual(
      new Set([`customer ${requested.auditId}`, `erasure ${requested.erasureId}`]),
    );
    // That somebody asked the log for this customer alone names it by the ID of the log.
    const exports = await ada.get<'audit.list'>('/audit?act=audit.export');
    expect(JSON.stringify(exports)).not.toContain('c-audited');
    expect(exports.records[0]).toMatchObject({ detail: { customers: [requested.auditId] } });
  });

  it('waits for what came after it was confirmed', async () => {
    await submit('c-late', { name: 'Ottoline Vantreely' });
    const asked = await request(ada, 'c-late');
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into legal_hold (tenant_id, domain, hold_id, customer_id, reason, placed_by)
         select tenant_id, domain, gen_random_uuid(), customer_id, 'x', 'x' from erasure where erasure_id = $1`,
        [asked.erasureId],
      ),
    );
    await service.app.database.operator((tx) =>
      tx.sql(
        `update erasure set state = 'CONFIRMED', answered_by = 'x', answered_at = now() where erasure_id = $1`,
        [asked.erasureId],
      ),
    );
    const other = await submitAndErase('c-other');
    expect(other).toBe('DONE');
    expect(await preview('c-late')).toMatchObject({ erasure: { state: 'CONFIRMED', blocks: { holds: 1 } } });
    expect(await ada.get<'customers.read'>(of('c-late'))).toMatchObject({ name: 'Ottoline Vantreely' });
  });

  it('leaves a hold in force where the journal has the customer from an earlier step', async () => {
    await submit('c-step', { name: 'Ottoline Vantreely' });
    const { erasureId, auditId } = await request(ada, 'c-step');
    await ada.post(`${of('c-step')}/holds`, { reason: 'Order of a court' });
    await service.app.database.operator((tx) =>
      tx.sql(
        `update erasure set state = 'CONFIRMED', answered_by = 'x', answered_at = now() where erasure_id = $1`,
        [erasureId],
      ),
    );
    const tools = toolsWith((dataDir) => new DiskStore(dataDir));
    await addToJournal(tools, { tenantId: tenant.id, domain: 'retail', auditId });
    expect(await repeatErasures(tools, new AbortController().signal)).toBe(0);
    expect(await preview('c-step')).toMatchObject({ erasure: { state: 'CONFIRMED', blocks: { holds: 1 } } });
  });

  it('follows no entry of the journal that it did not sign, and signs older ones of its own erasures', async () => {
    await submit('c-signed', { name: 'Ottoline Vantreely' });
    const [{ auditId }] = (await service.app.database.operator((tx) =>
      tx.sql(`select audit_id::text as "auditId" from customer where customer_id = 'c-signed'`),
    )) as [{ auditId: string }];
    const tools = toolsWith((dataDir) => new DiskStore(dataDir));
    const folder = join(service.env['GATEHOUSE_DATA_DIR']!, 'erasures', tenant.id, 'retail');
    const entry = { tenantId: tenant.id, domain: 'retail', auditId: newId() };
    const again = () => repeatErasures(tools, new AbortController().signal);
    const checked = async () => (await checkJournal(tools.objectStore, service.app.masterKeys)).faults;
    await addToJournal(tools, entry);
    const signed = join(folder, `${auditId}.signed.json`);
    const unsigned = join(folder, `${auditId}.json`);
    // The signature of another customer, and none.
    await cp(join(folder, `${entry.auditId}.signed.json`), signed);
    await writeFile(unsigned, JSON.stringify({ ...entry, auditId }));
    expect(await again()).toBe(0);
    expect(await checked()).toEqual({
      forged: [`erasures/${tenant.id}/retail/${auditId}.signed.json`],
      unsigned: [`erasures/${tenant.id}/retail/${auditId}.json`],
      unknownKey: [],
    });
    expect((await ada.send(of('c-signed'))).status).toBe(200);
    const strangers = masterKeySet(parseMasterKey(newMasterKeyText())!);
    await rm(signed);
    await addToJournal({ ...tools, masterKeys: strangers }, { ...entry, auditId });
    expect(await again()).toBe(0);
    await rm(signed);
    const asked = await request(ada, 'c-signed');
    await confirm(dora, asked);
    await ended(asked.erasureId);
    await rm(signed);
    expect(await again()).toBe(0);
    expect(await checked()).toEqual({ forged: [], unsigned: [], unknownKey: [] });
    expect((await readdir(folder)).filter((name) => name.startsWith(auditId))).toEqual([
      `${auditId}.signed.json`,
    ]);
  });

  it('waits longer after each failure of the file store, says why, and goes on', async () => {
    const passport = await uploaded('kept-by-the-store.png');
    await submit('c-stuck', { name: 'Ottoline Vantreely', passport });
    const { erasureId } = await request(ada, 'c-stuck');
    const retry = (at: string) =>
      service.app.database.operator((tx) =>
        tx.sql(
          `update erasure set state = 'CONFIRMED', answered_by = 'x', answered_at = now(), retry_at = ${at}
           where erasure_id = $1`,
          [erasureId],
        ),
      );
    await retry(`now() + interval '1 day'`);
    class ReadOnlyStore extends DiskStore {
      override remove(): Promise<void> {
        return Promise.reject(new ObjectStoreFailure('AccessDenied'));
      }
    }
    const tools = toolsWith((dataDir) => new ReadOnlyStore(dataDir));
    const delays: number[] = [];
    for (let failures = 1; failures <= 3; failures += 1) {
      await attemptErasure(
        tools,
        { tenantId: tenant.id, domain: 'retail', erasureId },
        new AbortController().signal,
      );
      const { erasure } = await preview('c-stuck');
      expect(erasure).toMatchObject({ failures, failure: 'The file store failed: AccessDenied' });
      delays.push(erasure!.retryAt!);
      await retry(`now() + interval '1 day'`);
    }
    const [first, second, third] = delays as [number, number, number];
    expect(third - second).toBeGreaterThan(second - first);
    await retry('null');
    await ended(erasureId);
    const { erasures } = await ada.get<'erasures.list'>('/domains/retail/erasures');
    expect(erasures.find((each) => each.erasureId === erasureId)).toMatchObject({
      failures: 0,
      retryAt: null,
    });
  });

  it('lists requests and holds page after page', async () => {
    for (const customerId of ['c-page-1', 'c-page-2', 'c-page-3']) {
      await submit(customerId, { name: 'Ottoline Vantreely' });
      await request(ada, customerId);
      await ada.post(`${of(customerId)}/holds`, { reason: 'Order of a court' });
    }
    const walk = async (name: 'erasures' | 'holds', id: 'erasureId' | 'holdId') => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = (await ada.get(
          `/domains/retail/${name}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        )) as never as { nextCursor: string | null } & Record<string, Record<string, string>[]>;
        seen.push(...page[name]!.map((each) => each[id]!));
        cursor = page.nextCursor;
      }
      const whole = (await ada.get(`/domains/retail/${name}?limit=200`)) as never as Record<
        string,
        Record<string, string>[]
      >;
      expect(seen).toEqual(whole[name]!.map((each) => each[id]!));
      expect(seen.length).toBeGreaterThan(2);
      expect(await ada.refused(`/domains/retail/${name}?cursor=x`)).toMatchObject({ code: 'INVALID' });
    };
    await walk('erasures', 'erasureId');
    await walk('holds', 'holdId');
  });

  it('takes another person than who requested it for the command, too', async () => {
    await submit('c-command', { name: 'Ottoline Vantreely' });
    await request(ada, 'c-command');
    const order = { tenantId: tenant.id, domain: 'retail', customerId: 'c-command', reason: 'Request 12' };
    const tools = toolsWith((dataDir) => new DiskStore(dataDir));
    expect(await eraseByOperator(tools, { ...order, confirmedBy: 'ada@example.test' })).toEqual({
      kind: 'ownRequest',
    });
    expect(await eraseByOperator(tools, { ...order, confirmedBy: 'dora@example.test' })).toMatchObject({
      kind: 'erased',
    });
  });

  it('erases what is submitted while a step is under way', async () => {
    await submit('c-race', { name: 'Ottoline Vantreely' });
    const { erasureId } = await request(ada, 'c-race');
    const confirmed = { tenantId: tenant.id, domain: 'retail', erasureId };
    let steps = 0;
    class BusyStore extends DiskStore {
      override async put(key: string, file: LocalFile): Promise<void> {
        steps += 1;
        // The first step erases the only execution, so the second one found none.
        if (steps === 2) await submit('c-race', { name: 'Ottoline Vantreely' });
        await super.put(key, file);
      }
    }
    await service.app.database.operator((tx) =>
      tx.sql(
        `update erasure set state = 'CONFIRMED', answered_by = 'x', answered_at = now() where erasure_id = $1`,
        [erasureId],
      ),
    );
    // The service's own task may be faster.
    await eraseCustomer(
      toolsWith((dataDir) => new BusyStore(dataDir)),
      confirmed,
    );
    await ended(erasureId);
    const { rows } = await service.app.database.executeSql(
      `select from gatehouse.execution e where customer_id = 'c-race'
         and not exists (select from gatehouse.customer c where c.customer_id = e.customer_id)`,
      [],
    );
    expect(rows).toEqual([]);
  });

  function toolsWith(open: (dataDir: string) => DiskStore): ErasureTools {
    const dataDir = service.env['GATEHOUSE_DATA_DIR']!;
    const { database } = service.app;
    return {
      database,
      logger: createLogger('silent'),
      objectStore: open(dataDir),
      spool: new Spool(dataDir),
      masterKeys: service.app.masterKeys,
    };
  }

  async function submitAndErase(customerId: string): Promise<string> {
    await submit(customerId, { name: 'Ottoline Vantreely' });
    const asked = await request(ada, customerId);
    await confirm(dora, asked);
    await ended(asked.erasureId);
    return 'DONE';
  }

  // The embedded store has one connection: two transactions never meet there.
  it.skipIf(store === 'embedded')('leaves an execution that is resumed while a step runs', async () => {
    const executionId = await submit('c-resumed', { name: 'Ottoline Vantreely' });
    const asked = await request(ada, 'c-resumed');
    const set = (tx: Tx, state: string) =>
      tx.sql('update execution set state = $2 where execution_id = $1', [executionId, state]);
    const { database } = service.app;
    await database.operator(async (tx) => {
      await set(tx, 'RUNNING');
      await confirm(dora, asked);
      await until('the step to wait', async () => {
        const [waiting] = await tx.sql<{ count: number }>(
          'select count(*)::int as count from pg_locks where not granted',
        );
        return waiting!.count > 0;
      });
    });
    await until('the request to be blocked', async () => {
      const { erasure, blocks } = await preview('c-resumed');
      return erasure?.state === 'CONFIRMED' && blocks.executions === 1;
    });
    expect(await client.workflow.status(executionId)).toMatchObject({ executionId });
    await database.operator((tx) => set(tx, 'COMPLETED'));
    await ended(asked.erasureId);
    expect(await client.workflow.status(executionId)).toBeUndefined();
  });

  it('leaves a file that another customer’s submit refers to', async () => {
    const shared = await uploaded('terms-for-everybody.png');
    await submit('c-first', { name: 'Ottoline Vantreely', passport: shared });
    await submit('c-second', { name: 'Ottoline Vantreely', passport: shared });
    const asked = {
      INTERNET_SEARCH: { providers: [{ provider: 'searxng' }, { provider: 'feeds' }] },
      GLOBAL_CHECK: { remote: { host: 'match.example' } },
    };
    await service.app.database.operator((tx) =>
      tx.sql(
        `insert into quick_scan (tenant_id, domain, scan_id, state, subject, engines, request_id, list_versions, case_execution_id)
         select tenant_id, domain, gen_random_uuid(), 'DONE', '{}', '{}', 'r-1', $2::jsonb, execution_id
         from execution where tenant_id = $1 and customer_id = 'c-first'`,
        [tenant.id, JSON.stringify({ engines: asked })],
      ),
    );
    const out = join(newDirectory(), 'c-first');
    const order = { tenantId: tenant.id, domain: 'retail', customerId: 'c-first', out };
    expect(await service.app.exportCustomer(order)).toMatchObject({ kind: 'exported' });
    expect(await readdir(out)).toEqual(['data', 'index.html']);
    const page = await readFile(join(out, 'index.html'), 'utf8');
    for (const words of [
      'terms-for-everybody.png: not included, since submits of other customers refer to it too',
      `Kept by ${String(tenant['name'])} (tenant ${tenant.id}`,
      'The relationship goes on: the period of the customer begins when it ends.',
      '<td>Messages</td><td>30 days</td><td>Sending</td>',
      '<td>Provider of searches</td><td>match.example</td><td>1</td></tr><tr><td>Provider of searches</td><td>searxng</td><td>1</td></tr></table>',
      '<td>Checks, cases, hits and files</td><td>As long as the customer</td>',
      'Executions of workflows, with what was submitted: Pending is where the execution continues',
    ])
      expect(page).toContain(words);
    expect(await service.app.exportCustomer(order)).toEqual({ kind: 'exists' });
    const unknown = { ...order, customerId: 'c-nobody', out: `${out}.zip` };
    expect(await service.app.exportCustomer(unknown)).toEqual({ kind: 'notFound' });
    await submitAndErase('c-first');
    const { documents } = await ada.get<'customers.documents'>(`${of('c-second')}/documents`);
    const [{ uploadId } = { uploadId: '' }] = documents;
    expect((await ada.send(`/domains/retail/uploads/${uploadId}/content`)).status).toBe(200);
  });
});

describe('a store that is restored from a backup', () => {
  const tenant = aTenant({ users: [person('ada', ['admin']), person('dora', ['admin'])] });

  it('has nobody again who was erased after it, before anybody is answered', async () => {
    const dataDir = newDirectory();
    const open = async () => {
      const { config } = loadConfig({
        GATEHOUSE_DATA_DIR: dataDir,
        GATEHOUSE_PORT: '0',
        GATEHOUSE_METRICS_PORT: '0',
      });
      const app = await createApp(config, { logger: createLogger('silent') });
      await app.ready;
      return app;
    };
    await prepareBundledList(dataDir);
    let app = await open();
    await provisionTenants(app, [tenant]);
    const client = () =>
      createClient({ ...tenant.key, domain: 'retail', baseUrl: app.baseUrl, retry: false });
    const submit = async (customerId: string, name: string) => {
      const data = { customerId, name, customerType: 'individual' } as const;
      await client().workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
      await app.drain();
    };
    await submit('c-kept', 'Ottoline Vantreely');
    // Its case is open in the backup.
    await submit(canary.customerId, 'Osama bin Laden');
    await app.close();
    await cp(join(dataDir, 'postgres'), join(dataDir, 'backup'), { recursive: true });

    app = await open();
    const [ada, dora] = await Promise.all([signIn({ app }, tenant, 'ada'), signIn({ app }, tenant, 'dora')]);
    await app.database.operator((tx) =>
      tx.sql(
        "update case_record set status = 'REJECTED', resolved_at = now() where customer_id = 'canary-4711'",
      ),
    );
    await app.database.operator((tx) =>
      tx.sql(
        "update execution set state = 'COMPLETED', finished_at = now() where customer_id = 'canary-4711'",
      ),
    );
    const { erasure } = await ada.post<'erasures.request'>('/domains/retail/customers/canary-4711/erasure', {
      reason: 'Request 13',
    });
    await dora.post(`/domains/retail/erasures/${erasure.erasureId}/confirm`, {
      customerId: canary.customerId,
    });
    await until('the erasure', async () => {
      const { erasures } = await ada.get<'erasures.list'>('/domains/retail/erasures');
      return erasures[0]?.state === 'DONE';
    });
    await app.close();
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await rename(join(dataDir, 'backup'), join(dataDir, 'postgres'));

    app = await open();
    const again = await signIn({ app }, tenant, 'ada');
    expect(await again.refused('/domains/retail/customers/canary-4711')).toMatchObject({ status: 404 });
    expect(await again.get<'customers.list'>('/domains/retail/customers')).toMatchObject({
      customers: [{ customerId: 'c-kept' }],
    });
    expect(await tablesWithTraces(app.database)).toEqual([]);
    const { erasures } = await again.get<'erasures.list'>('/domains/retail/erasures');
    expect(erasures).toMatchObject([{ state: 'DONE', requestedBy: 'journal of erasures', customerId: null }]);
    await app.drain();
    await app.close();
  });
});
