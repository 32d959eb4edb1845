import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerEnvironment, copyClient, run } from './support/client-generators.ts';
import { startTestService, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';

/** The Bruno collection, run by Bruno's own command line against a service. npm fetches it: 270 MB are no dependency. */

const bruno = '@usebruno/cli@4.1.0';

interface Result {
  readonly name: string;
  readonly response: { readonly status: number; readonly data: { readonly apiMsg: string } };
}

describe('the Bruno collection', () => {
  let collection: Awaited<ReturnType<typeof copyClient>>;
  let service: TestService;
  const mine = aTenant({
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      { domain: 'retail', workflow: { ...decidingWorkflow('KYC_EVENT'), source: 'SDK' } },
    ],
  });

  beforeAll(async () => {
    collection = await copyClient('bruno');
    const installed = await run(
      'npm',
      ['install', '--prefix', collection.docs, '--ignore-scripts', '--no-audit', '--no-fund', bruno],
      { timeoutMs: 300_000 },
    );
    expect(installed.code, installed.output).toBe(0);
    service = await startTestService('embedded');
    await service.provision(mine);
  }, 400_000);
  afterAll(async () => {
    await service?.stop();
    await collection?.remove();
  });

  /** Runs every request; the environment Demo reads the process's. */
  async function runCollection(settings: Record<string, string>) {
    const program = join(collection.docs, 'node_modules/@usebruno/cli/bin/bru.js');
    const report = join(collection.docs, 'report.json');
    const { code, output } = await run(
      process.execPath,
      [program, 'run', '-r', '--env', 'Demo', '--reporter-json', report],
      { cwd: collection.path, env: settings },
    );
    const [{ results }] = JSON.parse(await readFile(report, 'utf8')) as [{ results: Result[] }];
    return { code, output, results };
  }

  it('signs one request of each operation, and each is accepted', async () => {
    const { code, output, results } = await runCollection(callerEnvironment(service, mine.key));
    expect(code, output).toBe(0);
    expect(results.map(({ response }) => response.data.apiMsg)).toEqual(Array(11).fill('OK'));
  }, 120_000);

  it('is refused where the secret is another one', async () => {
    const settings = { ...callerEnvironment(service, mine.key), GATEHOUSE_API_SECRET: 'another' };
    const { code, results } = await runCollection(settings);
    expect(code).not.toBe(0);
    const signed = results.filter(({ name }) => !name.startsWith('upload '));
    expect(signed.map(({ response }) => response.data.apiMsg)).toEqual(Array(9).fill('SIGN_ERROR'));
  }, 120_000);
});
