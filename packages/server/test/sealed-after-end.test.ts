import type { CaseTransitionName } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExecutionScreenings } from '../src/as-of/stored-screenings.ts';
import { type Database, insertInto } from '../src/database/database.ts';
import { countEndedInClear, findEnded, sealEnded } from '../src/interpreter/seal-ended.ts';
import { unzipWithin } from '../src/lib/unzip.ts';
import { executionSealer } from '../src/personal-keys/index.ts';
import { screeningCommonInput } from '../src/screening/index.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { pagesOf } from './support/pdf-pages.ts';
import { personalKeysOf } from './support/personal-keys.ts';
import { until } from './support/server-process.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

const name = 'Ottoline Vantreely';
const keyGone = 'What was submitted and what the steps did cannot be read';

const waiting = {
  id: 'wf_waiting',
  name: 'Waiting',
  eventType: 'KYC_EVENT',
  nodes: [
    { id: 'pause', type: 'wait', for: 'PT1S' },
    { id: 'screen', type: 'screening', engines: { WATCHLIST: {} }, subject: { name: 'data.name' } },
    { id: 'fine', type: 'decision', outcome: 'approve' },
  ],
  entry: [{ name: 'name', type: 'string' }],
  edges: [
    { from: 'start', to: 'pause' },
    { from: 'pause', to: 'screen' },
    { from: 'screen', to: 'fine' },
  ],
};

const { nodes, ...screening } = screeningWorkflow({ entry: [{ name: 'passport', type: 'string' }] }) as {
  nodes: readonly Record<string, unknown>[];
};
/** One group decides. */
const reviewed = {
  ...screening,
  nodes: nodes.map((node) => (node['id'] === 'decide' ? { ...node, groups: ['first-line'] } : node)),
};

interface StoredRow extends Record<string, unknown> {
  readonly isSealed: boolean;
  readonly row: string;
  readonly log: string;
  readonly logRows: number;
  readonly keys: readonly string[];
  readonly references: number;
}

describe.each(everyStore())('an execution that did not end at once, %s', (store) => {
  let service: TestService;
  let client: GatehouseClient;
  let ada: Browser;
  const tenant = aTenant({
    users: [person('ada', ['admin', 'analyst'], ['first-line', 'compliance'])],
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple' }],
    workflows: [
      { domain: 'retail', workflow: reviewed },
      { domain: 'retail', workflow: waiting },
    ],
  });
  const scope = { tenantId: tenant.id, domain: 'retail' };
  beforeAll(async () => {
    service = await startTestService(store, {
      GATEHOUSE_SEAL_EXECUTIONS: 'on',
      GATEHOUSE_CANCELLED_STATUS: 'CANCELLED',
    });
    await service.provision(tenant);
    client = service.client({ ...tenant.key, domain: 'retail' });
    ada = await signIn(service, tenant, 'ada');
  });
  afterAll(() => service?.stop());

  /** One that people decide: its country of residence has a high risk, and no list has it. */
  async function submit(customerId: string, more: Record<string, unknown> = {}) {
    const data = { customerId, customerType: 'individual', name, countryOfResidence: 'IR', ...more } as never;
    const { executionId } = await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.app.drain();
    const { caseNo } = (await client.workflow.status(executionId))!;
    return { executionId, caseNo: caseNo! };
  }

  async function move(caseNo: string, ...names: readonly CaseTransitionName[]): Promise<void> {
    for (const one of names) {
      const { revision } = await ada.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
      const request = { move: one, expectedRevision: revision, ...(one !== 'claim' && { reason: 'known' }) };
      await ada.post(`/domains/retail/cases/${caseNo}/moves`, request);
    }
  }

  async function stored(executionId: string): Promise<StoredRow> {
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<StoredRow>(
        `select e.sealed is not null as "isSealed", to_jsonb(e)::text || encode(coalesce(e.sealed, ''), 'escape') as row,
           (select jsonb_agg(to_jsonb(v))::text from gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id) v) as log,
           (select count(*)::int from visit v where v.execution_id = e.execution_id) as "logRows",
           array(select encode(wrapped_key, 'hex') from personal_key where key_id = e.execution_id) as keys,
           (select count(*)::int from upload_reference r where r.execution_id = e.execution_id) as "references"
         from execution e where e.execution_id = $1`,
        [executionId],
      ),
    );
    return row!;
  }

  /** All that the console shows of it. */
  async function shown(executionId: string, caseNo: string, customerId: string) {
    const at = '/domains/retail';
    return {
      execution: await ada.get<'executions.read'>(`${at}/executions/${executionId}`),
      case: await ada.get<'cases.read'>(`${at}/cases/${caseNo}`),
      risk: await ada.get<'cases.risk'>(`${at}/cases/${caseNo}/risk`),
      customer: await ada.get<'customers.read'>(`${at}/customers/${customerId}`),
      documents: await ada.get<'customers.documents'>(`${at}/customers/${customerId}/documents`),
      hits: await ada.get<'customers.hits'>(`${at}/customers/${customerId}/hits?limit=10`),
      details: await ada.get<'cases.hits'>(`${at}/cases/${caseNo}/hits`),
      rulings: await ada.get<'rulings.list'>(`${at}/customers/${customerId}/rulings?limit=10`),
      stated: await ada.send(`${at}/customers/${customerId}/submitted-information`).then(({ text }) => text),
    };
  }

  async function reportOf(caseNo: string): Promise<string> {
    const address = `${service.app.consoleUrl}/api/domains/retail/cases/${caseNo}/report`;
    const response = await fetch(address, { headers: { cookie: ada.cookie! } });
    expect(response.status).toBe(200);
    return (await pagesOf(new Uint8Array(await response.arrayBuffer()))).join(' ').replaceAll(/\s+/g, ' ');
  }

  const left: string[] = [];

  /** What the periodic task does, with a store that may fail. */
  async function sealBy(database: Database): Promise<boolean> {
    const keys = personalKeysOf(service.app);
    const { scopes } = await findEnded(database);
    const sealer = executionSealer(keys, () => []);
    return sealEnded(
      database,
      { sealer, commonInput: { screening: screeningCommonInput } },
      { scopes, onLeft: (executionId) => left.push(executionId) },
    );
  }
  /** What the customer gets of its executions, wherever their log lies. */
  async function exported(customerId: string): Promise<unknown> {
    const address = `${service.app.consoleUrl}/api/domains/retail/customers/${customerId}/export`;
    const response = await fetch(address, { headers: { cookie: ada.cookie! } });
    const unpacked = unzipWithin(new Uint8Array(await response.arrayBuffer()), 1024 * 1024);
    if (!unpacked.ok) throw new Error('the export does not open');
    const rows = (table: string): Record<string, unknown>[] =>
      JSON.parse(String(unpacked.files.get(`data/${table}.json`) ?? '[]'));
    return rows('execution').map(({ data, outputs, node_runs: own, decision, finished_at: endedAt }) => {
      const log = ((own as Record<string, unknown>[] | null) ?? rows('visit')).map((run) => ({
        node: run['node_id'],
        input: run['input'],
        output: run['output'],
        startedAt: Date.parse(String(run['started_at'])),
      }));
      return { data, outputs, log, decision, endedAt };
    });
  }
  const asOf = (executionId: string) => {
    const { database } = service.app;
    return readExecutionScreenings(
      { database, personalKeys: personalKeysOf(service.app) },
      scope,
      executionId,
    );
  };
  const sealed = (executionId: string) =>
    until('it is sealed', async () => {
      await service.app.sealEnded();
      return (await stored(executionId)).isSealed;
    });

  it('is sealed once people decided it, and every page shows what it did before', async () => {
    const token = await uploadToken(service, tenant.key);
    const passport = (await sendFile(service, token, { bytes: png(), filename: 'passport.png' })).data!.url;
    const { executionId, caseNo } = await submit('c-person', { passport });
    await service.app.sealEnded();
    expect(await stored(executionId)).toMatchObject({ isSealed: false, keys: [] });
    await move(caseNo, 'claim', 'approve');
    const before = await shown(executionId, caseNo, 'c-person');
    const inClear = () => service.app.database.operator((tx) => countEndedInClear(tx, 10));
    expect(await inClear()).toBe(1);
    await sealed(executionId);
    expect(await inClear()).toBe(0);
    const row = await stored(executionId);
    expect(row).toMatchObject({ logRows: 0, keys: [expect.any(String)], references: 1 });
    for (const part of [name, 'passport', 'high-risk']) expect(row.log).not.toContain(part);
    for (const part of [name, 'passport.png']) expect(row.row).not.toContain(part);
    expect(row.log).toMatch(/"lists": \{"/);
    expect(await shown(executionId, caseNo, 'c-person')).toEqual(before);
    expect(before.execution.steps.map(({ nodeId }) => nodeId)).toEqual(['screen', 'score', 'decide']);
    expect(before.case).toMatchObject({ subject: { name, passport }, status: 'APPROVED' });
    expect(await reportOf(caseNo)).not.toContain(keyGone);
  });

  it('is sealed where a time passed, and where it was cancelled', async () => {
    const data = { customerId: 'c-time', customerType: 'individual', name } as never;
    const { executionId } = await client.workflow.submit({ eventType: 'KYC_EVENT', data });
    await until('the end', async () => (await client.workflow.status(executionId))?.status === 'COMPLETED');
    await sealed(executionId);
    const { steps } = await ada.get<'executions.read'>(`/domains/retail/executions/${executionId}`);
    expect(steps.map(({ nodeId }) => nodeId)).toEqual(['pause', 'screen', 'fine']);
    expect(steps[0]!.finishedAt - steps[0]!.startedAt).toBeGreaterThanOrEqual(1000);
    expect(steps[1]).toMatchObject({ input: { subjects: [{ name }], lists: expect.any(Object) } });

    const cancelled = await submit('c-cancelled');
    await move(cancelled.caseNo, 'claim', 'cancel');
    const before = await shown(cancelled.executionId, cancelled.caseNo, 'c-cancelled');
    expect(before.execution.state).toBe('CANCELLED');
    await sealed(cancelled.executionId);
    expect(await shown(cancelled.executionId, cancelled.caseNo, 'c-cancelled')).toEqual(before);
  });

  const listed = 'Wilhelmina Thornapple';
  const lowRisk = { dateOfBirth: '1970-01-02', countryOfResidence: 'NZ' };
  const rule = (caseNo: string, alertId: string) => ({
    path: `/domains/retail/cases/${caseNo}/alerts/${alertId}/rulings`,
    body: { ruling: 'FALSE_POSITIVE', reason: 'Another date of birth, says the passport' },
  });

  it('is sealed with its hits, and shows whom they are about', async () => {
    const { executionId, caseNo } = await submit('c-hit', { name: listed, ...lowRisk });
    await move(caseNo, 'claim');
    const alertId = (await ada.get<'cases.read'>(`/domains/retail/cases/${caseNo}`)).alerts[0]!.alertId;
    const ruling = rule(caseNo, alertId);
    await ada.post(ruling.path, ruling.body);
    await move(caseNo, 'approve');
    const before = await shown(executionId, caseNo, 'c-hit');
    const [exportedBefore, asOfBefore] = [await exported('c-hit'), await asOf(executionId)];
    expect(JSON.stringify(exportedBefore)).toContain('1970-01-02');
    expect(asOfBefore).toMatchObject([{ subjects: [{ name: listed }], isReadable: true, hits: [{}] }]);
    expect(before.hits.hits).toMatchObject([{ subject: { name: listed }, entityId: 'watchlist:w1' }]);
    expect(before.case.subjects).toMatchObject([{ name: listed, facts: { dateOfBirth: '1970-01-02' } }]);
    expect(before.case.alerts).toMatchObject([{ resolution: 'FALSE_POSITIVE' }]);
    await sealed(executionId);
    const { row, log, logRows } = await stored(executionId);
    expect(logRows).toBe(0);
    for (const part of [listed, '1970-01-02']) expect(row + log).not.toContain(part);
    expect(await shown(executionId, caseNo, 'c-hit')).toEqual(before);
    expect(await exported('c-hit')).toEqual(exportedBefore);
    expect(await asOf(executionId)).toEqual(asOfBefore);
    expect(await reportOf(caseNo)).toContain('1970-01-02');

    // A ruling that is put right keeps what was screened.
    await ada.post(ruling.path, { ...ruling.body, ruling: 'UNDECIDED', reason: 'The passport is another’s' });
    const { rulings } = await ada.get<'rulings.list'>('/domains/retail/customers/c-hit/rulings?limit=10');
    expect(rulings[0]).toMatchObject({ ruling: 'UNDECIDED', subject: { name: listed } });
    const [key] = await service.app.database.operator((tx) =>
      tx.sql('delete from personal_key where key_id = $1 returning *', [executionId]),
    );
    const undecided = await ada.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
    expect(undecided).toMatchObject({ isKeyMissing: true, alerts: [{ resolution: null }] });
    await service.app.database.operator((tx) => tx.run(insertInto('personal_key', key!)));
    // The next hit is silenced by a ruling again, and the execution sealed with the statement that ends it.
    await ada.post(ruling.path, ruling.body);
    const silenced = await submit('c-hit', { name: listed, ...lowRisk });
    expect(await stored(silenced.executionId)).toMatchObject({ isSealed: true, keys: [expect.any(String)] });
    const { hits } = await ada.get<'customers.hits'>('/domains/retail/customers/c-hit/hits?limit=10');
    expect(hits).toMatchObject([
      { subject: { name: listed }, silenced: true, executionId: silenced.executionId },
    ]);

    await service.app.database.operator((tx) =>
      tx.sql('delete from personal_key where key_id = any($1::uuid[])', [
        [executionId, silenced.executionId],
      ]),
    );
    const after = await shown(executionId, caseNo, 'c-hit');
    expect(after.case).toMatchObject({ isKeyMissing: true, subjects: [{ name: null, facts: {} }] });
    expect(after.case.alerts).toMatchObject([{ resolution: 'FALSE_POSITIVE' }]);
    expect(await asOf(executionId)).toMatchObject([{ isReadable: false, hits: [{}] }]);
    expect(after.hits.hits).toMatchObject([{ subject: { name: null }, entityId: 'watchlist:w1' }]);
    expect(await ada.refused(ruling.path, { method: 'POST', body: ruling.body })).toMatchObject({
      status: 409,
      code: 'MOVE_REFUSED',
    });
    expect((await reportOf(caseNo)).split(keyGone)).toHaveLength(3);
  });

  it('keeps the key that its flow had', async () => {
    const { executionId, caseNo } = await submit('c-flow');
    const { wrapped } = await personalKeysOf(service.app).create(scope, executionId);
    await service.app.database.operator((tx) =>
      tx.sql('insert into personal_key (tenant_id, domain, key_id, wrapped_key) values ($1, $2, $3, $4)', [
        tenant.id,
        'retail',
        executionId,
        wrapped,
      ]),
    );
    await move(caseNo, 'claim', 'reject');
    await sealed(executionId);
    expect((await stored(executionId)).keys).toEqual([wrapped.toString('hex')]);
    const execution = await ada.get<'executions.read'>(`/domains/retail/executions/${executionId}`);
    expect(execution).toMatchObject({ isKeyMissing: false, data: { name } });
  });

  it('goes with its key where its customer is erased', async () => {
    const token = await uploadToken(service, tenant.key);
    const passport = (await sendFile(service, token, { bytes: png(), filename: 'gone.png' })).data!.url;
    const { executionId, caseNo } = await submit('c-erased', { name: listed, passport });
    await move(caseNo, 'claim', 'reject');
    await sealed(executionId);
    const order = {
      ...scope,
      customerId: 'c-erased',
      reason: 'Asked for it',
      confirmedBy: 'ada@example.test',
    };
    expect(await service.app.erase(order)).toMatchObject({
      kind: 'erased',
      erased: { execution: 1, upload: 1 },
    });
    const left = await service.app.database.operator((tx) =>
      tx.sql(
        `select 'execution' as table from execution where execution_id = $1
         union all select 'personal_key' from personal_key where key_id = $1
         union all select 'alert' from alert where execution_id = $1
         union all select 'upload_reference' from upload_reference where execution_id = $1`,
        [executionId],
      ),
    );
    expect(left).toEqual([]);
  });

  it('is left as it is where the task is cut off, or somebody has it', async () => {
    const { executionId, caseNo } = await submit('c-cut');
    await move(caseNo, 'claim', 'approve');
    const before = await stored(executionId);
    const { database } = service.app;
    const cutOff: Database = Object.assign(Object.create(database) as Database, {
      operator: (work: Parameters<Database['operator']>[0]) =>
        database.operator(async (tx) => {
          const answer = await work(tx);
          const [row] = await tx.sql<{ isSealed: boolean }>(
            'select sealed is not null as "isSealed" from execution where execution_id = $1',
            [executionId],
          );
          if (row!.isSealed) throw new Error('cut off');
          return answer;
        }),
    });
    if (!before.isSealed) {
      await expect(sealBy(cutOff)).rejects.toThrow('cut off');
      expect(await stored(executionId)).toEqual(before);
    }
    if (store === 'PostgreSQL' && !before.isSealed) {
      const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = database.operator(async (tx) => {
        await tx.sql('select from execution where execution_id = $1 for update', [executionId]);
        held.resolve();
        await release.promise;
      });
      await held.promise;
      await sealBy(database);
      expect(await stored(executionId)).toEqual(before);
      release.resolve();
      await holder;
    }
    await sealed(executionId);
    const after = await stored(executionId);
    expect(after).toMatchObject({ logRows: 0, keys: [expect.any(String)] });
    await sealBy(database);
    expect(await stored(executionId)).toEqual(after);
  });

  it('stays as it is where its log would not be read back', async () => {
    const { executionId, caseNo } = await submit('c-odd');
    // No version of the service leaves a gap.
    await service.app.database.operator((tx) =>
      tx.sql('update visit set sequence = sequence + 1 where execution_id = $1 and sequence = 2', [
        executionId,
      ]),
    );
    await move(caseNo, 'claim', 'approve');
    const before = await stored(executionId);
    await sealBy(service.app.database);
    expect(left).toContain(executionId);
    expect(await stored(executionId)).toEqual(before);
    expect(before).toMatchObject({ isSealed: false, logRows: 3 });
  });

  it('says that it cannot be read where its key is gone', async () => {
    const { executionId, caseNo } = await submit('c-keyless');
    await move(caseNo, 'claim', 'approve');
    await sealed(executionId);
    await service.app.database.operator((tx) =>
      tx.sql('delete from personal_key where key_id = $1', [executionId]),
    );
    const { execution, case: detail } = await shown(executionId, caseNo, 'c-keyless');
    expect(execution).not.toHaveProperty('data');
    expect(execution).toMatchObject({ isKeyMissing: true, state: 'COMPLETED', steps: [] });
    expect(detail).toMatchObject({ isKeyMissing: true, status: 'APPROVED', subject: {} });
    expect((await reportOf(caseNo)).split(keyGone)).toHaveLength(3);
  });
});
