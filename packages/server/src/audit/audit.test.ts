import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase, statement } from '../database/index.ts';
import { fillDataDirectory } from '../database/stores.fixture.ts';
import { type AuditRecord, recordAudit, recordAudits } from './audit.ts';

let dataDir: string;
let database: OpenDatabase;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-audit-'));
  await fillDataDirectory(dataDir);
  database = await openDatabase({ dataDir });
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

function record(id: string): AuditRecord {
  return {
    actor: { kind: 'user', id: 'ana@acme.test' },
    act: 'case.assign',
    object: { kind: 'case', id },
    detail: { to: 'ben@acme.test' },
  };
}

function readAll(scope: { tenantId: string; domain: string }) {
  return database.read(scope, statement('select * from audit_event order by event_id'));
}

it('keeps a record with its actor, act, object and detail', async () => {
  const scope = { tenantId: 'one', domain: 'retail' };
  await database.transaction(scope, (tx) => recordAudit(tx, scope, record('C000001')));
  expect(await readAll(scope)).toEqual([
    {
      tenant_id: 'one',
      domain: 'retail',
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.any(Date),
      actor_kind: 'user',
      actor: 'ana@acme.test',
      act: 'case.assign',
      object_kind: 'case',
      object_id: 'C000001',
      detail: { to: 'ben@acme.test' },
      transaction: expect.stringMatching(/^\d+$/),
      salt: expect.stringMatching(/^[0-9a-f-]{36}$/),
      detail_hash: null,
    },
  ]);
});

it('keeps the order of a batch in the ids', async () => {
  const scope = { tenantId: 'two', domain: 'retail' };
  const ids = Array.from({ length: 500 }, (_, index) => `C${index}`);
  await database.transaction(scope, (tx) => recordAudits(tx, scope, ids.map(record)));
  await database.transaction(scope, (tx) => recordAudits(tx, scope, []));
  expect((await readAll(scope)).map((row) => row.object_id)).toEqual(ids);
});

it('disappears with the transaction of the act it records', async () => {
  const scope = { tenantId: 'three', domain: 'retail' };
  const failing = database.transaction(scope, async (tx) => {
    await recordAudit(tx, scope, record('C000001'));
    throw new Error('later');
  });
  await expect(failing).rejects.toThrow('later');
  expect(await readAll(scope)).toEqual([]);
});

it('cannot be written into another scope, nor changed or deleted by the application', async () => {
  const scope = { tenantId: 'four', domain: 'retail' };
  await database.transaction(scope, (tx) => recordAudit(tx, scope, record('C000001')));
  const foreign = { tenantId: 'four', domain: 'corporate' };
  await expect(
    database.transaction(scope, (tx) => recordAudit(tx, foreign, record('C000002'))),
  ).rejects.toThrow(/row-level security/);
  for (const statement of [`update audit_event set act = 'x'`, 'delete from audit_event']) {
    await expect(database.transaction(scope, (tx) => tx.sql(statement))).rejects.toThrow(/permission denied/);
  }
});
