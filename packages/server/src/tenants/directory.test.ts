import { expect, it } from 'vitest';
import { type InvalidationWatch, type OpenDatabase, watchInvalidations } from '../database/index.ts';
import { newId } from '../lib/ids.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../lib/secrets.ts';
import { provision } from '../provisioning/provision.ts';
import { parseTenantFile } from '../provisioning/tenant-file.ts';
import { TenantDirectory } from './directory.ts';
import { describeOnStores } from './stores.fixture.ts';

const masterKeys = masterKeySet(parseMasterKey(newMasterKeyText())!);

async function apply(database: OpenDatabase, tenant: Record<string, unknown>): Promise<void> {
  const read = await parseTenantFile('/tenants.json', JSON.stringify({ tenants: [tenant] }), {});
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const result = await provision(database, read.value, {
    masterKeys,
    publishWorkflow: async () => ({ ok: true, changes: [] }),
    saveWebhook: async () => ({ ok: true, acts: [] }),
  });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
}

function fail(error: Error): never {
  throw error;
}

async function loaded(
  database: OpenDatabase,
  onError: (error: Error) => void = fail,
): Promise<TenantDirectory> {
  const directory = new TenantDirectory(database, masterKeys, { onError });
  await directory.load();
  return directory;
}

describeOnStores('the directory', (store) => {
  it('knows tenants and keys as the file gave them, with the secrets opened', async () => {
    const { database } = store();
    const id = `t-${newId()}`;
    await apply(database, {
      id,
      name: 'Acme',
      domains: ['retail', 'corporate'],
      events: ['KYC_EVENT'],
      billingBlocked: true,
      apiKeys: [
        {
          key: `ak_${id}`,
          secret: '0123456789abcdef',
          domains: ['retail'],
          operations: ['quickscan.submit'],
          rate: { requests: 5, seconds: 2 },
          calls: 9,
          expiresAt: '2027-12-31T00:00:00Z',
          enabled: false,
        },
        { key: `ak_${id}_all`, secret: 'fedcba9876543210' },
      ],
    });
    const directory = await loaded(database);
    expect(directory.tenant(id)).toEqual({
      tenantId: id,
      name: 'Acme',
      enabled: true,
      isMoving: false,
      isStopped: false,
      billingBlocked: true,
      events: new Set(['KYC_EVENT']),
      domains: new Set(['retail', 'corporate']),
      frameAncestors: [],
      uploadOrigins: new Set(),
    });
    expect(directory.find(`ak_${id}`)).toEqual({
      apiKey: `ak_${id}`,
      tenantId: id,
      tenantEnabled: true,
      enabled: false,
      expiresAt: new Date('2027-12-31T00:00:00Z'),
      secrets: ['0123456789abcdef'],
      secretNumber: 1,
      domains: new Set(['retail']),
      operations: new Set(['quickscan.submit']),
      rate: { requests: 5, seconds: 2 },
      callsLimited: true,
    });
    expect(directory.find(`ak_${id}_all`)).toEqual({
      apiKey: `ak_${id}_all`,
      tenantId: id,
      tenantEnabled: true,
      enabled: true,
      secrets: ['fedcba9876543210'],
      secretNumber: 1,
      domains: new Set(['retail', 'corporate']),
      operations: '*',
      callsLimited: false,
    });
    expect(directory.find('ak_unknown')).toBeUndefined();
    expect(directory.tenant('unknown')).toBeUndefined();
  });

  it('takes a revocation up on every node with its next poll, at once where it is told to', async () => {
    const { database, otherNode } = store();
    const id = `t-${newId()}`;
    const key = { key: `ak_${id}`, secret: '0123456789abcdef' };
    const tenant = { id, name: 'Acme', domains: ['retail'], apiKeys: [key] };
    await apply(database, tenant);
    const nodes: { directory: TenantDirectory; watch: InvalidationWatch }[] = [];
    for (const node of [database, otherNode]) {
      const directory = new TenantDirectory(node, masterKeys, { onError: fail });
      const watch = await watchInvalidations(node, directory.handlers, { onError: fail });
      await directory.load();
      nodes.push({ directory, watch });
    }
    expect(nodes.map(({ directory }) => directory.find(key.key)?.enabled)).toEqual([true, true]);
    await apply(database, { ...tenant, apiKeys: [{ ...key, enabled: false }] });
    await nodes[0]!.watch.refreshNow();
    expect(nodes[0]!.directory.find(key.key)?.enabled).toBe(false);
    await expect.poll(() => nodes[1]!.directory.find(key.key)?.enabled, { timeout: 10_000 }).toBe(false);
    await Promise.all(nodes.map(({ watch }) => watch.stop()));
  });

  it('forgets what is gone and leaves other tenants alone', async () => {
    const { database } = store();
    const [kept, gone] = [`t-${newId()}`, `t-${newId()}`];
    for (const id of [kept, gone]) {
      await apply(database, { id, name: 'A', domains: ['retail'], apiKeys: [{ key: `ak_${id}` }] });
    }
    const directory = await loaded(database);
    await database.operator((tx) => tx.sql('delete from api_key where tenant_id = $1', [gone]));
    await Promise.all([directory.reload(gone), directory.reload('never-there'), directory.reload(gone)]);
    expect(directory.find(`ak_${gone}`)).toBeUndefined();
    expect(directory.tenant(gone)).toBeDefined();
    expect(directory.find(`ak_${kept}`)).toBeDefined();
  });

  it('leaves out a key whose stored secret was moved, tells of it, and serves the others', async () => {
    const { database } = store();
    const id = `t-${newId()}`;
    const keys = [`ak_${id}_1`, `ak_${id}_2`];
    await apply(database, { id, name: 'A', domains: ['retail'], apiKeys: keys.map((key) => ({ key })) });
    await database.operator((tx) =>
      tx.sql(
        'update api_key set secret = (select secret from api_key where api_key = $1) where api_key = $2',
        keys,
      ),
    );
    const errors: string[] = [];
    const directory = await loaded(database, (error) => errors.push(error.message));
    expect(directory.find(keys[0]!)).toBeDefined();
    expect(directory.find(keys[1]!)).toBeUndefined();
    expect(errors).toEqual([expect.stringContaining(keys[1]!)]);
    await database.operator((tx) => tx.sql('delete from api_key where tenant_id = $1', [id]));
  });

  it('refuses to load under another master key, naming the one it wants', async () => {
    const { database } = store();
    await apply(database, { id: `t-${newId()}`, name: 'A', domains: ['retail'], apiKeys: [] });
    const wrong = masterKeySet(parseMasterKey(newMasterKeyText())!);
    const directory = new TenantDirectory(database, wrong, { onError: fail });
    await expect(directory.load()).rejects.toThrow(new RegExp(masterKeys.current.id));
  });
});
