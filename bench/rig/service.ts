/** The real service as a process of its own, started as its users start it, and what the system says of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSecondsOf, residentBytesOf } from './processes.ts';
import type { BenchStore } from './stores.ts';

const root = join(import.meta.dirname, '../..');
const listsFolder = join(root, '../shared/data/lists');

/** UN and OFAC where the publishers' files are at hand, else the bundled sample. */
export const listSettings: Readonly<Record<string, string>> = existsSync(listsFolder)
  ? { GATEHOUSE_LISTS_DIR: listsFolder }
  : {};
export const listsNote = existsSync(listsFolder) ? 'UN + OFAC lists' : 'bundled sample list';

/** For stores that are filled with copies of executions, since what is sealed opens under its own ID alone, and for books that read outputs by SQL. */
export const unsealed: Readonly<Record<string, string>> = { GATEHOUSE_SEAL_EXECUTIONS: 'off' };

export interface RunningService {
  readonly pid: number;
  readonly port: number;
  /** Milliseconds from the start of the process to its ready line. */
  readonly readyLineMs: number;
  /** CPU seconds that the process has used. */
  cpuSeconds(): number;
  /** Resident memory in bytes. */
  residentBytes(): number;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly tenants?: unknown;
  readonly settings?: Readonly<Record<string, string>>;
  /** The clone whose service is started; this one by default. */
  readonly clone?: string;
}

/** Starts `gatehouse serve` on a free port of loopback; resolves at its ready line. */
export async function startService(store: BenchStore, options: ServiceOptions = {}): Promise<RunningService> {
  await mkdir(store.directory, { recursive: true });
  const provision: string[] = [];
  if (options.tenants !== undefined) {
    const file = join(store.directory, 'tenants.json');
    await writeFile(file, JSON.stringify(options.tenants));
    provision.push('--provision', file);
  }
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(GATEHOUSE_|DATABASE_URL)/.test(name),
  );
  return launch(
    [join(options.clone ?? root, 'packages/server/bin/gatehouse.mjs'), 'serve', ...provision],
    {
      ...Object.fromEntries(environment),
      GATEHOUSE_PORT: '0',
      GATEHOUSE_METRICS_PORT: '0',
      ...store.settings,
      ...options.settings,
    },
    join(store.directory, `service-${Date.now()}.log`),
  );
}

/** Starts a program of this folder that prints `ready … base_url=http://127.0.0.1:<port>…` when it serves. */
export function startProgram(file: string, sent: unknown, log: string): Promise<RunningService> {
  return launch([file, JSON.stringify(sent)], process.env, log);
}

/** Resolves when /readyz answers 200: the lists are loaded and the store answers. */
export async function untilReady({ port }: { port: number }): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await sleep(10);
  }
}

async function launch(
  commandLine: readonly string[],
  environment: NodeJS.ProcessEnv,
  logFile: string,
): Promise<RunningService> {
  const startedAt = performance.now();
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, commandLine, { env: environment, stdio: ['ignore', 'pipe', log] });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const ended = once(child, 'exit');
  const port = await Promise.race([
    readyPort(child),
    ended.then(() => {
      throw new Error(`${commandLine.join(' ')} ended: ${readFileSync(logFile, 'utf8').slice(-2000)}`);
    }),
  ]);
  const readyLineMs = performance.now() - startedAt;
  const pid = child.pid!;
  return {
    pid,
    port,
    readyLineMs,
    cpuSeconds: () => cpuSecondsOf(pid),
    residentBytes: () => residentBytesOf(pid),
    stop: async () => {
      process.removeListener('exit', endWithUs);
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function readyPort(child: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const port = /ready .*base_url=http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port !== undefined) {
      child.stdout!.resume();
      return Number(port);
    }
  }
  return new Promise(() => {});
}
