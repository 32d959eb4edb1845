import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseLocation, type OpenDatabase, openDatabase, statement } from '../../database/index.ts';
import { stores } from '../../database/stores.fixture.ts';
import { type MasterKeys, masterKeySet, newMasterKeyText, parseMasterKey } from '../../lib/secrets.ts';
import { readTrustedKeys, recordAudits, sealRecords, type TrustedKeys, verifySignedHead } from '../index.ts';
import { readSignedHeads, type TenantVerification, verifyAudit } from './verify-audit.ts';

const masterKeys = masterKeySet(parseMasterKey(newMasterKeyText())!, []);
const retail = { tenantId: 'acme', domain: 'retail' };
const trade = { tenantId: 'acme', domain: 'trade' };

const untilFree = { timeout: 20_000, interval: 50 };

describe.each(stores)('the seal of the audit log on $kind', (store) => {
  let place: DatabaseLocation;
  let database: OpenDatabase;
  beforeAll(async () => {
    place = await store.newPlace();
    database = await openDatabase(place);
  });
  afterAll(() => database.close());

  async function act(scope: { tenantId: string; domain: string }, count = 1): Promise<void> {
    const record = {
      actor: { kind: 'user', id: 'ana@acme.test' },
      act: 'case.assign',
      object: { kind: 'case', id: `C${randomBytes(3).toString('hex')}` },
      detail: { to: 'ben@acme.test', note: 'Ümläut 😀 "quoted" \\ 1.10', numbers: [1, 0.1, -2e-7] },
    } as const;
    await database.transaction(scope, (tx) =>
      recordAudits(
        tx,
        scope,
        Array.from({ length: count }, () => record),
      ),
    );
  }

  /** As somebody who owns the database and means ill. */
  async function tamper(...statements: string[]): Promise<void> {
    const walls = ['audit_event', 'audit_block'].map((table) => [
      `alter table gatehouse.${table} no force row level security`,
      `alter table gatehouse.${table} force row level security`,
    ]);
    const [open, shut] = [walls.map(([text]) => text), walls.map(([, text]) => text)];
    await database.executeSql(['begin', ...open, ...statements, ...shut, 'commit'].join('; '));
  }

  function trustedBy(keys: MasterKeys): Promise<TrustedKeys> {
    return database.operator((tx) => readTrustedKeys(tx, keys));
  }

  /** Seals so many records. An open transaction in any database of the cluster, as other tests have, holds them up. */
  async function seal(count: number): Promise<void> {
    let sealed = 0;
    await expect.poll(async () => (sealed += await sealRecords(database, masterKeys)), untilFree).toBe(count);
  }

  /** The verification once all is sealed. */
  async function verified(tenant = 'acme') {
    let verification: TenantVerification | undefined;
    await expect
      .poll(async () => {
        const { tenants } = await verifyAudit(database, { masterKeys, tenant });
        verification = tenants[0]!;
        return verification.unsealed;
      }, untilFree)
      .toBe(0);
    return verification!;
  }

  it('holds over every domain of a tenant, block after block', async () => {
    for (const scope of [retail, trade, retail]) {
      await act(scope, 3);
      await seal(3);
    }
    await act({ tenantId: 'other', domain: 'retail' });
    await act({ tenantId: 'acme', domain: '' });
    expect(await verified()).toMatchObject({ records: 10, blocks: 4, unsealed: 0, findings: [] });
    expect(await verified('other')).toMatchObject({ records: 1, blocks: 1, findings: [] });
    expect(await sealRecords(database, masterKeys)).toBe(0);
  });

  it('seals a transaction with more records than a block has, as those of a restored dump, block by block', async () => {
    const before = await verified();
    await act(retail, 12_000);
    await act(trade, 1);
    await seal(12_001);
    const blocks = await database.operator((tx) =>
      tx.sql<{ events: number }>(
        "select events from audit_block where tenant_id = 'acme' and number > $1 order by number",
        [before.blocks],
      ),
    );
    expect(blocks.map(({ events }) => events)).toEqual([5_000, 5_000, 2_000, 1]);
    const { records, findings } = await verified();
    expect({ records: records - before.records, findings }).toEqual({ records: 12_001, findings: [] });
    expect(await sealRecords(database, masterKeys)).toBe(0);
  });

  it('seals a record whose transaction was open while later ones were sealed', async () => {
    const before = await verified();
    const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = database.transaction(retail, async (tx) => {
      const actor = { kind: 'system', id: 'slow' } as const;
      await recordAudits(tx, retail, [{ actor, act: 'case.note', object: { kind: 'c', id: 'd' } }]);
      began.resolve();
      await goOn.promise;
    });
    await began.promise;
    if (store.kind === 'postgres') {
      await act(trade);
      // What came later waits for it, so that the order of the chain is that of the transactions.
      expect(await sealRecords(database, masterKeys)).toBe(0);
    }
    goOn.resolve();
    await slow;
    const count = store.kind === 'postgres' ? 2 : 1;
    await seal(count);
    expect(await verified()).toMatchObject({ records: before.records + count, findings: [] });
  });

  it('takes more records than fit into one batch, also of one transaction', async () => {
    const before = await verified();
    await act(retail, 5_200);
    await act(trade, 4_900);
    expect(await verified()).toMatchObject({ records: before.records + 10_100, unsealed: 0, findings: [] });
  });

  it('ends though more is recorded all the while', async () => {
    const before = await verified();
    await act(retail);
    const busy = Object.create(database) as OpenDatabase;
    busy.operator = async (work) => {
      const outcome = await database.operator(work);
      await act(retail);
      return outcome;
    };
    expect((await readSignedHeads(busy, masterKeys)).heads).not.toEqual([]);
    await verifyAudit(busy, { masterKeys, tenant: 'acme' });
    expect((await verified()).records).toBeGreaterThan(before.records + 4);
  });

  it('goes on in another cluster, where transactions are numbered anew', async () => {
    const before = await verified();
    await act(retail);
    await tamper(
      `alter table gatehouse.audit_sealing no force row level security`,
      `update gatehouse.audit_sealing set cluster = '1', sealed_before = '999999999'`,
      `update gatehouse.audit_event set transaction = '999999998'`,
      `alter table gatehouse.audit_sealing force row level security`,
    );
    await expect(sealRecords(database, masterKeys)).rejects.toThrow('moved into another cluster');
    await database.close();
    database = await openDatabase(place);
    expect(await verified()).toMatchObject({ records: before.records + 1, unsealed: 0, findings: [] });
    await act(trade);
    expect(await verified()).toMatchObject({ records: before.records + 2, findings: [] });
  });

  it('signs its heads, and knows them again', async () => {
    const kept = await readSignedHeads(database, masterKeys);
    expect(kept.heads.map(({ tenantId }) => tenantId)).toEqual(['acme', 'other']);
    await act(retail);
    const report = await verifyAudit(database, { masterKeys, kept });
    expect(report.signature).toBe('ours');
    expect(report.tenants.flatMap(({ findings }) => findings)).toEqual([]);
    const altered = { ...kept, heads: kept.heads.map((head) => ({ ...head, number: head.number + 1 })) };
    expect(verifySignedHead(await trustedBy(masterKeys), altered)).toBe('wrong');
    const others = masterKeySet(parseMasterKey(newMasterKeyText())!, []);
    expect(verifySignedHead(await trustedBy(others), kept)).toBe('foreign');
  });

  it('finds what was changed, taken away or added, and names it', async () => {
    const [changed, missing] = await database.read(
      retail,
      statement<{ id: string }>('select event_id::text as id from audit_event order by event_id limit 2'),
    );
    const kept = await readSignedHeads(database, masterKeys);
    await tamper(
      `update gatehouse.audit_event set detail = '{"to": "eve@acme.test"}' where event_id = '${changed!.id}'`,
      `delete from gatehouse.audit_event where event_id = '${missing!.id}'`,
      `insert into gatehouse.audit_event (tenant_id, domain, event_id, actor_kind, actor, act, object_kind, object_id, detail, transaction)
       values ('acme', 'retail', '00000000-0000-7000-8000-00000000beef', 'user', 'ana@acme.test', 'case.approve', 'case', 'C1', '{}', '1')`,
    );
    expect((await verified()).findings).toEqual([
      { kind: 'changed', block: 1, eventId: changed!.id },
      { kind: 'missing', block: 1, eventId: missing!.id },
      { kind: 'added', eventId: '00000000-0000-7000-8000-00000000beef' },
    ]);
    expect((await verified('other')).findings).toEqual([]);
    await tamper(
      `update gatehouse.audit_block set content = overlay(content placing '\\x00' from 20) where tenant_id = 'acme' and number = 2`,
      `delete from gatehouse.audit_block where tenant_id = 'acme' and number = 3`,
      `delete from gatehouse.audit_block where tenant_id = 'other'`,
    );
    const report = await verifyAudit(database, { masterKeys, kept });
    const kinds = report.tenants.map(({ tenantId, findings }) => [
      tenantId,
      findings.map(({ kind }) => kind),
    ]);
    expect(Object.fromEntries(kinds)).toMatchObject({
      acme: expect.arrayContaining(['block changed', 'block missing', 'changed', 'missing', 'added']),
      other: ['block missing', 'head unknown', 'added'],
    });
  });
});
