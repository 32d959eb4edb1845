import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Attestation, sha256 } from '../src/assurance/index.ts';
import { holdsSignature } from '../src/audit/index.ts';
import { openCommandHost } from './support/command-line.ts';
import { type Browser, password, person, signIn } from './support/console.ts';
import { createDatabase, withClient } from './support/postgres.ts';
import {
  createPreparedDatabase,
  prepareBundledList,
  prepareDataDirectory,
} from './support/prepared-stores.ts';
import { type RunningServer, startServer } from './support/running-server.ts';
import { everyStore } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tenant-files-'));
const commands = openCommandHost();
afterAll(() => commands.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const webhook = {
  id: 'wh_crm',
  name: 'CRM',
  url: 'https://crm.acme.test/hooks',
  inputs: ['customerId'],
  signature: { type: 'HMAC_SHA256', secret: { env: 'CRM_SECRET' } },
};
const secrets = { CRM_SECRET: 'whsec-of-the-crm-receiver' };

describe.each(everyStore())('a tenant file, %s', (store) => {
  const tenant = aTenant({ users: [person('ada', ['admin'])], webhooks: [webhook], cases: { dueHours: 48 } });
  const file = write(`${tenant.id}.json`, { tenants: [tenant] });
  let env: Record<string, string>;
  let server: RunningServer;
  let ada: Browser;

  const run = (...commandLine: string[]) => commands.run(commandLine, { env: { ...env, ...secrets } });

  const signInAda = () =>
    signIn({ app: { consoleUrl: `${server.baseUrl.replace(/\/gateway$/, '')}/console` } }, tenant, 'ada');

  beforeAll(async () => {
    env = {
      GATEHOUSE_DATA_DIR: join(folder, `data-${tenant.id}`),
      GATEHOUSE_PORT: '0',
      GATEHOUSE_METRICS_PORT: '0',
      GATEHOUSE_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
      ...(store === 'PostgreSQL'
        ? { DATABASE_URL: await createPreparedDatabase(inject('postgresUrl')!) }
        : {}),
    };
    mkdirSync(env['GATEHOUSE_DATA_DIR']!);
    if (store === 'embedded') await prepareDataDirectory(env['GATEHOUSE_DATA_DIR']!);
    await prepareBundledList(env['GATEHOUSE_DATA_DIR']!);
    server = await startServer(env);
  });
  afterAll(() => server?.stop());

  it('is planned before it is applied: exit code 2 and what would be created, and nothing is', async () => {
    const planned = await run('plan', file);
    expect(planned).toMatchObject({ code: 2, stderr: expect.stringMatching(/^(notice: .*\n)?$/) });
    expect(planned.stdout.split('\n')).toEqual(
      expect.arrayContaining([
        `+ tenant ${tenant.id}`,
        `+ webhook wh_crm of ${tenant.id}`,
        `+ workflow wf_screening of ${tenant.id}/retail`,
        '    version 1 published',
      ]),
    );
    expect(planned.stdout).toMatch(/^Plan: 9 to create, 5 to change, 0 unchanged\.$/m);
    expect(await run('plan', file)).toEqual(planned);
    expect(await run('provision', file)).toMatchObject({ code: 0 });
    expect(await run('plan', file)).toEqual({
      code: 0,
      stdout: 'Nothing to change: 14 unchanged.\n',
      stderr: '',
    });
  });

  it('is planned without its secrets where they are not at hand', async () => {
    const bare = await commands.run(['plan', file], { env });
    expect(bare).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^gatehouse: \S+: tenants\[0\]\.webhooks\[0\]\.signature\.secret: the environment variable CRM_SECRET is not set\n$/,
      ),
    });
    const compared = await commands.run(['plan', file, '--without-secrets'], { env });
    expect(compared).toMatchObject({ code: 0, stdout: 'Nothing to change: 14 unchanged.\n' });
  });

  it('with faults is not planned: each is named, and no secret is', async () => {
    const broken = write('broken.json', {
      tenants: [
        { ...tenant, quota: {}, apiKeys: [{ key: 'ak_short', secret: 'tooshort' }], events: ['KYC'] },
      ],
    });
    const refused = await run('plan', broken);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    for (const place of ['quota', 'apiKeys[0].secret', 'events[0]']) {
      expect(refused.stderr).toContain(`tenants[0].${place}: `);
    }
    expect(refused.stderr).not.toContain('tooshort');
  });

  it('names what was edited in the console before it overwrites it', async () => {
    ada = await signInAda();
    const put = (path: string, body: unknown) => ada.send(path, { method: 'PUT', body });
    expect(await put('/settings/cases', { expectedVersion: 1, cases: { dueHours: 24 } })).toMatchObject({
      status: 200,
    });
    const { id: _, signature: __, ...definition } = webhook;
    const typed = { ...definition, url: 'https://crm.acme.test/v2', signature: { type: 'HMAC_SHA256' } };
    expect(await put('/webhooks/wh_crm', { expectedVersion: 1, definition: typed })).toMatchObject({
      status: 200,
    });

    const planned = await run('plan', file, '--json');
    expect(planned.code).toBe(2);
    const edit = { actor: 'ada@example.test', at: expect.stringMatching(/^\d{4}-.*Z$/) };
    expect(JSON.parse(planned.stdout)).toMatchObject({
      changes: [
        {
          kind: 'tenant',
          members: [{ field: 'cases', from: { dueHours: 24 }, to: { dueHours: 48 } }],
          consoleEdit: edit,
        },
        { kind: 'webhook', id: 'wh_crm', members: [{ field: 'url' }], consoleEdit: edit },
      ],
    });
    expect((await run('plan', file)).stdout).toContain(
      '    overwrites what ada@example.test changed in the console at ',
    );

    expect(await server.stop()).toBe(0);
    server = await startServer({ ...env, ...secrets }, ['--provision', file]);
    // Log lines are written behind the program, others at once.
    await expect
      .poll(() => server.stderr())
      .toMatch(
        /"object":"webhook wh_crm","members":\["url"\],"by":"ada@example.test","at":"[^"]+".*"msg":"the tenant file overwrites a change made in the console"/,
      );
    expect(server.stderr()).toContain(
      `webhook wh_crm of ${tenant.id}: url changed (overwrites what ada@example.test changed in the console at `,
    );
    expect(await run('plan', file)).toMatchObject({ code: 0 });
    // The file's own change is nobody's edit.
    const changed = write('changed.json', { tenants: [{ ...tenant, cases: { dueHours: 12 } }] });
    expect((await run('plan', changed)).stdout).not.toContain('overwrites');
  });

  it('is exported with the console edits and without a secret, and changes nothing when it is planned', async () => {
    const typed = { expectedVersion: 0, branding: { name: 'Acme of the console' } };
    ada = await signInAda();
    expect(await ada.send('/settings/branding', { method: 'PUT', body: typed })).toMatchObject({
      status: 200,
    });
    const exported = await run('export', tenant.id);
    expect(exported).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('notice: secrets are not exported: set '),
    });
    expect(exported.stdout).toContain('Acme of the console');
    for (const secret of [secrets.CRM_SECRET, tenant.key.secret, password])
      expect(exported.stdout).not.toContain(secret);
    const written = write('exported.yaml', exported.stdout);
    expect(await run('plan', written, '--without-secrets')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Nothing to change: \d+ unchanged\.\n$/),
    });
    expect(await run('export', 'no-such-tenant')).toMatchObject({
      code: 1,
      stderr: 'gatehouse: there is no tenant no-such-tenant\n',
    });
  });

  it('is the unit of promotion: webhook, workflow and setting go to another tenant', async () => {
    const other = aTenant({ workflows: [], groups: [] });
    expect(await run('provision', write('other.json', { tenants: [other] }))).toMatchObject({ code: 0 });
    const calling = {
      id: 'wf_calling',
      name: 'Calling',
      eventType: 'MANUAL_CASE_EVENT',
      nodes: [
        { id: 'call', type: 'webhook', webhook: 'wh_crm', inputs: { customerId: 'customer.customerId' } },
        { id: 'clear', type: 'decision', outcome: 'approve' },
      ],
      edges: [
        { from: 'start', to: 'call' },
        { from: 'call', to: 'clear' },
      ],
    };
    const drawn = { ...tenant, workflows: [{ domain: 'retail', workflow: calling }] };
    expect((await run('provision', write('drawn.json', { tenants: [drawn] }))).stderr).not.toContain(
      'gatehouse:',
    );
    const promote = (kind: string, id: string, ...flags: string[]) => {
      const domain = kind === 'workflow' ? '/retail' : '';
      return run('promote', kind, id, '--from', tenant.id + domain, '--to', other.id + domain, ...flags);
    };
    expect(await promote('workflow', 'wf_calling')).toEqual({
      code: 1,
      stdout: '',
      stderr: `gatehouse: workflow wf_calling calls the webhook wh_crm, which tenant ${other.id} does not have: promote it first, with gatehouse promote webhook wh_crm --from ${tenant.id} --to ${other.id}\n`,
    });
    const flags = ['--url', 'https://crm.acme.test/live', '--secret-env', 'CRM_SECRET'];
    expect(await promote('webhook', 'wh_crm', ...flags, '--plan')).toMatchObject({
      code: 2,
      stdout: expect.stringContaining(`+ webhook wh_crm of ${other.id}\n`),
    });
    expect(await promote('webhook', 'wh_crm', ...flags)).toMatchObject({ code: 0 });
    expect(await promote('webhook', 'wh_crm')).toMatchObject({ code: 0, stdout: 'nothing changed\n' });
    expect(await promote('workflow', 'wf_calling')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`workflow wf_calling of ${other.id}/retail: version 1 published`),
    });
    expect(await promote('workflow', 'wf_screening')).toEqual({
      code: 1,
      stdout: '',
      stderr: ['first-line', 'compliance']
        .map(
          (group, index) =>
            `gatehouse: workflow wf_screening: nodes[2].groups[${index}]: node decide: there is no group "${group}"; the tenant has none\n`,
        )
        .join(''),
    });
    expect(await promote('setting', 'cases')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('cases'),
    });
    expect(await promote('setting', 'cases', '--plan')).toMatchObject({ code: 0 });
    expect(
      await run('promote', 'setting', 'cases', '--from', `${tenant.id}/retail`, '--to', other.id),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--from'),
    });
  });

  it('records the hash of a test of screening in the audit log, and signs what was recorded', async () => {
    const out = join(folder, `proof-${tenant.id}`);
    const flags = ['prove', '--records', '100', '--threads', '1', '--out', out, '--tenant', tenant.id];
    expect(await run(...flags, '--domain', 'nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`there is no tenant ${tenant.id} with a domain nowhere`),
    });
    const proved = await run(...flags, '--domain', 'retail');
    expect(proved).toMatchObject({ code: 0 });
    const read = (name: string) => readFileSync(join(out, name), 'utf8');
    const attestation = JSON.parse(read('attestation.json')) as Attestation;
    expect(proved.stdout).toContain(
      `Recorded in the audit log of ${tenant.id} as ${attestation.auditRecord}`,
    );
    const names = ['report.json', 'figures.csv', 'missed.csv', 'report.pdf'];
    const files = names.map((name) => [name, sha256(readFileSync(join(out, name)))]);
    expect(attestation.files).toEqual(Object.fromEntries(files));
    const { masterKeyId, publicKey, signature, ...stated } = attestation;
    expect(holdsSignature(JSON.stringify(stated), { masterKeyId, publicKey, signature })).toBe(true);
    const { records } = await (await signInAda()).get<'audit.list'>('/audit?act=assurance_run.done');
    expect(records).toContainEqual(
      expect.objectContaining({ eventId: attestation.auditRecord, detail: { files: attestation.files } }),
    );
    expect(await run('prove', 'verify', out)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        `Audit record ${attestation.auditRecord} has the same hashes, and the key is of this store`,
      ),
    });
    writeFileSync(join(out, 'figures.csv'), 'changed');
    rmSync(join(out, 'missed.csv'));
    const moved = { ...attestation, auditRecord: randomUUID() };
    writeFileSync(join(out, 'attestation.json'), JSON.stringify(moved));
    const { stderr } = await run('prove', 'verify', out);
    for (const fault of [
      'figures.csv has changed',
      'missed.csv is missing',
      'attestation.json has changed',
      `the audit log has no record ${moved.auditRecord}`,
    ]) {
      expect(stderr).toContain(fault);
    }
  });

  it('takes a setting to another deployment, which its own settings name', async () => {
    const live = { ...env, GATEHOUSE_DATA_DIR: join(folder, `live-${tenant.id}`) };
    delete (live as Record<string, string>)['DATABASE_URL'];
    const [here, there] = [write('here.yaml', env), write('there.yaml', live)];
    const flags = ['--from', tenant.id, '--to', tenant.id, '--config', here, '--to-config', there];
    expect(await commands.run(['promote', 'setting', 'cases', ...flags])).toMatchObject({
      code: 1,
      stderr: `gatehouse: There is no store in ${live.GATEHOUSE_DATA_DIR} yet: GATEHOUSE_DATA_DIR names its folder, and the first start of the service creates it\n`,
    });
    expect(existsSync(live.GATEHOUSE_DATA_DIR!)).toBe(false);
    mkdirSync(live.GATEHOUSE_DATA_DIR!);
    await prepareDataDirectory(live.GATEHOUSE_DATA_DIR!);
    const { cases: _, ...bare } = tenant;
    const bareFile = write('bare.json', { tenants: [bare] });
    expect(await commands.run(['provision', bareFile, '--config', there], { env: secrets })).toMatchObject({
      code: 0,
    });
    expect(await commands.run(['promote', 'setting', 'cases', ...flags])).toMatchObject({
      code: 0,
      stdout: `tenant ${tenant.id}: cases none → {"dueHours":48}\n`,
    });
    expect(await commands.run(['promote', 'setting', 'cases', ...flags, '--plan'])).toMatchObject({
      code: 0,
    });
  });
});

describe.each(everyStore())('a store that is not prepared, %s', (store) => {
  it('is refused by commands that only read, and stays as it is', async () => {
    const dataDir = join(folder, `unprepared-${store}`);
    const url = store === 'PostgreSQL' ? await createDatabase(inject('postgresUrl')!) : undefined;
    const env = {
      GATEHOUSE_DATA_DIR: dataDir,
      ...(url !== undefined && {
        DATABASE_URL: url,
        GATEHOUSE_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
      }),
    };
    const { webhooks: _, ...tenant } = aTenant();
    const file = write(`unprepared-${store}.json`, { tenants: [tenant] });
    const refusal = url === undefined ? `There is no store in ${dataDir} yet` : 'The database is empty';
    for (const command of [
      ['plan', file],
      ['export', tenant.id],
      ['audit', 'verify'],
    ]) {
      expect(await commands.run(command, { env })).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(new RegExp(`^gatehouse: ${refusal}.*: .*first start of the service`)),
      });
    }
    if (url === undefined) expect(existsSync(dataDir)).toBe(false);
    else {
      const { rows } = await withClient(url, (client) =>
        client.query(`select from pg_namespace where nspname like 'gatehouse%'`),
      );
      expect(rows).toEqual([]);
    }
  });
});
