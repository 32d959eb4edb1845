import { describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { newId } from '../lib/ids.ts';
import { masterKeySet, newMasterKeyText, openSecret, parseMasterKey } from '../lib/secrets.ts';
import { formatFault } from '../lib/yaml/file-fault.ts';
import { dataKeyOf } from '../tenants/data-keys.ts';
import { apiKeySecretContext, webhookSecretContext } from '../tenants/secret-contexts.ts';
import { describeOnStores } from '../tenants/stores.fixture.ts';
import { saveFileWebhook as saveWebhook } from '../webhooks/definitions/index.ts';
import { type ProvisionResult, type PublishWorkflow, planProvision, provision } from './provision.ts';
import { changeText } from './provision-change.ts';
import { type PromotionOrigin, parseTenantFile } from './tenant-file.ts';

const masterKeys = masterKeySet(parseMasterKey(newMasterKeyText())!);

/** Publishing belongs to another module; here it keeps nothing and finds nothing wrong. */
const publishNothing: PublishWorkflow = async () => ({ ok: true, changes: [] });

/** Everything a tenant file can say, with names of the test's own. */
function fullFile(id: string) {
  return `tenants:
  - id: ${id}
    name: Acme Pay
    domains: [retail, corporate]
    events: [KYC_EVENT, MANUAL_CASE_EVENT]
    quotas: { KYC_EVENT: 100, KYB_EVENT: 7 }
    quickScanCredits: 500
    groups: [compliance]
    apiKeys:
      - key: ak_${id}
        secret: 0123456789abcdef
        domains: [retail]
        operations: [quickscan.submit, quickscan.detail]
        rate: { requests: 50, seconds: 1 }
        calls: 100000
        expiresAt: 2027-12-31T00:00:00Z
      - key: ak_${id}_generated
    users:
      - { email: ana@acme.test, name: Ana, password: first password, roles: [analyst], groups: [first-line] }
    webhooks:
      - id: wh_crm
        name: CRM
        url: "https://crm.acme.test/{customerId}"
        inputs: [customerId]
        signature: { type: HMAC_SHA256, secret: whsec }
        retry: { maxAttempts: 3, retryOnStatus: [429] }
    watchlist:
      - { id: w1, name: Jane Example, aliases: [J. Example], countries: [SGP] }
      - { id: w2, name: Example Trading, type: corporate }
`;
}

async function apply(
  database: OpenDatabase,
  text: string,
  publishWorkflow = publishNothing,
  promotion?: PromotionOrigin,
): Promise<ProvisionResult> {
  const read = await parseTenantFile('/somewhere/tenants.yaml', text, {});
  if (!read.ok) throw new Error(read.faults.map(formatFault).join('\n'));
  return provision(database, { ...read.value, promotion }, { masterKeys, publishWorkflow, saveWebhook });
}

async function changesOf(database: OpenDatabase, text: string): Promise<readonly string[]> {
  const result = await apply(database, text);
  if (!result.ok) throw new Error(result.faults.map(formatFault).join('\n'));
  return result.changes.map(changeText);
}

interface AuditRow {
  readonly actor_kind: string;
  readonly actor: string;
  readonly act: string;
  readonly object_kind: string;
  readonly object_id: string;
  readonly domain: string;
  readonly detail: unknown;
}

function markersOf(database: OpenDatabase, tenantId: string) {
  return database.operator((tx) =>
    tx.sql<{ topic: string; revision: number }>(
      'select topic, revision from change_marker where tenant_id = $1 order by topic',
      [tenantId],
    ),
  );
}

function auditOf(database: OpenDatabase, tenantId: string) {
  return database.operator((tx) =>
    tx.sql<AuditRow>('select * from audit_event where tenant_id = $1 order by event_id', [tenantId]),
  );
}

function tenantOf(database: OpenDatabase, tenantId: string) {
  return database.operator(async (tx) => {
    const [row] = await tx.sql('select * from tenant where tenant_id = $1', [tenantId]);
    return row;
  });
}

function newTenantId() {
  return `t-${newId()}`;
}

describeOnStores('provision', (store) => {
  describe('the first time', () => {
    it('creates everything, says so, and prints only the secret it made', async () => {
      const { database } = store();
      const id = newTenantId();
      const result = await apply(database, fullFile(id));
      if (!result.ok) throw new Error('refused');
      expect(result.changes.map(changeText)).toEqual([
        `tenant ${id}: created`,
        `domain retail of ${id}: created`,
        `domain corporate of ${id}: created`,
        `group compliance of ${id}: created`,
        `group first-line of ${id}: created`,
        `quota KYC_EVENT of ${id}: granted 0 → 100`,
        `quota KYB_EVENT of ${id}: granted 0 → 7`,
        `api key ak_${id} of ${id}: created`,
        `api key ak_${id}_generated of ${id}: created`,
        `api key ak_${id}_generated of ${id}: secret generated`,
        `user ana@acme.test of ${id}: created`,
        `webhook wh_crm of ${id}: created`,
        `watchlist of ${id}: 2 added (w1, w2)`,
      ]);
      expect(result.generated).toEqual([
        { tenantId: id, apiKey: `ak_${id}_generated`, secret: expect.stringMatching(/^[\w-]{43}$/) },
      ]);
      expect((await markersOf(database, id)).map((marker) => marker.topic)).toEqual([
        'directory',
        'watchlist',
      ]);
    });

    it('seals secrets, hashes passwords and stores neither in the clear anywhere', async () => {
      const { database } = store();
      const id = newTenantId();
      await apply(database, fullFile(id));
      await database.operator(async (tx) => {
        const dataKey = await dataKeyOf(tx, masterKeys, id);
        const [key] = await tx.sql<{ secret: Buffer }>('select * from api_key where api_key = $1', [
          `ak_${id}`,
        ]);
        const [webhook] = await tx.sql('select * from webhook where tenant_id = $1', [id]);
        const [webhookSecret] = await tx.sql<{ secret: Buffer }>(
          "select * from webhook_secret where tenant_id = $1 and stage = 'current'",
          [id],
        );
        const [user] = await tx.sql<{ password_hash: string }>(
          'select * from user_account where tenant_id = $1',
          [id],
        );
        expect(openSecret(dataKey, apiKeySecretContext(id, `ak_${id}`), key!.secret)).toBe(
          '0123456789abcdef',
        );
        expect(openSecret(dataKey, webhookSecretContext(id, 'wh_crm'), webhookSecret!.secret)).toBe('whsec');
        expect(user!.password_hash).toMatch(/^\$argon2id\$/);
        expect(key!.secret.includes('0123456789abcdef') || webhookSecret!.secret.includes('whsec')).toBe(
          false,
        );
        const seen = JSON.stringify([key, webhook, webhookSecret, user, await auditRows(tx, id)]);
        for (const secret of ['0123456789abcdef', 'whsec', 'first password'])
          expect(seen).not.toContain(secret);
      });
    });

    it('writes an audit record for each change', async () => {
      const { database } = store();
      const id = newTenantId();
      await apply(database, fullFile(id));
      const records = await auditOf(database, id);
      expect(records.every((record) => record.actor_kind === 'system' && record.actor === 'provision')).toBe(
        true,
      );
      expect(records.map((record) => `${record.act} ${record.object_id}`)).toEqual([
        `tenant.create ${id}`,
        'domain.create retail',
        'domain.create corporate',
        'group.create compliance',
        'group.create first-line',
        'quota.change KYC_EVENT',
        'quota.change KYB_EVENT',
        `api_key.create ak_${id}`,
        `api_key.create ak_${id}_generated`,
        `api_key.generate_secret ak_${id}_generated`,
        'user.create ana@acme.test',
        'webhook.create wh_crm',
        'watchlist_entry.create w1',
        'watchlist_entry.create w2',
      ]);
    });
  });

  describe('again', () => {
    it('changes, marks and records nothing when the file says what is so', async () => {
      const { database } = store();
      const id = newTenantId();
      await apply(database, fullFile(id));
      const before = [
        await markersOf(database, id),
        await auditOf(database, id),
        await tenantOf(database, id),
      ];
      expect(await apply(database, fullFile(id))).toEqual({
        ok: true,
        changes: [],
        generated: [],
        notices: [],
      });
      expect([
        await markersOf(database, id),
        await auditOf(database, id),
        await tenantOf(database, id),
      ]).toEqual(before);
    });

    it('records where a promoted object came from, once', async () => {
      const { database } = store();
      const id = newTenantId();
      await apply(database, fullFile(id));
      const before = (await auditOf(database, id)).length;
      const changed = fullFile(id).replace('name: Acme Pay', 'name: Acme Pay\n    cases: { dueHours: 48 }');
      const from = { from: `${id}-test`, deployment: 'https://test.acme.test' };
      const promotion = { kind: 'setting', id: 'cases', ...from } as const;
      for (const _ of ['promoted', 'again']) await apply(database, changed, publishNothing, promotion);
      const records = (await auditOf(database, id)).slice(before);
      expect(records.map(({ actor_kind, actor, act }) => [actor_kind, actor, act])).toEqual([
        ['system', 'promote', 'tenant.change'],
        ['system', 'promote', 'setting.promote'],
      ]);
      expect(records[1]).toMatchObject({
        object_kind: 'setting',
        object_id: 'cases',
        domain: '',
        detail: from,
      });
    });

    it('tells each thing that differs, in words without secrets', async () => {
      const { database } = store();
      const id = newTenantId();
      await apply(database, fullFile(id));
      const text = fullFile(id)
        .replace('name: Acme Pay', 'name: Acme Money\n    billingBlocked: true')
        .replace('KYC_EVENT: 100, KYB_EVENT: 7', 'KYC_EVENT: 150')
        .replace('0123456789abcdef', 'fedcba9876543210')
        .replace('domains: [retail]\n', 'enabled: false\n')
        .replace('calls: 100000\n        ', '')
        .replace('first password', 'second password')
        .replace('roles: [analyst]', 'roles: [analyst, admin]')
        .replace('maxAttempts: 3', 'maxAttempts: 4')
        .replace('whsec', 'whsec2')
        .replace('J. Example', 'Janet Example')
        .replace('{ id: w2,', '{ id: w3, name: Third }\n      - { id: w2,');
      expect(await changesOf(database, text)).toEqual([
        `tenant ${id}: name Acme Pay → Acme Money, billingBlocked false → true`,
        `quota KYC_EVENT of ${id}: granted 100 → 150`,
        `quota KYB_EVENT of ${id}: granted 7 → 0`,
        `api key ak_${id} of ${id}: enabled true → false, domains retail → all, calls 100000 → no limit`,
        `api key ak_${id} of ${id}: secret replaced`,
        `user ana@acme.test of ${id}: roles analyst → admin, analyst`,
        `user ana@acme.test of ${id}: password replaced`,
        `webhook wh_crm of ${id}: retry changed`,
        `webhook wh_crm of ${id}: secret replaced`,
        `watchlist of ${id}: 1 added (w3), 1 changed (w1)`,
      ]);
      expect(await changesOf(database, text)).toEqual([]);
      expect((await tenantOf(database, id))?.watchlist_revision).toBe(2);
    });

    it('deletes nothing, keeps generated secrets and what was used', async () => {
      const { database } = store();
      const id = newTenantId();
      await apply(database, fullFile(id));
      await database.operator(async (tx) => {
        await tx.sql('update event_quota set used = 3 where tenant_id = $1', [id]);
        await tx.sql('update api_key set calls_used = 4, rate_next_at = 5 where tenant_id = $1', [id]);
        await tx.sql('update tenant set quick_scan_used = 6 where tenant_id = $1', [id]);
      });
      const snapshot = () =>
        database.operator(async (tx) => [
          await tx.sql('select * from api_key where tenant_id = $1 order by api_key', [id]),
          await tx.sql('select used from event_quota where tenant_id = $1 order by event_type', [id]),
          await tx.sql('select * from user_account where tenant_id = $1', [id]),
          await tx.sql('select * from webhook where tenant_id = $1', [id]),
          await tx.sql('select * from watchlist_entry where tenant_id = $1 order by entry_id', [id]),
          await tx.sql('select domain from tenant_domain where tenant_id = $1 order by domain', [id]),
        ]);
      const before = await snapshot();
      const partial = `tenants: [{ id: ${id}, name: Acme Pay, domains: [retail], quickScanCredits: 600 }]`;
      expect(await changesOf(database, partial)).toEqual([`tenant ${id}: quickScanCredits 500 → 600`]);
      const withoutOne = `tenants: [{ id: ${id}, name: Acme Pay, domains: [retail], quotas: { KYC_EVENT: 100 } }]`;
      expect(await changesOf(database, withoutOne)).toEqual([`quota KYB_EVENT of ${id}: granted 7 → 0`]);
      expect(await snapshot()).toEqual(before);
      expect((await tenantOf(database, id))?.quick_scan_used).toBe(6);
    });
  });

  describe('with faults', () => {
    const other = (id: string, key: string) =>
      `tenants:
  - { id: ${id}, name: A, domains: [retail], webhooks: [{ id: wh, name: W, url: "https://a.test" }], apiKeys: [{ key: ak_${id} }, { key: ${key} }], workflows: [{ domain: retail, workflow: { id: wf, name: W, eventType: KYC_EVENT, nodes: [{ id: end, type: decision, outcome: manual, groups: [g] }], edges: [{ from: start, to: end }] } }] }
`;

    it('changes nothing and lists keys of other tenants together with faults of workflows', async () => {
      const { database } = store();
      const [first, second] = [newTenantId(), newTenantId()];
      await apply(database, fullFile(first));
      const result = await apply(database, other(second, `ak_${first}`), async () => ({
        ok: false,
        faults: [
          { node: 'end', place: 'nodes[0].groups[0]', message: 'no group g' },
          { place: 'workflow', message: 'is too long' },
        ],
      }));
      if (result.ok) throw new Error('should be refused');
      expect(result.faults.map((fault) => `${fault.line} ${fault.place}: ${fault.message}`)).toEqual([
        `2 tenants[0].apiKeys[1].key: already belongs to the tenant ${first}: choose another key`,
        '2 tenants[0].workflows[0].workflow: is too long',
        '2 tenants[0].workflows[0].workflow.nodes[0].groups[0]: node end: no group g',
      ]);
      expect(await tenantOf(database, second)).toBeUndefined();
      expect(await markersOf(database, second)).toEqual([]);
      expect(await auditOf(database, second)).toEqual([]);
    });

    it('hands workflows the groups and webhooks that stand before and in the file', async () => {
      const { database } = store();
      const id = newTenantId();
      await apply(database, fullFile(id));
      const requested: unknown[] = [];
      const result = await apply(database, other(id, `ak_${id}_more`), async (_tx, scope, request) => {
        requested.push({ scope, ...request });
        const change = { action: 'create', subject: 'workflow wf', words: 'created', members: [] };
        return { ok: true, changes: [change] };
      });
      expect(result).toMatchObject({ ok: true });
      expect(result.ok && result.changes.at(-1)).toMatchObject({
        kind: 'workflow',
        id: 'wf',
        domain: 'retail',
      });
      expect(requested).toEqual([
        {
          scope: { tenantId: id, domain: 'retail' },
          definition: expect.objectContaining({ id: 'wf' }),
          publish: true,
          known: {
            groups: new Set(['compliance', 'first-line']),
            webhooks: new Map([
              ['wh', expect.objectContaining({ name: 'W', url: 'https://a.test' })],
              ['wh_crm', expect.objectContaining({ id: 'wh_crm' })],
            ]),
            forms: expect.objectContaining({ forms: expect.any(Map) }),
          },
          actor: { kind: 'system', id: 'provision' },
        },
      ]);
    });
  });

  describe('planned', () => {
    async function planOf(
      database: OpenDatabase,
      text: string,
      environment: Record<string, string> | 'ignoreSecrets' = {},
    ) {
      const read = await parseTenantFile('/somewhere/tenants.yaml', text, environment);
      if (!read.ok) throw new Error(read.faults.map(formatFault).join('\n'));
      const tools = { masterKeys, publishWorkflow: publishNothing, saveWebhook };
      const plan = await planProvision(database, read.value, tools);
      if (!plan.ok) throw new Error(plan.faults.map(formatFault).join('\n'));
      return plan;
    }

    /** Every row that the store has, by table. */
    async function everything(database: OpenDatabase): Promise<Record<string, unknown>> {
      return database.operator(async (tx) => {
        const tables = await tx.sql<{ name: string }>(
          `select table_name as name from information_schema.tables
           where table_schema = 'gatehouse' and table_type = 'BASE TABLE' and table_name <> 'node' order by table_name`,
        );
        const rows: Record<string, unknown> = {};
        for (const { name } of tables) {
          const [{ text } = { text: null }] = await tx.sql<{ text: string | null }>(
            `select string_agg(t::text, chr(10) order by t::text) as text from "${name}" t`,
          );
          rows[name] = text;
        }
        return rows;
      });
    }

    it('says what is created, changed and unchanged, writes nothing, and provisioning does just that', async () => {
      const { database } = store();
      const id = newTenantId();
      const before = await everything(database);
      const first = await planOf(database, fullFile(id));
      expect(await everything(database)).toEqual(before);
      expect(first.unchanged).toEqual([]);
      expect(first.changes.map(changeText)).toEqual(await changesOf(database, fullFile(id)));
      const again = await planOf(database, fullFile(id));
      expect(again).toMatchObject({
        changes: [],
        unchanged: expect.arrayContaining([{ tenantId: id, kind: 'webhook', id: 'wh_crm' }]),
      });
      expect(again.unchanged).toHaveLength(12);

      const other = fullFile(id)
        .replace('maxAttempts: 3', 'maxAttempts: 4')
        .replace('secret: whsec', 'secret: another');
      const provisioned = await everything(database);
      const second = await planOf(database, other);
      expect(await everything(database)).toEqual(provisioned);
      expect(second.changes).toEqual([
        expect.objectContaining({
          kind: 'webhook',
          id: 'wh_crm',
          action: 'change',
          members: [{ field: 'retry' }],
        }),
        expect.objectContaining({ action: 'replace_secret', words: 'secret replaced' }),
      ]);
      expect(second.unchanged).toHaveLength(11);
      expect(second.changes.map(changeText)).toEqual(await changesOf(database, other));
    });

    it('compares everything but secrets where they are ignored, and such a file cannot be applied', async () => {
      const { database } = store();
      const id = newTenantId();
      const sso = `    singleSignOn: [{ id: staff, name: Staff, issuer: "https://login.acme.test", clientId: c, clientSecret: { env: SSO }, emailDomains: [${id}.test] }]\n`;
      const withSso = fullFile(id) + sso;
      const read = await parseTenantFile('/somewhere/tenants.yaml', withSso, { SSO: 'a secret of sso' });
      if (!read.ok) throw new Error('refused');
      const tools = { masterKeys, publishWorkflow: publishNothing, saveWebhook };
      expect(await provision(database, read.value, tools)).toMatchObject({ ok: true });
      const { changes } = await planOf(
        database,
        withSso.replace('secret: whsec', 'secret: { env: NOT_SET }'),
        'ignoreSecrets',
      );
      expect(changes).toEqual([]);
      expect((await planOf(database, withSso.replace('clientSecret: { env: SSO }, ', ''))).changes).toEqual([
        expect.objectContaining({ kind: 'identity_provider', action: 'remove_secret' }),
      ]);
      const ignored = await parseTenantFile('/somewhere/tenants.yaml', withSso, 'ignoreSecrets');
      if (!ignored.ok) throw new Error('refused');
      await expect(provision(database, ignored.value, tools)).rejects.toThrow('without its secrets');
    });
  });

  it('comes out the same when two nodes apply the same file at once', async () => {
    const { database, otherNode } = store();
    const id = newTenantId();
    const results = await Promise.all([apply(database, fullFile(id)), apply(otherNode, fullFile(id))]);
    const counts = results.map((result) => (result.ok ? result.changes.length : -1));
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 13]);
    expect(await auditOf(database, id)).toHaveLength(14);
  });

  it('takes thousands of watchlist entries and names only some of them', async () => {
    const { database } = store();
    const id = newTenantId();
    const watchlist = Array.from({ length: 3000 }, (_, index) => ({
      id: `w${index}`,
      name: `Person ${index}`,
    }));
    const text = JSON.stringify({ tenants: [{ id, name: 'A', domains: ['retail'], watchlist }] });
    expect((await changesOf(database, text)).at(-1)).toBe(
      `watchlist of ${id}: 3000 added (w0, w1, w2, w3, w4, w5, w6, w7, w8, w9 and 2990 more)`,
    );
    expect(await changesOf(database, text)).toEqual([]);
  });
});

function auditRows(tx: Parameters<Parameters<OpenDatabase['operator']>[0]>[0], tenantId: string) {
  return tx.sql('select * from audit_event where tenant_id = $1', [tenantId]);
}
