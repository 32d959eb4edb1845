import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDatabase, statement } from '../../database/index.ts';
import { stores } from '../../database/stores.fixture.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../../lib/secrets.ts';
import { blockText, headText } from '../audit-seal.ts';
import { readStoredHeads } from '../chain-heads.ts';
import { recordAudits, sealRecords, vouchForKeys } from '../index.ts';
import { signBytes } from '../signing-key.ts';
import { readSignedHeads, type VerifyOptions, verifyAudit } from './verify-audit.ts';

/** What somebody who owns the database, but has no master key, may try. */

const firstKey = parseMasterKey(newMasterKeyText())!;
const secondKey = parseMasterKey(newMasterKeyText())!;
const masterKeys = masterKeySet(firstKey, []);
const scope = { tenantId: 'acme', domain: 'retail' };
const untilFree = { timeout: 20_000, interval: 50 };
const tables = ['audit_event', 'audit_block', 'audit_head', 'audit_sealing'];

describe.each(stores)('a tampered audit record on $kind', (store) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await store.open();
    for (let block = 0; block < 3; block++) await sealOne();
  });
  afterEach(() => database.close());

  async function sealOne(): Promise<void> {
    const record = {
      actor: { kind: 'user', id: 'ana@acme.test' },
      act: 'case.assign',
      object: { kind: 'case', id: 'C1' },
      detail: { name: 'Jane Example' },
    } as const;
    await database.transaction(scope, (tx) => recordAudits(tx, scope, [record]));
    let sealed = 0;
    await expect.poll(async () => (sealed += await sealRecords(database, masterKeys)), untilFree).toBe(1);
  }

  async function tamper(...statements: string[]): Promise<void> {
    const switched = (mode: string) =>
      tables.map((table) => `alter table gatehouse.${table} ${mode} row level security`);
    const all = ['begin', ...switched('no force'), ...statements, ...switched('force'), 'commit'];
    await database.executeSql(all.join('; '));
  }

  async function verify(options: Partial<VerifyOptions> = {}) {
    const { tenants, signature } = await verifyAudit(database, { masterKeys, tenant: 'acme', ...options });
    const { findings, unsignedBlocks } = tenants[0]!;
    return {
      kinds: findings.map((one) => `${one.kind} ${'block' in one ? one.block : ''}`),
      unsignedBlocks,
      signature,
    };
  }

  it('holds while nobody touches it', async () => {
    expect(await verify()).toEqual({ kinds: [], unsignedBlocks: 0, signature: null });
  });

  it('misses a tail that was deleted, also after the chain has grown on', async () => {
    await tamper(
      `delete from gatehouse.audit_event where event_id = (select max(event_id::text)::uuid from gatehouse.audit_event)`,
      `delete from gatehouse.audit_block where number = 3`,
    );
    expect((await verify()).kinds).toEqual(['block missing 3']);
    await sealOne();
    expect((await verify()).kinds).toEqual(['block missing 3']);
    expect(await deploymentActs()).toMatchObject([{ act: 'audit.broken_chain', id: 'acme' }]);
  });

  it('knows a chain that was written anew without the key, with or without its head', async () => {
    await rewriteChain();
    expect((await verify()).kinds).toEqual([
      'block not signed 1',
      'block not signed 2',
      'block not signed 3',
      'head differs 3',
    ]);
    await tamper(
      `update gatehouse.audit_head set hash = (select hash from gatehouse.audit_block where number = 3)`,
    );
    expect((await verify()).kinds).toContain('head not signed 3');
    await tamper(`delete from gatehouse.audit_head`);
    expect((await verify()).kinds).toContain('head missing 3');
  });

  it('knows that it was taken back to an older state than one that was kept elsewhere', async () => {
    const [older] = await database.operator((tx) =>
      tx.sql<Record<string, string>>(
        `select number::text, encode(hash, 'hex') as hash, sealed_at::text as at, signing_key as key,
           encode(signature, 'hex') as signature from audit_head where tenant_id = 'acme'`,
      ),
    );
    await sealOne();
    const kept = await readSignedHeads(database, masterKeys);
    await tamper(
      `delete from gatehouse.audit_event where event_id = (select max(event_id::text)::uuid from gatehouse.audit_event)`,
      `delete from gatehouse.audit_block where number = 4`,
      `update gatehouse.audit_head set number = ${older!['number']}, hash = decode('${older!['hash']}', 'hex'),
         sealed_at = '${older!['at']}', signature = decode('${older!['signature']}', 'hex')`,
    );
    expect((await verify()).kinds).toEqual([]);
    expect(await verify({ kept })).toMatchObject({ kinds: ['head unknown 4'], signature: 'ours' });
  });

  it('still holds when a detail is erased with its salt, and tells one that was changed so', async () => {
    const [salted] = await documentedErasures();
    await tamper(salted!.replace(/tenant_id = '…' and event_id = '…' and /, ''));
    expect((await verify()).kinds).toEqual([]);
    const [row] = await database.read(
      scope,
      statement<{ hash: string }>(`select encode(detail_hash, 'hex') as hash from audit_event limit 1`),
    );
    const guess = createHash('sha256').update('{"name": "Jane Example"}').digest('hex');
    expect(row!.hash).not.toBe(guess);
    await tamper(`update gatehouse.audit_event set detail_hash = sha256('other')`);
    expect((await verify()).kinds).toEqual(['changed 1', 'changed 2', 'changed 3']);
  });

  it('still holds when the detail of a record from before salts is erased, as the documentation says', async () => {
    await tamper(`update gatehouse.audit_event set salt = null`);
    await rewriteChain({ isSigned: true });
    const erase = async (eventId: string) => {
      const [, unsalted] = await documentedErasures();
      await tamper(unsalted!.replace("tenant_id = '…'", "tenant_id = 'acme'").replace("'…'", `'${eventId}'`));
    };
    const read = statement<{ id: string; detail: string; hash: string }>(
      `select event_id::text as id, detail::text as detail, encode(detail_hash, 'hex') as hash from audit_event order by event_id`,
    );
    const [first] = await database.read(scope, read);
    await erase(first!.id);
    // Twice does no more than once.
    await erase(first!.id);
    const hash = createHash('sha256').update('{"name": "Jane Example"}').digest('hex');
    const rows = await database.read(scope, read);
    expect(rows.map(({ detail }) => detail)).toEqual(['{}', ...Array(2).fill('{"name": "Jane Example"}')]);
    expect(rows[0]!.hash).toBe(hash);
    expect((await verify()).kinds).toEqual([]);
  });

  it('puts on record that signing began again after somebody took all signatures away', async () => {
    await database.executeSql(
      `insert into gatehouse.audit_publication values ('webhook', now(), now(), null), ('mail', now(), null, 'away')`,
    );
    await tamper(
      `update gatehouse.audit_block set signing_key = null, signature = null`,
      `delete from gatehouse.audit_head`,
      `update gatehouse.audit_sealing set signing_began = null`,
    );
    const noticed: unknown[] = [];
    await sealRecords(database, masterKeys, (evidence) => noticed.push(evidence));
    const evidence = { publishedTo: ['webhook'], signedBlocks: 0, heads: 0, records: 0 };
    expect(noticed).toEqual([evidence]);
    const { signedAgainAt } = await verifyAudit(database, { masterKeys });
    expect(signedAgainAt).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)]);
    expect(await deploymentActs()).toEqual([{ act: 'audit.signing_again', id: '*', detail: evidence }]);
    await sealRecords(database, masterKeys, (evidence) => noticed.push(evidence));
    expect(noticed).toHaveLength(1);
  });

  it('says which blocks are from before blocks were signed, and takes no later one without a signature', async () => {
    // As the migration finds a store: no salts, no signatures, no heads.
    await tamper(
      `update gatehouse.audit_event set salt = null`,
      `update gatehouse.audit_block set signing_key = null, signature = null`,
      `delete from gatehouse.audit_head`,
      `update gatehouse.audit_sealing set signing_began = null`,
    );
    await rewriteChain();
    expect(await verify()).toMatchObject({ kinds: [], unsignedBlocks: 3 });
    expect(await deploymentActs()).toEqual([]);
    await sealOne();
    expect(await verify()).toMatchObject({ kinds: [], unsignedBlocks: 3 });
    await tamper(`update gatehouse.audit_block set signing_key = null, signature = null where number = 4`);
    expect((await verify()).kinds).toEqual(['block not signed 4']);
  });

  it('holds under a new master key when the old one is gone, and not under a stranger’s', async () => {
    await vouchForKeys(database, masterKeys);
    const kept = await readSignedHeads(database, masterKeys);
    await vouchForKeys(database, masterKeySet(secondKey, [firstKey]));
    const second = masterKeySet(secondKey, []);
    expect(await verify({ masterKeys: second, kept })).toMatchObject({ kinds: [], signature: 'ours' });
    const third = masterKeySet(parseMasterKey(newMasterKeyText())!, []);
    expect((await verify({ masterKeys: third })).kinds).toContain('head not signed 3');
  });

  async function deploymentActs(): Promise<unknown[]> {
    return database.read(
      { tenantId: '*', domain: '' },
      statement('select act, object_id as id, detail from audit_event'),
    );
  }

  /** Changes a record and gives every block the hashes that belong to it, as one does who read the documentation. */
  async function rewriteChain({ isSigned = false } = {}): Promise<void> {
    await tamper(`update gatehouse.audit_event set actor = 'eve@acme.test'`);
    const { rows } = await database.executeSql(
      `begin; alter table gatehouse.audit_event no force row level security;
       select event_id::text as id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
         salt::text, detail::text from gatehouse.audit_event order by event_id; rollback`,
    );
    const sha = (text: string | Buffer) => createHash('sha256').update(text).digest();
    let previous: Buffer = Buffer.alloc(32);
    for (const [index, row] of (rows as Record<string, string | null>[]).entries()) {
      const number = index + 1;
      const [{ at: sealedAt } = { at: '' }] = await database.operator((tx) =>
        tx.sql<{ at: string }>(
          `select to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
           from audit_block where tenant_id = 'acme' and number = $1`,
          [number],
        ),
      );
      const detail = sha(row['salt'] === null ? row['detail']! : `${row['salt']}\n${row['detail']}`);
      const fields = ['acme', 'retail', row['id'], row['at'], 'user', 'eve@acme.test', 'case.assign', 'case'];
      const hash = sha(JSON.stringify([...fields, 'C1', detail.toString('hex')]));
      const content = Buffer.concat([Buffer.from(row['id']!.replaceAll('-', ''), 'hex'), hash]);
      previous = createHash('sha256')
        .update(`gatehouse audit block\n${JSON.stringify(['acme', number, sealedAt])}\n`)
        .update(previous)
        .update(sha(content))
        .digest();
      await tamper(
        `update gatehouse.audit_block set content = '\\x${content.toString('hex')}', hash = '\\x${previous.toString('hex')}'
         where tenant_id = 'acme' and number = ${number}`,
      );
      if (isSigned) await signAnew(number, previous);
    }
  }

  /** As the service would have signed such a chain. */
  async function signAnew(number: number, hash: Buffer): Promise<void> {
    const block = signBytes(masterKeys, blockText(hash)).signature.toString('hex');
    const [stored] = await database.operator((tx) => readStoredHeads(tx, ['acme']));
    const text = headText({ ...stored!, number, hash: hash.toString('hex') });
    const head = signBytes(masterKeys, text).signature.toString('hex');
    await tamper(
      `update gatehouse.audit_block set signature = '\\x${block}' where number = ${number}`,
      `update gatehouse.audit_head set hash = '\\x${hash.toString('hex')}', signature = '\\x${head}' where number = ${number}`,
    );
  }
});

/** The statements of docs/audit.md that erase a detail: with a salt, and from before salts. */
async function documentedErasures(): Promise<string[]> {
  const text = await readFile(new URL('../../../../../docs/audit.md', import.meta.url), 'utf8');
  return [...text.matchAll(/```sql\n(update gatehouse\.audit_event\n[^`]*);\n```/g)].map(([, sql]) => sql!);
}
