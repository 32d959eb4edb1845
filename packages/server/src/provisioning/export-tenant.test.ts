import { eventTypes } from '@gatehouse/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { newId } from '../lib/ids.ts';
import { masterKeySet, newMasterKeyText, parseMasterKey } from '../lib/secrets.ts';
import { formatFault } from '../lib/yaml/file-fault.ts';
import { writeYaml } from '../lib/yaml/write-yaml.ts';
import { raiseSetting } from '../tenants/setting-versions.ts';
import { describeOnStores } from '../tenants/stores.fixture.ts';
import { saveFileWebhook as saveWebhook } from '../webhooks/definitions/index.ts';
import { publishWorkflow } from '../workflows/index.ts';
import { exportTenant } from './export-tenant.ts';
import { planProvision, provision } from './provision.ts';
import { changeText, type ProvisionChange } from './provision-change.ts';
import { parseTenantFile } from './tenant-file.ts';

const masterKeys = masterKeySet(parseMasterKey(newMasterKeyText())!);
const tools = { masterKeys, publishWorkflow, saveWebhook };

async function contentOf(text: string, environment: Record<string, string> | 'ignoreSecrets') {
  const read = await parseTenantFile('/somewhere/tenants.yaml', text, environment);
  if (!read.ok) throw new Error(read.faults.map(formatFault).join('\n'));
  return read.value;
}

async function apply(database: OpenDatabase, tenant: unknown, environment: Record<string, string> = {}) {
  const content = await contentOf(writeYaml({ tenants: [tenant] }), environment);
  const result = await provision(database, content, tools);
  if (!result.ok) throw new Error(result.faults.map(formatFault).join('\n'));
}

async function changesOf(
  database: OpenDatabase,
  tenant: unknown,
  environment: Record<string, string> | 'ignoreSecrets' = 'ignoreSecrets',
): Promise<string[]> {
  const plan = await planProvision(
    database,
    await contentOf(writeYaml({ tenants: [tenant] }), environment),
    tools,
  );
  if (!plan.ok) throw new Error(plan.faults.map(formatFault).join('\n'));
  return plan.changes.map(changeText);
}

const deciding = (name: string) => ({
  id: 'wf_cases',
  name,
  eventType: 'MANUAL_CASE_EVENT',
  nodes: [
    {
      id: 'decide',
      type: 'decision',
      outcome: 'manual',
      hook: {
        enabled: true,
        triggerOn: ['approve'],
        webhook: 'wh_crm',
        inputs: { customerId: 'customer.customerId' },
      },
    },
  ],
  edges: [{ from: 'start', to: 'decide' }],
});

function fullTenant(id: string) {
  return {
    id,
    name: 'Acme Pay',
    environment: 'production',
    domains: ['retail', 'corporate'],
    events: ['MANUAL_CASE_EVENT'],
    quotas: { MANUAL_CASE_EVENT: 10 },
    cases: { dueHours: 48 },
    webhookHosts: ['crm.acme.test'],
    publishing: { secondApprover: false },
    groups: ['first-line'],
    singleSignOn: [
      {
        id: 'staff',
        name: 'Staff',
        issuer: 'https://login.acme.test',
        clientId: 'gatehouse',
        clientSecret: 'secret-of-sso',
        emailDomains: [`${id.toLowerCase()}.test`],
      },
    ],
    apiKeys: [
      { key: `ak_${id}`, secret: 'secret-of-the-key', rate: { requests: 5, seconds: 0.5 }, calls: 7 },
      { key: `ak_${id}_made`, expiresAt: '2027-12-31T00:00:00Z', domains: ['retail'] },
    ],
    users: [
      { email: 'ana@acme.test', password: 'secret-of-ana', roles: ['analyst'], groups: ['first-line'] },
    ],
    webhooks: [
      {
        id: 'wh_crm',
        name: 'CRM',
        url: 'https://crm.acme.test/{customerId}',
        headers: [
          { name: 'Authorization', defaultValue: 'Bearer secret-of-header' },
          { name: 'x-kind', defaultValue: 'crm' },
        ],
        inputs: ['customerId'],
        signature: { type: 'HMAC_SHA256', secret: 'secret-of-webhook' },
      },
    ],
    watchlist: [
      { id: 'w1', name: 'Jane Example', dateOfBirth: '1980', countries: ['SG'] },
      { id: 'w2', name: 'Quillfeather Ltd', type: 'corporate', domain: 'corporate' },
    ],
    reference: { 'required-form': { without: ['DECLARATION'] } },
    workflows: [{ domain: 'retail', workflow: deciding('Cases') }],
  };
}

describeOnStores('an exported tenant', (store) => {
  it('has everything but secrets, and changes nothing when it is applied again', async () => {
    const { database } = store();
    const id = `t-${newId()}`;
    await apply(database, fullTenant(id));
    const exported = (await exportTenant(database, id))!;
    expect(JSON.stringify(exported)).not.toMatch(/secret-of/);
    expect(JSON.stringify(exported)).not.toContain('argon2');
    const prefix = id.toUpperCase().replaceAll('-', '_');
    expect(exported.variables).toEqual([`${prefix}_STAFF_CLIENT_SECRET`, `${prefix}_WH_CRM_SECRET`]);
    expect(exported.notices).toEqual([]);
    expect(exported.tenant).toMatchObject({
      environment: 'production',
      cases: { dueHours: 48 },
      apiKeys: [
        { key: `ak_${id}`, rate: { requests: 5, seconds: 0.5 }, calls: 7 },
        { key: `ak_${id}_made`, expiresAt: '2027-12-31T00:00:00.000Z', domains: ['retail'] },
      ],
      webhooks: [{ id: 'wh_crm', headers: [{ defaultValue: '***' }, { defaultValue: 'crm' }] }],
      workflows: [{ domain: 'retail', publish: true, workflow: { id: 'wf_cases' } }],
    });
    expect(await changesOf(database, exported.tenant)).toEqual([]);
    const secrets = {
      [`${prefix}_STAFF_CLIENT_SECRET`]: 'secret-of-sso',
      [`${prefix}_WH_CRM_SECRET`]: 'secret-of-webhook',
    };
    expect(await changesOf(database, exported.tenant, secrets)).toEqual([]);
    await apply(database, exported.tenant, secrets);
    expect((await exportTenant(database, id))!.tenant).toEqual(exported.tenant);
  });

  it('has the drafts of workflows, and says which are not published or cannot be in a file', async () => {
    const { database } = store();
    const id = `t-${newId()}`;
    const tenant = fullTenant(id);
    await apply(database, tenant);
    await apply(database, {
      ...tenant,
      workflows: [{ domain: 'retail', publish: false, workflow: deciding('Other cases') }],
    });
    const exported = (await exportTenant(database, id))!;
    expect(exported.tenant.workflows).toMatchObject([{ publish: false, workflow: { name: 'Other cases' } }]);
    expect(exported.notices).toEqual([
      'workflow wf_cases of retail has changes that are not published: its draft is exported with publish: false, version 1 stays published',
    ]);
    expect(await changesOf(database, exported.tenant)).toEqual([]);

    await database.operator((tx) =>
      tx.sql(`update workflow set draft = jsonb_set(draft, '{edges}', '[]') where tenant_id = $1`, [id]),
    );
    const unfinished = (await exportTenant(database, id))!;
    expect(unfinished.tenant.workflows).toBeUndefined();
    expect(unfinished.notices).toEqual([
      expect.stringMatching(/^workflow wf_cases of retail is left out: its draft has faults \(/),
    ]);
    expect(await changesOf(database, unfinished.tenant)).toEqual([]);
  });

  it('refuses elsewhere a header whose value only the first store has', async () => {
    const { database } = store();
    const id = `t-${newId()}`;
    await apply(database, fullTenant(id));
    const { webhooks } = (await exportTenant(database, id))!.tenant;
    const other = { id: `${id}-2`, name: 'Other', domains: ['retail'], webhooks };
    await expect(changesOf(database, other)).rejects.toThrow(
      'tenants[0].webhooks[0].headers[0].defaultValue: *** keeps the value that is stored, and none is: write the value itself',
    );
  });

  it('tells whose console edits are overwritten before they are', async () => {
    const { database } = store();
    const id = `t-${newId()}`;
    const tenant = fullTenant(id);
    await apply(database, tenant);
    await database.operator(async (tx) => {
      await tx.sql(`update tenant set case_rules = '{"dueHours":9}' where tenant_id = $1`, [id]);
      await raiseSetting(tx, id, { section: 'cases', email: 'ada@acme.test' });
    });
    const refuse = () => {
      throw new Error('stopped');
    };
    const content = await contentOf(writeYaml({ tenants: [tenant] }), {});
    await expect(provision(database, content, { ...tools, onOverwrite: refuse })).rejects.toThrow('stopped');
    expect((await exportTenant(database, id))!.tenant.cases).toEqual({ dueHours: 9 });
    const seen: unknown[] = [];
    const onOverwrite = (changes: readonly ProvisionChange[]) => seen.push(...changes);
    expect(await provision(database, content, { ...tools, onOverwrite })).toMatchObject({ ok: true });
    expect(seen).toMatchObject([{ kind: 'tenant', consoleEdit: { actor: 'ada@acme.test' } }]);
    expect(await provision(database, content, { ...tools, onOverwrite: refuse })).toMatchObject({
      changes: [],
    });
  });

  it('does not exist where no tenant does', async () => {
    expect(await exportTenant(store().database, `t-${newId()}`)).toBeUndefined();
  });

  it('changes nothing, whatever the tenant file was', async () => {
    const { database } = store();
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((one) => /^[^\p{Cc}\p{Cs}]*$/u.test(one));
    const word = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,12}$/);
    const words = fc.uniqueArray(word, { maxLength: 3 });
    const made = fc.record(
      {
        name: text,
        environment: fc.constantFrom('production', 'test'),
        enabled: fc.boolean(),
        billingBlocked: fc.boolean(),
        domains: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
        events: fc.subarray([...eventTypes]),
        quotas: fc.dictionary(fc.constantFrom(...eventTypes), fc.nat(1000)),
        quickScanCredits: fc.nat(1000),
        maxStoredBytes: fc.nat(2 ** 40),
        monitoring: fc.record({ default: fc.boolean() }),
        cases: fc.record({ dueHours: fc.integer({ min: 1, max: 99 }) }, { requiredKeys: [] }),
        branding: fc.record({ name: text, primaryColour: fc.constant('#0A7d55') }, { requiredKeys: [] }),
        hosted: fc.constantFrom({}, { frameAncestors: ['https://app.acme.test'] }),
        signIn: fc.constantFrom({}, { passwordMinLength: 20 }),
        webhookHosts: fc.constantFrom([], ['crm.acme.test']),
        groups: words,
        watchlist: fc.uniqueArray(
          fc.record({ id: text, name: text, note: text }, { requiredKeys: ['id', 'name'] }),
          {
            maxLength: 3,
            selector: ({ id }) => id,
          },
        ),
      },
      { requiredKeys: ['name', 'domains'] },
    );
    await fc.assert(
      fc.asyncProperty(made, async (tenant) => {
        const id = `t-${newId()}`;
        await apply(database, { id, ...tenant });
        const exported = (await exportTenant(database, id))!;
        expect(await changesOf(database, exported.tenant, {})).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('written YAML', () => {
  it('names nothing twice by an anchor', () => {
    const list = ['retail'];
    expect(writeYaml({ one: list, two: list, text: 'no' }, ['Advice.'])).toBe(
      '# Advice.\n\none:\n  - retail\ntwo:\n  - retail\ntext: no\n',
    );
  });
});
