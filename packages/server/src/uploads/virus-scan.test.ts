import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startClamd, type TestClamd, virusMark, virusName } from '../../test/support/clamd.ts';
import { VirusScanFailure, VirusScanner } from './virus-scan.ts';

describe('the virus scanner', () => {
  let clamd: TestClamd;
  let folder: string;
  let clean: string;
  let infected: string;
  beforeAll(async () => {
    clamd = await startClamd();
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-scan-'));
    [clean, infected] = [join(folder, 'clean'), join(folder, 'infected')];
    await writeFile(clean, Buffer.alloc(3_000_000, 7));
    await writeFile(infected, Buffer.concat([Buffer.alloc(200_000, 7), Buffer.from(virusMark)]));
  });
  afterAll(async () => {
    await clamd.stop();
    await rm(folder, { recursive: true });
  });

  it('is shown the whole file and says what it found', async () => {
    clamd.behave('scan');
    const scanner = new VirusScanner({ host: '127.0.0.1', port: clamd.port });
    expect(await scanner.scan(clean)).toEqual({ kind: 'clean' });
    expect(await scanner.scan(infected)).toEqual({ kind: 'infected', name: virusName });
    expect(clamd.scanned()).toBe(2);
    await scanner.check();
  });

  it.each([
    ['silent', 'did not answer within 300 ms'],
    ['refuse', 'size limit exceeded'],
    ['hangUp', 'clamd'],
  ] as const)('never counts a file as clean when it is %s', async (manner, words) => {
    clamd.behave(manner);
    const scanner = new VirusScanner(
      { host: '127.0.0.1', port: clamd.port },
      manner === 'silent' ? 300 : 30_000,
    );
    const failure = await scanner.scan(clean).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(VirusScanFailure);
    expect((failure as Error).message).toContain(words);
  });

  it('never counts a file as clean when nobody listens', async () => {
    await expect(new VirusScanner({ host: '127.0.0.1', port: 1 }).scan(clean)).rejects.toThrow(
      VirusScanFailure,
    );
    await expect(new VirusScanner({ path: join(folder, 'none.sock') }).check()).rejects.toThrow(
      VirusScanFailure,
    );
  });
});
