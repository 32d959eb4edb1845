import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { unprivileged, withClient } from './postgres.ts';

/** PgBouncer before a server, where each database has its own settings. */
export interface TestPgbouncer {
  /** The address of a database by which clients come through PgBouncer. */
  url(database: string): string;
  stop(): Promise<void>;
}

const program = '/usr/sbin/pgbouncer';

/** Whether PgBouncer is installed; under CI=true it has to be. */
export function hasPgbouncer(): boolean {
  if (existsSync(program)) return true;
  const reason = 'PgBouncer is not installed (install it with: apt-get install pgbouncer)';
  if (process.env['CI'] === 'true') throw new Error(reason);
  process.stderr.write(`Tests behind a connection pooler are skipped: ${reason}\n`);
  return false;
}

/** @param databases by the name that clients use, what follows it in the section `[databases]` */
export async function startPgbouncer(
  serverUrl: string,
  databases: Readonly<Record<string, string>>,
): Promise<TestPgbouncer> {
  const server = new URL(serverUrl);
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-pgbouncer-'));
  chmodSync(directory, 0o755);
  const port = await freePort();
  const users = join(directory, 'users');
  const lines = Object.entries(databases).map(
    ([name, settings]) => `${name} = host=${server.hostname} port=${server.port} ${settings}`,
  );
  writeFileSync(users, `"${server.username}" ""\n`);
  writeFileSync(
    join(directory, 'pgbouncer.ini'),
    `[databases]\n${lines.join('\n')}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${users}\n`,
  );
  const child = spawn(program, [join(directory, 'pgbouncer.ini')], {
    ...unprivileged(),
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const url = (database: string): string =>
    Object.assign(new URL(serverUrl), { port: String(port), pathname: database }).href;
  const deadline = performance.now() + 20_000;
  for (;;) {
    const failure = await withClient(url(Object.keys(databases)[0]!), async () => undefined).catch(
      (error: Error) => error,
    );
    if (failure === undefined) break;
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`PgBouncer did not start: ${log}`, { cause: failure });
    }
    await sleep(20);
  }
  const stop = async (): Promise<void> => {
    process.removeListener('exit', kill);
    kill();
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  return { url, stop };
}
