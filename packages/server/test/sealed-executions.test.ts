import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { type Browser, person, signIn } from './support/console.ts';
import { pagesOf } from './support/pdf-pages.ts';
import { everyStore, startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

const name = 'Ottoline Vantreely';
const sealing = { GATEHOUSE_SEAL_EXECUTIONS: 'on' };
const keyGone = 'What was submitted and what the steps did cannot be read';

interface StoredRow extends Record<string, unknown> {
  readonly isSealed: boolean;
  readonly row: string;
  readonly sealed: string | null;
  readonly log: string;
  readonly keys: number;
  readonly references: number;
}

describe.each(everyStore())('an execution that ended at once, %s', (store) => {
  let service: TestService;
  let client: GatehouseClient;
  let ada: Browser;
  const tenant = aTenant({
    users: [person('ada', ['admin', 'analyst'], ['first-line'])],
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow({ entry: [{ name: 'passport', type: 'string' }] }) },
    ],
  });
  beforeAll(async () => {
    service = await startTestService(store, sealing);
    await service.provision(tenant);
    client = service.client({ ...tenant.key, domain: 'retail' });
    ada = await signIn(service, tenant, 'ada');
  });
  afterAll(() => service?.stop());

  async function submit(customerId: string, more: Record<string, unknown>) {
    const data = { customerId, customerType: 'individual', name, ...more } as never;
    const { executionId } = await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    const { caseNo } = (await client.workflow.status(executionId))!;
    return { executionId, caseNo: caseNo! };
  }

  async function stored(executionId: string): Promise<StoredRow> {
    const [row] = await service.app.database.operator((tx) =>
      tx.sql<StoredRow>(
        `select e.sealed is not null as "isSealed", to_jsonb(e)::text as row, encode(e.sealed, 'escape') as sealed,
           (select jsonb_agg(to_jsonb(v))::text from gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id) v) as log,
           (select count(*)::int from personal_key where key_id = e.execution_id) as keys,
           (select count(*)::int from upload_reference r where r.execution_id = e.execution_id) as "references"
         from execution e where e.execution_id = $1`,
        [executionId],
      ),
    );
    return row!;
  }
  const read = (executionId: string) =>
    ada.get<'executions.read'>(`/domains/retail/executions/${executionId}`);
  const readCase = (caseNo: string) => ada.get<'cases.read'>(`/domains/retail/cases/${caseNo}`);
  async function reportOf(caseNo: string): Promise<string> {
    const address = `${service.app.consoleUrl}/api/domains/retail/cases/${caseNo}/report`;
    const response = await fetch(address, { headers: { cookie: ada.cookie! } });
    expect(response.status).toBe(200);
    return (await pagesOf(new Uint8Array(await response.arrayBuffer()))).join(' ').replaceAll(/\s+/g, ' ');
  }

  it('keeps what was submitted and what its steps did sealed, and shows it', async () => {
    const token = await uploadToken(service, tenant.key);
    const passport = (await sendFile(service, token, { bytes: png(), filename: 'passport.png' })).data!.url;
    const { executionId, caseNo } = await submit('c-clean', { passport, countryOfResidence: 'NZ' });
    const row = await stored(executionId);
    expect(row).toMatchObject({ isSealed: true, keys: 1, references: 1 });
    const clear = `${row.row} ${row.sealed} ${row.log}`;
    // Two letters alone may come about in what is encrypted.
    for (const part of [name, 'passport', '"NZ"']) expect(clear).not.toContain(part);
    // What SQL asks of the log.
    expect(row.log).toContain('"score": null');
    expect(row.log).toMatch(/"lists": \{"/);

    const execution = await read(executionId);
    expect(execution).toMatchObject({ isKeyMissing: false, data: { name, passport } });
    expect(execution.steps.map(({ nodeType }) => nodeType)).toEqual(['screening', 'risk-score', 'decision']);
    const [screening, score] = execution.steps;
    expect(screening!.input).toMatchObject({ subjects: [{ name }], lists: expect.any(Object) });
    expect(screening!.output).toMatchObject({ hits: 0 });
    expect(score!.output).toMatchObject({ score: 0 });
    for (const { startedAt, finishedAt } of execution.steps) {
      expect(Math.abs(startedAt - execution.createdAt)).toBeLessThan(60_000);
      expect(finishedAt).toBeGreaterThanOrEqual(startedAt);
    }
    const shown = await readCase(caseNo);
    expect(shown).toMatchObject({ isKeyMissing: false, subject: { name, passport } });
    expect(shown.documents).toMatchObject([{ filename: 'passport.png', origin: 'submitted' }]);
    expect(shown.timeline.flatMap((entry) => (entry.kind === 'visit' ? [entry.nodeId] : []))).toEqual([
      'screen',
      'score',
      'clear',
    ]);
    expect((await ada.get<'cases.risk'>(`/domains/retail/cases/${caseNo}/risk`)).score).toBe(0);
    const { documents } = await ada.get<'customers.documents'>('/domains/retail/customers/c-clean/documents');
    expect(documents).toMatchObject([{ filename: 'passport.png', caseNo }]);
    expect(await reportOf(caseNo)).not.toContain(keyGone);
  });

  it('says that it cannot be read where its key is gone', async () => {
    const token = await uploadToken(service, tenant.key);
    const passport = (await sendFile(service, token, { bytes: png(), filename: 'seen.png' })).data!.url;
    const { executionId, caseNo } = await submit('c-keyless', { passport });
    await service.app.database.operator((tx) =>
      tx.sql('delete from personal_key where key_id = $1', [executionId]),
    );
    const execution = await read(executionId);
    expect(execution).not.toHaveProperty('data');
    expect(execution).toMatchObject({
      isKeyMissing: true,
      state: 'COMPLETED',
      decision: 'approve',
      steps: [],
    });
    const shown = await readCase(caseNo);
    expect(shown).toMatchObject({ isKeyMissing: true, status: 'APPROVED', subject: {} });
    expect(shown.documents).toMatchObject([{ filename: 'seen.png' }]);
    const files = '/domains/retail/customers/c-keyless/documents';
    expect((await ada.get<'customers.documents'>(files)).documents).toMatchObject([{ caseNo }]);
    expect(shown.timeline.filter(({ kind }) => kind === 'visit')).toEqual([]);
    const report = await reportOf(caseNo);
    expect(report.split(keyGone)).toHaveLength(3);
    expect(report).toContain('seen.png');
    expect((await client.workflow.status(executionId))?.caseStatus).toBe('APPROVED');
  });
});
