import { type ChildProcess, spawn } from 'node:child_process';
import fs, { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { openEmbeddedPool } from './embedded.ts';
import { EngineStoppedError } from './errors.ts';
import {
  IdleTransactionError,
  isRetryable,
  type OpenDatabase,
  OutcomeUnknownError,
  openDatabase,
  statement,
  storeOutage,
  type Tx,
} from './index.ts';
import { checkpointLongLog } from './maintenance.ts';
import { fillDataDirectory } from './stores.fixture.ts';
import { type SqlResult, TransactionRunner } from './transactions.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const index = join(import.meta.dirname, 'index.ts');

/** Starts Node on a script; `done` gives its exit code and what it printed. */
function run(args: string[]): {
  child: ChildProcess;
  done: Promise<{ code: number | null; output: string }>;
} {
  const child = spawn(process.execPath, ['--no-warnings', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const done = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return { child, done };
}

function runText(script: string, ...args: string[]) {
  return run(['--input-type=module', '--eval', script, ...args]);
}

async function newStore(): Promise<{ dataDir: string; database: OpenDatabase }> {
  const dataDir = newDirectory();
  await fillDataDirectory(dataDir);
  return { dataDir, database: await openDatabase({ dataDir }) };
}

function write(database: OpenDatabase, units: number): Promise<unknown> {
  return database.transaction(scope, (tx) =>
    tx.sql(
      `insert into usage_ledger (tenant_id, domain, reference, kind, unit, units)
      values ('acme', 'retail', gen_random_uuid(), 'k', 'u', $1)`,
      [units],
    ),
  );
}

async function written(database: OpenDatabase): Promise<number[]> {
  const rows = await database.read(
    scope,
    statement<{ units: number }>('select units from usage_ledger order by units'),
  );
  return rows.map(({ units }) => units);
}

/** Puts another fsync in the place of Node's for the time of `work`. */
async function withFsync<T>(fsync: typeof fs.fsyncSync, work: () => Promise<T>): Promise<T> {
  const real = fs.fsyncSync;
  fs.fsyncSync = fsync;
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    fs.fsyncSync = real;
    syncBuiltinESMExports();
  }
}

describe('the embedded store', () => {
  it('has every commit on the disk before it is acknowledged', async () => {
    const { database } = await newStore();
    const real = fs.fsyncSync;
    for (const units of [1, 2, 3]) {
      let calls = 0;
      await withFsync(
        (descriptor) => {
          calls += 1;
          real(descriptor);
        },
        () => write(database, units),
      );
      expect(calls).toBeGreaterThan(0);
    }
    await database.close();
  });

  it('acknowledges nothing that could not reach the disk, and recovers by itself', async () => {
    const { database } = await newStore();
    await write(database, 1);
    const failing = withFsync(
      () => {
        throw new Error('the disk failed');
      },
      () => write(database, 2),
    );
    await expect(failing).rejects.toThrow(OutcomeUnknownError);
    await write(database, 3);
    expect(await written(database)).toEqual(expect.arrayContaining([1, 3]));
    await database.close();
  });

  it.runIf(process.platform === 'linux')(
    'closes the files of engines that stopped or did not start, and tries more and more seldom',
    async () => {
      const { database } = await newStore();
      await write(database, 1);
      const isOnStore = (name: string) => {
        try {
          return readlinkSync(`/proc/self/fd/${name}`).includes('/postgres/');
        } catch {
          return false;
        }
      };
      const openFiles = () => readdirSync('/proc/self/fd').filter(isOnStore).length;
      const before = openFiles();
      let syncs = 0;
      await withFsync(
        () => {
          syncs += 1;
          throw new Error('the disk failed');
        },
        async () => {
          await expect(write(database, 2)).rejects.toThrow(OutcomeUnknownError);
          // The second starts an engine in vain; those that follow do not try before its time.
          await expect(write(database, 3)).rejects.toThrow(EngineStoppedError);
          const tried = syncs;
          for (let turns = 0; turns < 30; turns += 1) {
            const error = await write(database, 4).catch((reason: unknown) => reason);
            expect(isRetryable(error)).toBe(true);
            expect(storeOutage(error)).toBe('the embedded store stopped and is to recover');
          }
          // A slow machine may be through with the first pause.
          expect(syncs - tried).toBeLessThan(30);
          expect(openFiles()).toBe(0);
        },
      );
      await expect
        .poll(
          () =>
            write(database, 5).then(
              () => true,
              () => false,
            ),
          { timeout: 60_000 },
        )
        .toBe(true);
      expect(openFiles()).toBeLessThanOrEqual(before);
      expect(await written(database)).toEqual(expect.arrayContaining([1, 5]));
      await database.close();
      expect(openFiles()).toBe(0);
    },
  );

  it('belongs to one process: another is refused in one line that names the directory', async () => {
    const { dataDir, database } = await newStore();
    const script = `
      const { openDatabase } = await import(process.argv[1]);
      await openDatabase({ dataDir: process.argv[2] }).catch((error) => console.log(error.message));`;
    const { output } = await runText(script, index, dataDir).done;
    expect(output).toBe(`The data directory ${dataDir} is in use by another Gatehouse process\n`);
    await expect(openDatabase({ dataDir })).rejects.toThrow('is in use');
    await write(database, 1);
    await database.close();
    const again = await openDatabase({ dataDir });
    expect(await written(again)).toEqual([1]);
    await again.close();
  });

  it('lets the event loop turn between statements however many are waiting', async () => {
    const { database } = await newStore();
    let turns = 0;
    let busy = true;
    const counting = (async () => {
      while (busy) {
        await turn();
        turns += 1;
      }
    })();
    const reads = 300;
    await Promise.all(Array.from({ length: reads }, () => written(database)));
    busy = false;
    await counting;
    expect(turns).toBeGreaterThanOrEqual(reads);
    await database.close();
  });

  it('gives each transaction the whole store while it is open', async () => {
    const { database } = await newStore();
    const add = () =>
      database.operator(async (tx) => {
        await tx.sql("insert into change_marker values ('t', 'a', 0) on conflict do nothing");
        const [row] = await tx.sql<{ revision: number }>('select revision from change_marker');
        await turn();
        await tx.sql('update change_marker set revision = $1', [row!.revision + 1]);
      });
    await Promise.all(Array.from({ length: 20 }, add));
    const [row] = await database.operator((tx) => tx.sql('select revision from change_marker'));
    expect(row).toEqual({ revision: 20 });
    await database.close();
  });

  it('ends a transaction that stays idle, so that it cannot keep the others waiting', async () => {
    const dataDir = newDirectory();
    await fillDataDirectory(dataDir);
    const open = await openEmbeddedPool(dataDir, () => undefined);
    const runner = new TransactionRunner(open.pool, { idleLimitMs: 20 });
    const insert = "insert into gatehouse.change_marker values ('t', 'a', 1)";
    let kept: Tx | undefined;
    const frozen = runner.operator(async (tx) => {
      await tx.sql(insert);
      kept = tx;
      await new Promise(() => undefined);
    });
    await expect(frozen).rejects.toThrow(IdleTransactionError);
    await expect(kept!.sql('select 1')).rejects.toThrow('The transaction is over');
    expect(await runner.operator((tx) => tx.sql('select 1 from gatehouse.change_marker'))).toEqual([]);
    await open.close();
  });

  it('loses no acknowledged row to kill -9 during writes', async () => {
    const dataDir = newDirectory();
    await fillDataDirectory(dataDir);
    const acknowledged = join(dataDir, 'acknowledged');
    const lines = () =>
      existsSync(acknowledged) ? readFileSync(acknowledged, 'utf8').trim().split('\n') : [];
    for (let round = 1; round <= 3; round += 1) {
      const before = lines().length;
      const writer = run([join(import.meta.dirname, 'embedded-writer.fixture.ts'), dataDir, acknowledged]);
      while (lines().length < before + 40 * round && writer.child.exitCode === null) await sleep(2);
      writer.child.kill('SIGKILL');
      expect((await writer.done).output).toBe('');
    }
    const database = await openDatabase({ dataDir });
    const rows = await database.read(
      scope,
      statement<{ reference: string }>('select reference from usage_ledger'),
    );
    const stored = new Set(rows.map(({ reference }) => reference));
    expect(lines().filter((reference) => !stored.has(reference))).toEqual([]);
    await database.close();
  });

  it('uses the files of its log again once they are long, so that they stay few and a start after a crash is short', async () => {
    const { dataDir, database } = await newStore();
    const log = () =>
      readdirSync(join(dataDir, 'postgres', 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
    let most = 0;
    for (let segment = 0; segment < 12; segment += 1) {
      await database.executeSql("select pg_logical_emit_message(false, 'test', repeat('x', 16777000))");
      await checkpointLongLog((text) => database.executeSql(text) as Promise<SqlResult>, 32 * 2 ** 20);
      most = Math.max(most, log());
    }
    expect(most).toBeLessThan(8);
    await database.close();
  });

  it('makes a half-made directory anew, in a directory of somebody else, and keeps its files to itself', async () => {
    const dataDir = newDirectory();
    fs.chmodSync(dataDir, 0o755);
    await mkdir(join(dataDir, 'postgres.unfinished-1', 'base'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.unfinished-1', 'PG_VERSION'), '1');
    const database = await openDatabase({ dataDir });
    expect(await written(database)).toEqual([]);
    await database.close();
    expect(existsSync(join(dataDir, 'postgres.unfinished-1'))).toBe(false);
    if (process.platform === 'win32') return;
    const open = readdirSync(join(dataDir, 'postgres'), { withFileTypes: true, recursive: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => (fs.statSync(path).mode & 0o022) !== 0);
    expect(open).toEqual([]);
    expect((fs.statSync(join(dataDir, 'postgres')).mode & 0o777).toString(8)).toBe('700');
  });

  it('stays under 500 MB of resident memory at its first start and under load', async () => {
    // Linux counts the memory of the process that started one into maxRSS; VmHWM is one's own.
    const script = `
      const { readFileSync } = await import('node:fs');
      const { openDatabase, statement } = await import(process.argv[1]);
      const database = await openDatabase({ dataDir: process.argv[2] });
      const query = statement('select count(*) from execution join visit using (execution_id)');
      for (let round = 0; round < 5000; round += 1) await database.read({ tenantId: 'a', domain: 'b' }, query);
      await database.vacuum();
      await database.close();
      console.log(process.platform === 'linux'
        ? readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\\s+(\\d+) kB/)[1]
        : process.resourceUsage().maxRSS);`;
    const { output } = await runText(script, index, newDirectory()).done;
    expect(Number(output)).toBeGreaterThan(0);
    expect(Number(output)).toBeLessThan(500_000);
  });
});
