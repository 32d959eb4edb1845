import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runGatehouse } from '../../../test/support/command-line.ts';
import { webhookTypes } from './webhook-types.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-webhook-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tenants = (ids: readonly string[]) =>
  ids.map((id) => ({
    id,
    name: id,
    domains: ['retail'],
    events: ['KYC_EVENT'],
    webhooks: [
      {
        id: 'wh_crm',
        name: 'CRM */ of Acme',
        method: 'POST',
        url: 'https://crm.acme.test/hooks',
        inputs: ['customerId', 'amount', 'is-open', 'tags', 'address', 'caseNo'],
        sampleInputs: {
          customerId: 'c-1',
          amount: 12.5,
          'is-open': true,
          tags: ['a'],
          address: { city: 'x' },
        },
        signature: { type: 'HMAC_SHA256', secret: { env: 'CRM_SECRET_OF_PRODUCTION' } },
      },
      { id: 'wh_ping', name: 'Ping', method: 'GET', url: 'https://crm.acme.test/ping' },
    ],
  }));

function tenantFile(...ids: string[]): string {
  const file = join(folder, `${ids.join('-')}.json`);
  writeFileSync(file, JSON.stringify({ tenants: tenants(ids) }));
  return file;
}

describe('gatehouse webhook-types', () => {
  it('writes types that a receiver compiles against, without the secrets of the file', async () => {
    const out = join(folder, 'webhook-bodies.d.ts');
    const result = await runGatehouse(['webhook-types', tenantFile('acme'), '--out', out]);
    expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
    writeFileSync(
      join(folder, 'receiver.ts'),
      `import type { WebhookBodies } from './webhook-bodies.d.ts';
type Crm = WebhookBodies['wh_crm'];
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const types: [
  Same<Crm['customerId'], string | null>,
  Same<Crm['amount'], number | null>,
  Same<Crm['is-open'], boolean | null>,
  Same<Crm['tags'], unknown[] | null>,
  Same<Crm['address'], Record<string, unknown> | null>,
  Same<Crm['caseNo'], unknown>,
  Same<WebhookBodies['wh_ping'], undefined>,
] = [true, true, true, true, true, true, true];
`,
    );
    const compiler = join(
      dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin/tsc',
    );
    const options = [
      '--strict',
      '--noEmit',
      '--allowImportingTsExtensions',
      '--module',
      'nodenext',
      'receiver.ts',
    ];
    execFileSync(process.execPath, [compiler, ...options], { cwd: folder, stdio: 'pipe' });
    expect(readFileSync(out, 'utf8')).toContain('/** CRM * / of Acme */');
  });

  it('prints them, of the tenant that is named', async () => {
    const file = tenantFile('acme', 'other');
    const { stdout } = await runGatehouse(['webhook-types', file, '--tenant', 'other']);
    expect(stdout).toContain('export interface WebhookBodies {');
    expect(await runGatehouse(['webhook-types', file])).toMatchObject({
      code: 1,
      stderr: 'gatehouse: say which tenant with --tenant: acme, other\n',
    });
    expect((await runGatehouse(['webhook-types', file, '--tenant', 'nobody'])).stderr).toContain(
      'has no tenant nobody: acme, other',
    );
  });

  it('names what is wrong with the file', async () => {
    const file = join(folder, 'broken.yaml');
    writeFileSync(file, 'tenants: [{ id: acme, quota: {} }]\n');
    const { code, stderr } = await runGatehouse(['webhook-types', file]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('did you mean quotas?'),
    });
  });

  it('writes an empty table for a tenant without webhooks', () => {
    expect(webhookTypes([], 'tenants.yaml')).toContain('export interface WebhookBodies {\n}\n');
  });
});
