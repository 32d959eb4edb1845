import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { endOf, type RetentionRunView } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../src/audit/verification/index.ts';
import { createLogger } from '../src/lib/logger.ts';
import { type RetentionTools, runRetention } from '../src/retention/index.ts';
import { previewRetention } from '../src/retention/preview.ts';
import { DiskStore } from '../src/uploads/disk-store.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const inYears = (years: number, days = 0) => {
  const at = inDays(days);
  at.setUTCFullYear(at.getUTCFullYear() + years);
  return at;
};
const today = () => new Date().toISOString().slice(0, 10);

describe.each(everyStore())('retention, %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    // The stories have runs of their own, at times of their own.
    service = await startTestService(store, { GATEHOUSE_RETENTION: 'off' });
  });
  afterAll(() => service?.stop());

  /** A tenant of a story, so that no other story's data is in its runs. */
  async function newStage() {
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
        {
          domain: 'retail',
          workflow: screeningWorkflow({ entry: [{ name: 'passport', type: 'string' }] }),
        },
      ],
    });
    await service.provision(tenant);
    const client: GatehouseClient = service.client({ ...tenant.key, domain: 'retail' });
    const ada = await signIn(service, tenant, 'ada');
    const scope = { tenantId: tenant.id, domain: 'retail' };
    const submit = async (customerId: string, more: Record<string, unknown> = {}): Promise<string> => {
      const data = {
        customerId,
        name: 'Wilhelmina Thornapple',
        customerType: 'individual',
        ...more,
      } as never;
      const { executionId } = await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
      await service.drain();
      return executionId;
    };
    const decide = async (customerId: string): Promise<string> => {
      const { cases } = await ada.get<'cases.list'>(
        `/domains/retail/cases?customerId=${customerId}&open=true`,
      );
      const { caseNo } = cases[0]!;
      const moves = `/domains/retail/cases/${caseNo}/moves`;
      const { revision } = await ada.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
      await ada.post(moves, { move: 'claim', expectedRevision: revision });
      await ada.post(moves, { move: 'reject', expectedRevision: revision + 1, reason: 'papers are missing' });
      await service.drain();
      return caseNo;
    };
    const uploaded = async (filename: string): Promise<string> => {
      const token = await uploadToken(service, tenant.key);
      return (await sendFile(service, token, { bytes: png(), filename })).data!.url;
    };
    const customers = async () => {
      const { customers: found } = await ada.get<'customers.list'>('/domains/retail/customers');
      return found.map(({ customerId }) => customerId).toSorted();
    };
    const read = () => ada.get<'retention.read'>('/domains/retail/retention');
    const runs = async (): Promise<RetentionRunView[]> =>
      (await read()).runs.filter(({ appliesTo }) => appliesTo === 'domain');
    const change = (who: Browser, body: unknown) =>
      who.post<'retention.change'>('/domains/retail/retention/changes', body);
    return { tenant, client, ada, scope, submit, decide, uploaded, customers, read, runs, change };
  }

  const tools = (more: Partial<RetentionTools> = {}): RetentionTools => ({
    database: service.app.database,
    logger: createLogger('silent'),
    objectStore: new DiskStore(service.env['GATEHOUSE_DATA_DIR']!),
    personalKeys: personalKeysOf(service.app),
    node: 'one',
    defaults: { webhookLogDays: 365 },
    ...more,
  });
  const run = (now: Date, more: Partial<RetentionTools> = {}, signal = new AbortController().signal) =>
    runRetention(tools(more), { now, signal, pauses: false });
  const sql = (text: string, values: readonly unknown[]) =>
    service.app.database.operator((tx) => tx.sql(text, values));
  const ofKind = (each: RetentionRunView, kind: string) => each.kinds.find((one) => one.kind === kind)!;

  async function storedFiles(tenantId: string): Promise<number> {
    const folder = join(service.env['GATEHOUSE_DATA_DIR']!, 'uploads');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && entry.parentPath.includes(tenantId)).length;
  }

  /** Messages of long ago and customers of whom nothing happened for years, as many as there are. */
  const addMessages = (tenantId: string, count: number) =>
    sql(
      `insert into message (tenant_id, domain, message_id, channel, kind, language, address, state, expires_at)
       select $1, 'retail', gen_random_uuid(), 'email', 'code', 'en', 'a…@example.test', 'SENT', now()
       from generate_series(1, $2)`,
      [tenantId, count],
    );
  const addOldCustomers = (tenantId: string, count: number) =>
    sql(
      `insert into customer (tenant_id, domain, customer_id, name, profile, relationship_ended_on, created_at, updated_at)
       select $1, 'retail', 'old-' || n, 'Old', '{}', current_date - 4000, now() - interval '11 years', now() - interval '11 years'
       from generate_series(1, $2) n`,
      [tenantId, count],
    );

  it('counts customers from the end of the relationship, and takes what the preview says', async () => {
    const { tenant, ada, scope, submit, decide, uploaded, customers, runs } = await newStage();
    await submit('c-rejected', { passport: await uploaded('a.png') });
    for (const id of ['c-held', 'c-open']) await submit(id);
    // Nobody on a list: approved by itself.
    for (const id of ['c-ended', 'c-ongoing']) await submit(id, { name: 'Ottoline Vantreely' });
    await decide('c-rejected');
    const caseNo = await decide('c-held');
    await ada.post('/domains/retail/customers/c-held/holds', { reason: 'Order of a court', caseNo });
    await ada.post('/domains/retail/customers/c-ended/relationship', { endedOn: today() });
    for (const endedOn of [inDays(5).toISOString().slice(0, 10), '0202-06-01', '0000-01-01']) {
      const body = { endedOn };
      expect(
        await ada.refused('/domains/retail/customers/c-ended/relationship', { method: 'POST', body }),
      ).toMatchObject({ code: 'INVALID', field: 'endedOn' });
    }

    const keptOf = (id: string) => ada.get<'retention.customer'>(`/domains/retail/customers/${id}/retention`);
    for (const id of ['c-rejected', 'c-held', 'c-ended']) {
      const { countedFrom, ...kept } = await keptOf(id);
      expect(Date.parse(countedFrom)).toBeGreaterThan(inDays(-2).getTime());
      expect(kept).toMatchObject({ isOngoing: false, until: endOf('P5Y', countedFrom) });
    }
    for (const id of ['c-open', 'c-ongoing'])
      expect(await keptOf(id)).toMatchObject({ isOngoing: true, until: null, rule: { period: 'P5Y' } });
    expect(await ada.refused('/domains/retail/customers/c-nobody/retention')).toMatchObject({
      code: 'NOT_FOUND',
    });
    await run(inYears(5, -1));
    expect(ofKind((await runs())[0]!, 'customers')).toMatchObject({ removed: 0, kept: {} });
    const rule = { period: 'P5Y', basis: 'RELATIONSHIP_END' } as const;
    const previewAt = (now: Date) =>
      previewRetention(service.app.database, [scope], { kind: 'customers', rule, now });
    // As of the next run, a day after the one before, and not of the moment when somebody looks.
    expect(await previewAt(inYears(5, -1))).toMatchObject({ due: 1 });
    await sql('delete from retention_run where tenant_id = $1', [tenant.id]);
    expect(await previewAt(inYears(5, -1))).toMatchObject({ due: 0 });

    const now = inYears(5, 2);
    const preview = await previewAt(now);
    expect(preview).toEqual({ due: 2, kept: { HOLD: 1, OPEN_CASE: 1, ONGOING: 1 }, isComplete: true });
    await run(now);
    const [report] = await runs();
    expect(report).toMatchObject({ state: 'DONE', waitsFor: null, failure: null });
    const counted = ofKind(report!, 'customers');
    expect({ due: counted.removed, kept: counted.kept, isComplete: true }).toEqual(preview);
    expect(counted.rows).toMatchObject({ customer: 2, execution: 2, case_record: 2, file: 1 });
    expect(await customers()).toEqual(['c-held', 'c-ongoing', 'c-open']);
    expect(await storedFiles(tenant.id)).toBe(0);
    const verified = await verifyAudit(service.app.database, { masterKeys: service.app.masterKeys });
    expect(verified.tenants.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('takes executions by their decision, but none that a hold on its case keeps', async () => {
    const { ada, submit, decide, change, runs, customers } = await newStage();
    const gone = await submit('c-one');
    await decide('c-one');
    const kept = await submit('c-one');
    const caseNo = await decide('c-one');
    await ada.post('/domains/retail/customers/c-one/holds', { reason: 'Order of a court', caseNo });
    const rule = { period: 'P2Y', basis: null };
    const { change: asked } = await change(ada, {
      kind: 'executions',
      appliesTo: 'domain',
      rule,
      reason: 'x',
    });
    expect(asked.state).toBe('REQUESTED');
    await sql(
      `insert into retention_period (tenant_id, domain, kind, period)
       select tenant_id, domain, kind, period from retention_change where change_id = $1`,
      [asked.changeId],
    );
    await run(inYears(2, 2));
    expect(ofKind((await runs())[0]!, 'executions')).toMatchObject({ removed: 1, kept: { HOLD: 1 } });
    const left = await sql(
      'select execution_id::text as id from execution where execution_id = any($1::uuid[])',
      [[gone, kept]],
    );
    expect(left).toEqual([{ id: kept }]);
    expect(await customers()).toEqual(['c-one']);
  });

  it('takes a second person, a typed domain and no other to keep data for less long', async () => {
    const { tenant, ada, change, read } = await newStage();
    const [dora, ana, olga] = (await Promise.all(
      ['dora', 'ana', 'olga'].map((name) => signIn(service, tenant, name)),
    )) as [Browser, Browser, Browser];
    const body = (period: string | null) => ({
      kind: 'quickScans',
      appliesTo: 'tenant',
      rule: { period, basis: null },
      reason: 'Our policy 7',
    });
    expect(await ana.refused('/domains/retail/retention')).toMatchObject({ code: 'FORBIDDEN' });
    const path = '/domains/retail/retention/changes';
    expect(await olga.refused(path, { method: 'POST', body: body('P1Y') })).toMatchObject({
      code: 'FORBIDDEN',
    });
    const { change: longer } = await change(ada, body('P7Y'));
    expect(longer).toMatchObject({ state: 'APPLIED', previous: { period: 'P5Y' } });
    const { change: shorter } = await change(ada, body('P1Y'));
    const { changeId } = shorter;
    expect(shorter).toMatchObject({ state: 'REQUESTED', previous: { period: 'P7Y' }, appliesTo: 'tenant' });
    expect((await read()).periods.find(({ kind }) => kind === 'quickScans')).toMatchObject({
      rule: { period: 'P7Y' },
      from: 'tenant',
      default: { period: 'P5Y' },
    });
    expect(await dora.refused(path, { method: 'POST', body: body('P2Y') })).toMatchObject({
      message: 'ada@example.test has already requested another period: answer that request first',
    });
    const approval = (confirmation: string) => ({ method: 'POST', body: { confirmation } });
    const approve = `${path}/${changeId}/approve`;
    expect(await ada.refused(approve, approval(tenant.id))).toMatchObject({ code: 'OWN_WORK' });
    expect(await dora.refused(approve, approval('retail'))).toMatchObject({
      code: 'MOVE_REFUSED',
      field: 'confirmation',
    });
    await dora.post(approve, { confirmation: tenant.id });
    expect(await dora.refused(approve, approval(tenant.id))).toMatchObject({
      message: 'this request was already answered',
    });
    expect((await read()).periods.find(({ kind }) => kind === 'quickScans')).toMatchObject({
      rule: { period: 'P1Y' },
    });
    const { records } = await ada.get<'audit.list'>('/audit?objectId=quickScans');
    expect(records.map(({ act }) => act)).toEqual([
      'retention.approve',
      'retention.request',
      'retention.change',
    ]);
    const { change: back } = await change(ada, { ...body(null), rule: null });
    expect(back).toMatchObject({ state: 'APPLIED', isReset: true, rule: { period: 'P5Y' } });
  });

  it('waits for a person where it would take implausibly much, and takes it once confirmed', async () => {
    const { tenant, ada, customers, runs } = await newStage();
    await addOldCustomers(tenant.id, 101);
    await run(new Date());
    const [waiting] = await runs();
    const waitsFor = { cause: 'MUCH', kind: 'customers', count: 101, limit: 100 };
    expect(waiting).toMatchObject({ state: 'WAITING', waitsFor });
    await run(inDays(2));
    expect(await customers()).toHaveLength(50);
    expect(await runs()).toHaveLength(1);
    const path = `/domains/retail/retention/runs/${waiting!.runId}`;
    const wrong = { method: 'POST', body: { confirmation: 'retial' } };
    expect(await ada.refused(`${path}/confirm`, wrong)).toMatchObject({ field: 'confirmation' });
    await ada.post(`${path}/confirm`, { confirmation: 'retail' });
    await run(new Date());
    const [done] = await runs();
    expect(done).toMatchObject({ state: 'DONE', answeredBy: 'ada@example.test' });
    expect(ofKind(done!, 'customers')).toMatchObject({ due: 101, removed: 101 });
    expect(await customers()).toEqual([]);
    expect(await ada.refused(`${path}/cancel`, { method: 'POST' })).toMatchObject({ code: 'MOVE_REFUSED' });
  });

  it('waits where the clock jumped over a month, and lets nobody confirm a time ahead of the clock', async () => {
    const { tenant, ada, runs } = await newStage();
    await run(new Date());
    await addMessages(tenant.id, 3);
    await run(inDays(31));
    const [waiting] = await runs();
    expect(waiting).toMatchObject({ state: 'WAITING', waitsFor: { cause: 'GAP', count: 31, limit: 7 } });
    const path = `/domains/retail/retention/runs/${waiting!.runId}`;
    const confirmation = { method: 'POST', body: { confirmation: 'retail' } };
    expect(await ada.refused(`${path}/confirm`, confirmation)).toMatchObject({
      message: 'the run counts to a time ahead of the clock: cancel it',
    });
    await ada.post(`${path}/cancel`);
    expect(await sql('select 1 from message where tenant_id = $1', [tenant.id])).toHaveLength(3);
    // The clock is right again: the next day has its run.
    await run(inDays(1.1));
    expect((await runs())[0]).toMatchObject({ state: 'DONE' });
  });

  it('is carried out once by two server nodes, page by page', async () => {
    const { tenant, runs } = await newStage();
    await addMessages(tenant.id, 1_234);
    const now = inDays(40);
    // Both have the same name, so that neither leaves it to the other.
    await Promise.all([run(now), run(now)]);
    await run(now, { node: 'two' });
    const all = await runs();
    expect(all).toHaveLength(1);
    expect(all[0]!.state).toBe('DONE');
    expect(ofKind(all[0]!, 'messages')).toMatchObject({ due: 1_234, removed: 1_234 });
    expect(await sql('select 1 from message where tenant_id = $1', [tenant.id])).toEqual([]);
  });

  it('leaves a run to the server node that has it', async () => {
    const { tenant, runs } = await newStage();
    await sql(
      `insert into retention_run (tenant_id, domain, run_id, state, as_of, periods, claimed_by, claimed_until)
       values ($1, 'retail', gen_random_uuid(), 'COUNTING', now(), '{}', 'other', now() + interval '1 minute')`,
      [tenant.id],
    );
    await run(new Date());
    expect((await runs())[0]!.state).toBe('COUNTING');
    await sql(`update retention_run set claimed_until = now() - interval '1 second' where tenant_id = $1`, [
      tenant.id,
    ]);
    await run(new Date());
    expect((await runs())[0]!.state).toBe('DONE');
  });

  it('goes on after a crash between files and rows', async () => {
    const { tenant, submit, decide, uploaded, runs, customers } = await newStage();
    await submit('c-crash', { passport: await uploaded('a.png') });
    await decide('c-crash');
    const stopping = new AbortController();
    class DyingStore extends DiskStore {
      override async remove(key: string): Promise<void> {
        await super.remove(key);
        stopping.abort();
        throw new Error('the process ends here');
      }
    }
    const now = inYears(5, 2);
    const objectStore = new DyingStore(service.env['GATEHOUSE_DATA_DIR']!);
    await run(now, { objectStore }, stopping.signal);
    expect((await runs())[0]!.state).toBe('RUNNING');
    expect(await storedFiles(tenant.id)).toBe(0);
    expect(await customers()).toEqual(['c-crash']);
    await run(now);
    const [done] = await runs();
    expect(done).toMatchObject({ state: 'DONE' });
    expect(ofKind(done!, 'customers')).toMatchObject({ removed: 1, rows: { customer: 1, execution: 1 } });
    expect(await customers()).toEqual([]);
  });

  it('leaves what the object store refuses to the next run, and takes the rest', async () => {
    const { tenant, submit, decide, uploaded, runs, customers } = await newStage();
    await submit('c-file', { passport: await uploaded('a.png') });
    await decide('c-file');
    await submit('c-plain');
    await decide('c-plain');
    class RefusingStore extends DiskStore {
      override remove(): Promise<void> {
        return Promise.reject(new Error('403 AccessDenied'));
      }
    }
    const now = inYears(5, 2);
    await run(now, { objectStore: new RefusingStore(service.env['GATEHOUSE_DATA_DIR']!) });
    const [refused] = await runs();
    expect(refused).toMatchObject({ state: 'DONE', failure: '403 AccessDenied' });
    expect(ofKind(refused!, 'customers')).toMatchObject({ due: 2, removed: 1, kept: { FAILED: 1 } });
    expect(await customers()).toEqual(['c-file']);
    await run(inYears(5, 3.1));
    expect(await customers()).toEqual([]);
    expect(await storedFiles(tenant.id)).toBe(0);
  });

  it('keeps a customer that comes back or is held while it goes', async () => {
    const { submit, decide, uploaded, runs, scope } = await newStage();
    await submit('c-back', { passport: await uploaded('a.png') });
    await decide('c-back');
    class BusyStore extends DiskStore {
      override async remove(key: string): Promise<void> {
        await super.remove(key);
        await sql(
          `insert into legal_hold (tenant_id, domain, hold_id, customer_id, reason, placed_by)
           values ($1, $2, $3, 'c-back', 'Order of a court', 'x')`,
          [scope.tenantId, scope.domain, randomUUID()],
        );
      }
    }
    await run(inYears(5, 2), { objectStore: new BusyStore(service.env['GATEHOUSE_DATA_DIR']!) });
    const [done] = await runs();
    expect(done).toMatchObject({ state: 'DONE' });
    expect(ofKind(done!, 'customers').removed).toBe(0);
    const left = await sql(
      `select (select count(*)::int from execution where tenant_id = $1) as executions,
         (select count(*)::int from case_record where tenant_id = $1) as cases`,
      [scope.tenantId],
    );
    expect(left).toEqual([{ executions: 1, cases: 1 }]);
  });

  it('takes old tests of screening with their samples, but none that has a customer under a legal hold', async () => {
    const { tenant, ada, scope, submit, runs } = await newStage();
    await submit('c-held', { name: 'Ottoline Vantreely' });
    const path = '/domains/retail/assurance-runs';
    const settings = {
      engine: 'GLOBAL_CHECK',
      engineSettings: { matchStrength: 'STRONG', maxHits: 10 },
    } as const;
    const ordered = async (seed: number): Promise<string> => {
      const order = { seed, size: 100, screening: settings };
      const { assuranceRunId } = await ada.post<'assurance.order'>(path, order);
      await ada.send(`${path}/${assuranceRunId}/cancel`, { method: 'POST' });
      return assuranceRunId;
    };
    const [free, held] = [await ordered(1), await ordered(2)];
    const of = [scope.tenantId, scope.domain];
    await sql(
      `insert into assurance_pair (tenant_id, domain, run_id, pair_no, customer_id, score, source, entity_id, listed)
       values ($1, $2, $3, 1, 'c-held', 0.7, 'sample', 'p01', '{}')`,
      [...of, held],
    );
    await sql(
      `insert into legal_hold (tenant_id, domain, hold_id, customer_id, reason, placed_by)
       values ($1, $2, $3, 'c-held', 'Order of a court', 'x')`,
      [...of, randomUUID()],
    );
    const left = async () => {
      const rows = await sql('select run_id::text as id from assurance_run where tenant_id = $1', [
        tenant.id,
      ]);
      return rows.map(({ id }) => id);
    };
    await run(inYears(5, -2));
    expect(await left()).toEqual(expect.arrayContaining([free, held]));
    await run(inYears(5, 2));
    expect(ofKind((await runs())[0]!, 'assurance')).toMatchObject({ removed: 1, kept: { HOLD: 1 } });
    expect(await left()).toEqual([held]);
    await sql("update legal_hold set released_at = now(), released_by = 'x' where tenant_id = $1", [
      tenant.id,
    ]);
    await run(inYears(5, 4));
    expect(ofKind((await runs())[0]!, 'assurance').rows).toMatchObject({
      assurance_run: 1,
      assurance_pair: 1,
    });
    expect(await left()).toEqual([]);
  });

  it('takes files that nothing refers to, scans, contents of calls and old details, and no other', async () => {
    const { tenant, ada, client, submit, uploaded, runs } = await newStage();
    await uploaded('nobody-sent-it.png');
    await submit('c-file', { passport: await uploaded('sent.png') });
    await client.quickscan.submit({
      name: 'Wilhelmina Thornapple',
      customerType: 1,
      providers: ['WATCHLIST', 'GLOBAL_CHECK'],
    });
    await service.drain();
    expect(await storedFiles(tenant.id)).toBe(2);
    await run(inDays(31));
    expect(ofKind((await runs())[0]!, 'uploads')).toMatchObject({ removed: 1, rows: { upload: 1, file: 1 } });
    expect(await storedFiles(tenant.id)).toBe(1);
    const scans = async () => (await ada.get<'scans.list'>('/domains/retail/quick-scans')).scans.length;
    expect(await scans()).toBe(1);
    const [{ scanId } = {}] = await sql('select scan_id as "scanId" from quick_scan where tenant_id = $1', [
      tenant.id,
    ]);
    const keys = () => sql('select key_id from personal_key where key_id = $1', [scanId]);
    expect(await keys()).toHaveLength(1);
    await sql('delete from retention_run where tenant_id = $1', [tenant.id]);
    await run(inYears(10, 1));
    const [old] = await runs();
    expect(old).toMatchObject({ state: 'DONE' });
    expect(ofKind(old!, 'quickScans').removed).toBe(1);
    expect(ofKind(old!, 'usage')).toMatchObject({ removed: 1, rows: { usage_ledger: 1 } });
    expect(await scans()).toBe(0);
    expect(await keys()).toEqual([]);
    const ofTenant = (await ada.get<'retention.read'>('/domains/retail/retention')).runs.find(
      ({ appliesTo }) => appliesTo === 'tenant',
    )!;
    expect(ofKind(ofTenant, 'auditDetails').removed).toBeGreaterThan(0);
    const verified = await verifyAudit(service.app.database, { masterKeys: service.app.masterKeys });
    expect(verified.tenants.flatMap(({ findings }) => findings)).toEqual([]);
  });
});
