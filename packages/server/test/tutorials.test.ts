/** Every command of docs/tutorials runs here, page by page in one shell, and prints what the page says that it prints. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './support/free-port.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';
import { readKnownOutcomes, readTutorial, tutorials } from './support/tutorials.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('the tutorials', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tutorials-'));
  const clone = join(folder, 'clone');
  const data = join(clone, 'data');
  let service: TestService;

  beforeAll(async () => {
    const port = await freePort();
    service = await startTestService(storyStores()[0]!, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'demo.env'), `GATEHOUSE_BASE_URL=${service.app.baseUrl}\n`);
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    cpSync(join(root, 'examples'), join(clone, 'examples'), { recursive: true });
    for (const name of ['tenants.yaml', 'receiver.mjs']) {
      const path = join(clone, 'examples/tutorials', name);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('9000', String(port)));
    }
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Without the second that npx itself takes for each command. */
  function quickNpx(): string {
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const gatehouse = join(root, 'packages/server/bin/gatehouse.mjs');
    writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${gatehouse}" "$@"\n`);
    chmodSync(join(bin, 'npx'), 0o755);
    return bin;
  }

  /** Runs the commands of a page in a shell and tells what each block printed. */
  async function run(blocks: readonly string[]): Promise<string[]> {
    const end = '-- end of a block --';
    const script = blocks.map((block) => `${block}\necho '${end}'`).join('\n');
    const shell = spawn('bash', ['-c', `trap 'kill $(jobs -p) 2> /dev/null' EXIT\n${script}`], {
      cwd: clone,
      env: {
        ...process.env,
        ...service.env,
        GATEHOUSE_DATA_DIR: data,
        GATEHOUSE_LOG_LEVEL: 'error',
        PATH: `${quickNpx()}${delimiter}${process.env['PATH']}`,
      },
    });
    let printed = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding('utf8').on('data', (text) => (printed += text));
    await new Promise((resolve) => shell.once('close', resolve));
    return printed.split(`${end}\n`).slice(0, -1);
  }

  it.each(tutorials)(
    '%s',
    async (name) => {
      const steps = readTutorial(join(root, 'docs/tutorials', name));
      const printed = await run(steps.map(({ commands }) => commands));
      expect(printed).toHaveLength(steps.length);
      for (const [index, { shown }] of steps.entries()) {
        if (shown !== undefined) expect(printed[index]).toMatch(shown);
      }
    },
    120_000,
  );

  it('are beside names with known outcomes, docs/testing.md', async () => {
    const tenant = aTenant();
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const rows = readKnownOutcomes(join(root, 'docs/testing.md'));
    expect(rows.length).toBeGreaterThan(10);
    const ids = new Map<string, string>();
    for (const { name, customerType } of rows) {
      const { id } = await client.quickscan.submit({ name, customerType, providers: ['GLOBAL_CHECK'] });
      ids.set(name, id);
    }
    await service.drain();
    for (const { name, hit } of rows) {
      const found: unknown[] = [];
      const hits = client.quickscan.hits({ id: ids.get(name)!, provider: 'GLOBAL_CHECK' });
      for await (const each of hits) found.push(each['name']);
      expect([name, found]).toEqual([name, hit === undefined ? [] : [hit]]);
    }
  });
});
