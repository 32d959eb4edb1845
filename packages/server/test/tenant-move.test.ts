import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadedFile } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openMasterKeys } from '../src/app/open-store.ts';
import { queueDefinitions } from '../src/app/queues.ts';
import type { SignedHead } from '../src/audit/index.ts';
import { readSignedHeads, verifyAudit } from '../src/audit/verification/index.ts';
import { type Config, loadConfig } from '../src/config/index.ts';
import { openPostgresSession } from '../src/database/move-session.ts';
import { newId } from '../src/lib/ids.ts';
import { createLogger } from '../src/lib/logger.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../src/lib/secrets.ts';
import { serviceVersion } from '../src/lib/service-version.ts';
import { orderMonitoring } from '../src/operator/admin-api/admin-commands.ts';
import { startEncryption } from '../src/personal-keys/index.ts';
import { claimRun, findDueScopes, findOpenRuns, insertRun } from '../src/retention/run-queries.ts';
import { noteExported } from '../src/tenant-move/close-tenant.ts';
import {
  cancelMove,
  cellKeyOf,
  completeMove,
  deleteMovedTenant,
  exportTenantFolder,
  importTenantFolder,
  type TenantExport,
  type TenantImport,
} from '../src/tenant-move/index.ts';
import { png } from '../src/uploads/sample-files.fixture.ts';
import { person, signIn } from './support/console.ts';
import { withClient } from './support/postgres.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { until } from './support/server-process.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';
import { sendFile, uploadToken } from './support/uploads.ts';

const domain = 'retail';

const waitingWorkflow = {
  id: 'wf_waiting',
  name: 'Waiting',
  eventType: 'KYC_EVENT',
  nodes: [
    { id: 'pause', type: 'wait', for: 'P30D' },
    { id: 'call', type: 'webhook', webhook: 'told', inputs: { customerId: 'data.customerId' } },
    { id: 'fine', type: 'decision', outcome: 'approve' },
  ],
  edges: [
    { from: 'start', to: 'pause' },
    { from: 'pause', to: 'call' },
    { from: 'call', to: 'fine' },
  ],
};

function tenantWith(canary: string, receiver: Receiver) {
  return aTenant({
    users: [person('ana', ['analyst', 'auditor'], ['first-line'])],
    watchlist: [{ id: `w-${canary}`, name: `Wilhelmina ${canary}` }],
    webhooks: [{ id: 'told', name: 'CRM', url: `${receiver.url}/told`, inputs: ['customerId'] }],
    workflows: [
      { domain, workflow: waitingWorkflow },
      { domain, workflow: screeningWorkflow({ entry: [{ name: 'passport', type: 'string' }] }) },
    ],
  });
}

describe.skipIf(inject('postgresUrl') === undefined)('a tenant that moves to another deployment', () => {
  const folders: string[] = [];
  let source: TestService;
  let target: TestService;
  let receiver: Receiver;
  let moving: ReturnType<typeof tenantWith>;
  let staying: ReturnType<typeof tenantWith>;
  let folder: string;
  let upload: UploadedFile;
  let heads: SignedHead;
  const executions = { done: '', waiting: '', reviewed: '' };

  async function newFolder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'gatehouse-cell-'));
    folders.push(made);
    return made;
  }

  function configOf(service: TestService): Config {
    return loadConfig({ ...service.env }).config;
  }

  async function settingsOf(service: TestService) {
    const config = configOf(service);
    return {
      place: { url: config.databaseUrl! },
      dataDir: config.dataDir,
      objectStore: config.objectStore,
      masterKeys: await openMasterKeys(config),
      version: serviceVersion,
    };
  }

  async function exportHere(changes: Partial<TenantExport> = {}) {
    return exportTenantFolder({
      ...(await settingsOf(source)),
      tenantId: moving.id,
      folder,
      recipient: cellKeyOf(target.app.masterKeys),
      destination: 'cell-2',
      waitSeconds: 60,
      ...changes,
    });
  }

  async function importHere(changes: Partial<TenantImport> = {}) {
    return importTenantFolder({
      ...(await settingsOf(target)),
      folder,
      source: cellKeyOf(source.app.masterKeys),
      queues: queueDefinitions,
      logger: createLogger('silent'),
      ...changes,
    });
  }

  async function useTenant(tenant: typeof moving, canary: string) {
    const client = source.client({ ...tenant.key, domain });
    const sent = await sendFile(source, await uploadToken(source, tenant.key), {
      bytes: png(),
      filename: `${canary}.png`,
    });
    const submit = async (
      eventType: 'KYC_EVENT' | 'MANUAL_CASE_EVENT',
      customerId: string,
      name: string,
      more: Record<string, string> = {},
    ) => {
      const data = { customerId, name, customerType: 'individual', ...more } as const;
      return (await client.workflow.submit({ eventType, data })).executionId;
    };
    const passport = sent.data!.url;
    const done = await submit('MANUAL_CASE_EVENT', `c-done-${canary}`, `Quentin ${canary}`, { passport });
    const waiting = await submit('KYC_EVENT', `c-waiting-${canary}`, `Zoë ${canary}\tTab\\Back`);
    const reviewed = await submit('MANUAL_CASE_EVENT', `c-reviewed-${canary}`, `Wilhelmina ${canary}`);
    return { done, waiting, reviewed, upload: sent.data! };
  }

  beforeAll(async () => {
    receiver = await startReceiver();
    source = await startTestService('PostgreSQL', { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    target = await startTestService('PostgreSQL', {
      GATEHOUSE_EGRESS_ALLOW: '127.0.0.1',
      GATEHOUSE_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
    });
    moving = tenantWith('Thornapple', receiver);
    staying = tenantWith('Zinnwaldite', receiver);
    const other = tenantWith('Quillfeather', receiver);
    await source.provision(moving, staying);
    await target.provision(other);
    const used = await useTenant(moving, 'Thornapple');
    Object.assign(executions, used);
    upload = used.upload;
    await useTenant(staying, 'Zinnwaldite');
    await source.drain();
    folder = join(await newFolder(), 'move');
  });
  afterAll(async () => {
    await Promise.all([source?.stop(), target?.stop()]);
    await receiver?.stop();
    for (const made of folders) await rm(made, { recursive: true, force: true });
  });

  /** Every byte of the export. */
  async function readAll(of: string): Promise<string> {
    const names = await readdir(of, { recursive: true, withFileTypes: true });
    const files = names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
    return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
  }

  async function rowsOf(service: TestService, tenantId: string): Promise<Record<string, number>> {
    const { app } = service;
    const { rows: tables } = await app.database.executeSql(
      `select table_name as name from information_schema.columns
       where table_schema = 'gatehouse' and column_name = 'tenant_id' order by 1`,
    );
    const counted: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await app.database.operator((tx) =>
        tx.sql<{ count: number }>(
          `select count(*)::integer as count from ${String(name)} where tenant_id = $1`,
          [tenantId],
        ),
      );
      if (row!.count > 0) counted[String(name)] = row!.count;
    }
    return counted;
  }

  /** What the target has of the tenant that moves. */
  async function leftThere() {
    const { rows } = await target.app.database.executeSql(
      `select to_regnamespace('gatehouse_arrival')::text as name`,
    );
    const stored = await readdir(configOf(target).dataDir, { recursive: true });
    const files = stored.filter((name) => /\.\w+$/.test(name) && name.includes(`/${moving.id}/`));
    return { rows: await rowsOf(target, moving.id), schema: rows[0]!['name'], files };
  }

  /** Ends the connection of an import before it commits, so that it cannot undo anything. */
  async function killWhileItEnds(imported: Promise<string>): Promise<void> {
    await withClient(configOf(target).databaseUrl!, async (holder) => {
      await holder.query('begin; lock table gatehouse.tenant_move in share mode');
      await until('the import to be ended', async () => {
        const { rows } = await target.app.database.executeSql(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where wait_event_type = 'Lock' and query like 'delete from tenant_move%'`,
        );
        return rows.length === 1;
      });
    });
    expect(await imported).toMatch(/terminat/);
  }

  const refusalOf = (done: Promise<unknown>) =>
    done.then(
      () => 'it was not refused',
      (error: Error) => error.message,
    );

  it('is stopped, and its export holds nothing of another tenant and no key', async () => {
    const before = await rowsOf(source, staying.id);
    heads = await readSignedHeads(source.app.database, source.app.masterKeys, moving.id);
    expect(await refusalOf(exportHere({ recipient: cellKeyOf(source.app.masterKeys) }))).toMatch(
      /^this is the key of this deployment: give the line/,
    );
    expect(await refusalOf(exportHere({ tenantId: 'nobody' }))).toBe('there is no tenant nobody here');
    const { database } = source.app;
    const setVersion = (version: string) =>
      database.operator((tx) => tx.sql('update node_lease set version = $1', [version]));
    await setVersion('0.0.9');
    expect(await refusalOf(exportHere())).toMatch(
      /^1 running node is of another version, which may not know/,
    );
    await setVersion(serviceVersion);
    await exportHere();
    const bytes = await readAll(folder);
    expect(bytes).toContain('Thornapple');
    expect(bytes).not.toContain('Zinnwaldite');
    expect(bytes).not.toContain(staying.id);
    const [key] = await source.app.database.operator((tx) =>
      tx.sql<{ wrapped: string }>(
        `select encode(wrapped_key, 'hex') as wrapped from tenant_data_key where tenant_id = $1`,
        [moving.id],
      ),
    );
    expect(bytes).not.toContain(key!.wrapped);
    expect(bytes).not.toContain(moving.key.secret);
    // As it is stored: encrypted.
    expect(bytes).not.toContain(png().toString('latin1'));

    const client = source.client({ ...moving.key, domain });
    await expect(client.workflow.status(executions.waiting)).rejects.toThrow(
      'SERVICE_NOT_FOUND 999403 (HTTP 503)',
    );
    const scope = { tenantId: moving.id, domain };
    await expect(source.app.database.transaction(scope, (tx) => tx.sql('select 1'))).rejects.toThrow(
      'the tenant is stopped: it moves to another deployment',
    );
    await expect(
      source.app.database.operator((tx) =>
        tx.sql('update tenant set enabled = true where tenant_id = $1', [moving.id]),
      ),
    ).rejects.toThrow('the tenant is stopped: it moves to another deployment');
    expect(await refusalOf(exportHere({ folder: join(await newFolder(), 'again') }))).toMatch(
      /^tenant .+ is exported for cell-2 already: import that folder, or run gatehouse move-tenant cancel/,
    );
    // What the operator's role changes is recorded, and so refused.
    await expect(orderMonitoring(database, { tenantId: moving.id, domain })).rejects.toThrow(
      'the tenant is stopped: it moves to another deployment',
    );
    const due = await database.operator((tx) => findDueScopes(tx, new Date(Date.now() + 2 * 86_400_000)));
    expect(due.map(({ tenantId }) => tenantId)).toContain(staying.id);
    expect(due.map(({ tenantId }) => tenantId)).not.toContain(moving.id);
    const place = { tenantId: moving.id, domain: '' };
    await database.operator((tx) => insertRun(tx, place, { asOf: new Date(), periods: {} }));
    await database.operator(async (tx) => {
      const open = (await findOpenRuns(tx)).filter(({ tenantId }) => tenantId === moving.id);
      const [run] = await tx.sql<{ runId: string }>(
        `select run_id::text as "runId" from retention_run where tenant_id = $1 and state = 'COUNTING'`,
        [moving.id],
      );
      expect([open, await claimRun(tx, { ...place, ...run! }, 'node-a')]).toEqual([[], false]);
    });
    // Of two commands that export it, the one that began last counts.
    const earlier = { tenantId: moving.id, moveId: newId() };
    expect(await refusalOf(noteExported(database, earlier))).toMatch(/^another command opened tenant /);
    // A timer of it that is due wakes nothing here, and the other tenant works on.
    await source.app.database.operator((tx) =>
      tx.sql('update execution set due_at = now() where execution_id = $1', [executions.waiting]),
    );
    const other = source.client({ ...staying.key, domain });
    const data = { customerId: 'c-later', name: 'Ottoline Birch', customerType: 'individual' } as const;
    const { executionId } = await other.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await until(
      'the other tenant',
      async () => (await other.workflow.status(executionId))!.caseStatus === 'APPROVED',
    );
    expect(receiver.calls).toEqual([]);
    expect(await rowsOf(source, staying.id)).toMatchObject({ execution: before['execution']! + 1 });
  });

  it('is not taken in where something is not as it has to be, and nothing of it is left then', async () => {
    const copy = join(await newFolder(), 'copy');
    await cp(folder, copy, { recursive: true });
    const importing = (changes: Partial<TenantImport>) => refusalOf(importHere(changes));
    expect(await importing({ source: cellKeyOf(target.app.masterKeys) })).toMatch(
      /^the export was not signed by the deployment of --from, but with the key /,
    );
    const otherKeys = masterKeySet(parseMasterKey(newMasterKeyText())!);
    expect(await importing({ masterKeys: otherKeys })).toMatch(
      /^the export is sealed for the deployment with master key [0-9a-f]{16}, and this one has [0-9a-f]{16}: /,
    );
    expect(await importing({ version: '9.9.9' })).toMatch(/^the export was made by version /);
    await writeFile(join(copy, 'tables/visit.copy'), 'changed');
    expect(await importing({ folder: copy })).toBe(
      'tables/visit.copy of the export is missing or was changed: copy the folder again',
    );
    const text = await readFile(join(copy, 'manifest.json'), 'utf8');
    await writeFile(join(copy, 'manifest.json'), text.replace('cell-2', 'cell-3'));
    expect(await importing({ folder: copy })).toMatch(
      /was changed after it was signed: copy the folder again$/,
    );
    expect(await importing({ folder: await newFolder() })).toMatch(
      /holds no export of a tenant: name the folder/,
    );
    const cutAt = (last: string) =>
      importing({
        onProgress: (_, at) => {
          if (at === last) throw new Error('the power went');
        },
      });
    for (const last of ['execution', 'compares']) {
      expect(await cutAt(last)).toBe('the power went');
      expect(await leftThere()).toEqual({ rows: {}, schema: null, files: [] });
    }
    await killWhileItEnds(importing({}));
    const uploadId = /[0-9a-f-]{36}/.exec(upload.url)![0];
    expect(await leftThere()).toEqual({
      rows: {},
      schema: 'gatehouse_arrival',
      files: [expect.stringContaining(uploadId)],
    });
    // The next one removes it first.
    expect(await cutAt('execution')).toBe('the power went');
    expect(await leftThere()).toEqual({ rows: {}, schema: null, files: [] });
    const session = await openPostgresSession(configOf(target).databaseUrl!);
    try {
      await session.run('truncate file_encryption');
      expect(await importing({})).toMatch(/^uploaded files of the export are encrypted, and nodes of this /);
      await startEncryption(session);
    } finally {
      await session.close();
    }
    const { database } = target.app;
    await database.operator((tx) =>
      tx.sql(
        `insert into personal_key (tenant_id, domain, key_id, wrapped_key) values ($1, 'retail', $2, '')`,
        [moving.id, newId()],
      ),
    );
    expect(await importing({})).toMatch(
      /^this deployment has rows of a tenant .+ already \(in personal_key\)/,
    );
    await database.operator((tx) => tx.sql('delete from personal_key where tenant_id = $1', [moving.id]));
  });

  it('goes on there with everything, each webhook once, and its audit log verifies', async () => {
    const { receipt } = await importHere();
    // Where the receipt was lost.
    expect(await importHere()).toMatchObject({ receipt, wasImported: true });
    const there = target.client({ ...moving.key, domain });
    const status = async (id: string) => (await there.workflow.status(id))!;
    await until('the key', () =>
      there.workflow.status(executions.done).then(
        () => true,
        () => false,
      ),
    );
    expect(await status(executions.done)).toMatchObject({ caseStatus: 'APPROVED' });
    expect(await status(executions.waiting)).toMatchObject({ status: 'WAITING' });
    await target.app.database.operator((tx) =>
      tx.sql('update execution set due_at = now() where execution_id = $1', [executions.waiting]),
    );
    await until('the timer', async () => (await status(executions.waiting)).caseStatus === 'APPROVED');
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/told']);
    const ana = await signIn(target, moving, 'ana');
    const { caseNo } = await status(executions.reviewed);
    const { revision } = await ana.get<'cases.read'>(`/domains/${domain}/cases/${caseNo}`);
    await ana.post(`/domains/${domain}/cases/${caseNo}/moves`, { move: 'claim', expectedRevision: revision });
    const uploadId = /[0-9a-f-]{36}/.exec(upload.url)![0];
    expect((await ana.send(`/domains/${domain}/uploads/${uploadId}/content`)).status).toBe(200);
    // Else retention would take the file for one that nothing refers to: what the execution keeps is sealed.
    expect(
      await target.app.database.operator((tx) =>
        tx.sql(
          `select e.sealed is not null as "isSealed" from upload_reference join execution e using (tenant_id, domain, execution_id)
           where upload_id = $1`,
          [uploadId],
        ),
      ),
    ).toEqual([{ isSealed: true }]);
    const report = await verifyAudit(target.app.database, {
      masterKeys: target.app.masterKeys,
      tenant: moving.id,
      kept: heads,
    });
    expect(report).toMatchObject({ signature: 'ours', tenants: [{ findings: [] }] });
    expect(report.tenants[0]!.blocks).toBeGreaterThan(heads.heads[0]!.number);

    const { database } = source.app;
    expect(
      await refusalOf(deleteMovedTenant({ ...(await settingsOf(source)), tenantId: moving.id })),
    ).toMatch(/has not moved: run gatehouse move-tenant complete/);
    expect(await refusalOf(completeMove(database, { tenantId: moving.id, receipt: 'none' }))).toMatch(
      /^this is not the receipt of the move of tenant /,
    );
    expect(await completeMove(database, { tenantId: moving.id, receipt })).toMatchObject({
      destination: 'cell-2',
    });
    expect(await refusalOf(cancelMove(database, moving.id))).toMatch(/moved to cell-2 and is at work there/);
    const here = source.client({ ...moving.key, domain });
    await until('the key to be unknown', async () =>
      (await refusalOf(here.workflow.status(executions.done))).includes('TENANT_NOT_FOUND 999305'),
    );
    const deleted = await deleteMovedTenant({ ...(await settingsOf(source)), tenantId: moving.id });
    expect(deleted.files).toBe(1);
    expect(Object.keys(await rowsOf(source, moving.id)).toSorted()).toEqual(['change_marker', 'tenant_move']);
    const { tenants } = await verifyAudit(database, { masterKeys: source.app.masterKeys });
    expect(tenants.flatMap(({ findings }) => findings)).toEqual([]);
    const [record] = await database.operator((tx) =>
      tx.sql<{ detail: object }>(`select detail from audit_event where act = 'tenant.complete'`),
    );
    expect(record!.detail).toMatchObject({ destination: 'cell-2' });
    const open = await database.operator((tx) =>
      tx.sql("select from pg_policies where policyname like '%deletion%'"),
    );
    expect(open).toEqual([]);

    // It moves on from the new cell, and nobody brings it back there by the old folder.
    await target.app.database.operator((tx) =>
      tx.sql(
        `insert into tenant_move (tenant_id, move_id, state, destination, was_enabled, receipt_hash)
         values ($1, $2, 'MOVED', 'cell-3', true, '')`,
        [moving.id, newId()],
      ),
    );
    await deleteMovedTenant({ ...(await settingsOf(target)), tenantId: moving.id });
    expect(await refusalOf(importHere())).toMatch(
      /^this export was imported here before, and tenant .+ has moved on since: destroy the folder$/,
    );
  });
});
