import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient, type GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BuiltImage,
  canBuildImages,
  createImageStore,
  type ImageStore,
  processInImage,
  runInImage,
} from './support/container.ts';
import { freePort } from './support/free-port.ts';
import { until, untilGreen } from './support/server-process.ts';
import { aTenant } from './support/tenants.ts';

const BUILD_MS = 900_000;

describe.skipIf(!canBuildImages())('the image', { timeout: 240_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-volume-'));
  const tenant = aTenant();
  let images: ImageStore;
  let image: BuiltImage;
  let running: ChildProcess | undefined;

  beforeAll(() => {
    images = createImageStore();
    image = images.build('gatehouse');
    writeFileSync(join(dataDir, 'tenants.json'), JSON.stringify({ tenants: [tenant] }));
    chownSync(dataDir, 65_534, 65_534);
  }, BUILD_MS);

  afterAll(() => {
    running?.kill('SIGKILL');
    images?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Starts the service as the image says, with the tenant; the answer is its gateway, ready for everything. */
  async function serve(port: number): Promise<{ process: ChildProcess; client: GatehouseClient }> {
    const env = [`GATEHOUSE_PORT=${port}`, 'GATEHOUSE_METRICS_PORT=0', 'GATEHOUSE_HOST=127.0.0.1'];
    const command = [...image.config.Entrypoint, 'serve', '--provision', 'tenants.json'];
    running = runInImage(image, { dataDir, env, command });
    let complaint = '';
    running.stderr!.setEncoding('utf8').on('data', (piece: string) => {
      complaint += piece;
    });
    const baseUrl = `http://127.0.0.1:${port}/gateway`;
    const ended = once(running, 'exit').then(([code]) => {
      throw new Error(`the service ended with ${code}: ${complaint}`);
    });
    ended.catch(() => undefined);
    await Promise.race([untilGreen(baseUrl), ended]);
    return { process: running, client: createClient({ baseUrl, ...tenant.key, domain: 'retail' }) };
  }

  async function output(command: readonly string[], env: readonly string[] = []): Promise<[number, string]> {
    const child = runInImage(image, { dataDir, env, command });
    const [printed, complaint, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, 'exit'),
    ]);
    return [code as number, printed + complaint];
  }

  it('runs as nobody, with a volume, health checks and the service as its program', () => {
    const { config } = image;
    expect(config).toMatchObject({ User: '65534:65534', Volumes: { '/var/lib/gatehouse': {} } });
    expect(config.Entrypoint.at(-1)).toBe('/opt/gatehouse/packages/server/bin/gatehouse.mjs');
    expect(config.Cmd).toEqual(['serve']);
    expect(config.Healthcheck.Test).toEqual([
      'CMD',
      'node',
      '/usr/local/lib/gatehouse/healthcheck.mjs',
      '/healthz',
    ]);
  });

  it('has neither npm nor tests nor tools, but every licence', async () => {
    const [code, found] = await output([
      'sh',
      '-c',
      '! command -v npm && find /opt/gatehouse -name "*.test.ts"',
    ]);
    expect([code, found]).toEqual([0, '']);
    const notices = readFileSync(join(image.root, 'opt/gatehouse/THIRD-PARTY-NOTICES.txt'), 'utf8');
    expect(notices).toMatch(/^fastify \d+\.\d+\.\d+\nLicence: MIT$/m);
    expect(notices).not.toMatch(/^(vite|vitest|playwright-core) \d/m);
    expect(readFileSync(join(image.root, 'usr/share/doc/node/copyright'), 'utf8')).toContain('Node.js');
  });

  it('serves on a read-only root as nobody, keeps its data, and ends with 0 when it is stopped', async () => {
    const port = await freePort();
    const { process: first, client } = await serve(port);
    const pid = processInImage(first);
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s+65534\s+65534\s+65534$/m);
    expect(readFileSync(`/proc/${pid}/mountinfo`, 'utf8')).toMatch(/^\d+ \d+ \S+ \S+ \/ ro,/m);
    const { id } = await client.quickscan.submit({
      name: 'Osama bin Laden',
      customerType: 'Individual',
      providers: ['GLOBAL_CHECK'],
    });
    await until('the scan to be done', async () => (await client.quickscan.detail(id)).status === 'DONE');

    const healthcheck = image.config.Healthcheck.Test.slice(1);
    const env = [`GATEHOUSE_PORT=${port}`, 'GATEHOUSE_HOST=127.0.0.1'];
    expect(await output(healthcheck, env)).toEqual([0, '']);
    expect(await output([...healthcheck.slice(0, -1), '/readyz'], env)).toEqual([0, '']);

    process.kill(pid, 'SIGTERM');
    expect(await once(first, 'exit')).toEqual([0, null]);
    expect(await output(healthcheck, env)).toEqual([1, '']);

    const { process: second, client: again } = await serve(port);
    expect(await again.quickscan.detail(id)).toMatchObject({ status: 'DONE', totalHits: 1 });
    process.kill(processInImage(second), 'SIGTERM');
    expect(await once(second, 'exit')).toEqual([0, null]);
  });

  it('brings compiled code along, which only root can change', async () => {
    const [code, log] = await output(
      [...image.config.Entrypoint, '--version'],
      ['NODE_DEBUG_NATIVE=COMPILE_CACHE'],
    );
    expect(code).toBe(0);
    expect(log.match(/V8 code cache for .*gatehouse\S+\.ts was accepted/g)?.length).toBeGreaterThan(0);
    expect(log).not.toMatch(/writing cache for/);
    const writable = await output(['find', '/opt/gatehouse', '-not', '-type', 'l', '-writable']);
    expect(writable).toEqual([0, '']);
  });

  it('reads documents in its variant with tesseract', { timeout: BUILD_MS }, async () => {
    const doctor = [...image.config.Entrypoint, 'doctor'];
    expect((await output(doctor))[1]).toMatch(/tesseract .*is not installed/);
    image = images.build('tesseract', 'gatehouse:gatehouse');
    expect(image.config.User).toBe('65534:65534');
    expect((await output(['tesseract', '--list-langs']))[1]).toMatch(/^eng$/m);
    expect((await output(doctor))[1]).not.toMatch(/tesseract .*is not installed/);
  });
});
