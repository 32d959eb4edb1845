import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A PostgreSQL server of the tests' own. */
export interface TestPostgres {
  /** The server's maintenance database, as its superuser. */
  readonly url: string;
  /** A new empty database; the answer is its connection URL. */
  createDatabase(): Promise<string>;
  /** Ends it without care, as `pg_ctl -m immediate` does, and starts it again at the same address. */
  crash(): Promise<void>;
  /** Stops every process of it where it is, as a machine that hangs: connections stay open and nothing answers. */
  freeze(): void;
  /** Ends every process of it at once, as a machine that loses its power. */
  kill(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const installHint = 'install it with: apt-get install postgresql';
const startTimeoutMs = 60_000;

/** The newest server that Debian's packages put on this machine. */
function findBinaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root)
    .filter((version) => existsSync(join(root, version, 'bin', 'initdb')))
    .toSorted((a, b) => Number(b) - Number(a));
  return versions[0] === undefined ? undefined : join(root, versions[0], 'bin');
}

/** A program that belongs to the newest server, such as `pg_dump`. */
export function postgresProgram(name: string): string {
  return join(findBinaries()!, name);
}

/** Of a user who is not root. */
export interface Identity {
  uid: number;
  gid: number;
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export function unprivileged(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const number = (flag: string): number =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: number('-u'), gid: number('-g') };
    } catch {
      // The next name may exist.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and there is neither a user postgres nor nobody');
}

/** Runs SQL on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function untilReady(url: string, server: ChildProcess, complaint: () => string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${complaint()}`);
    try {
      await withClient(url, (client) => client.query('select 1'));
      return;
    } catch (error) {
      if (performance.now() > deadline) {
        throw new Error(`PostgreSQL did not start: ${complaint()}`, { cause: error });
      }
      await sleep(50);
    }
  }
}

/**
 * Starts a server in a temporary directory, on a free port of 127.0.0.1. Undefined, with one line on stderr,
 * when PostgreSQL is not installed; under CI=true that is an error.
 * @param standbyOf a server that it follows by streaming, which knows it as `standby`
 */
export async function startPostgres(standbyOf?: TestPostgres): Promise<TestPostgres | undefined> {
  const binaries = findBinaries();
  if (binaries === undefined) {
    const reason = `PostgreSQL is not installed (${installHint})`;
    if (process.env['CI'] === 'true') throw new Error(reason);
    process.stderr.write(`Tests on PostgreSQL are skipped: ${reason}\n`);
    return undefined;
  }
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-postgres-'));
  const identity = unprivileged();
  chmodSync(directory, 0o700);
  if (identity !== undefined) chownSync(directory, identity.uid, identity.gid);
  const data = join(directory, 'data');
  const as = { ...identity, cwd: directory };
  try {
    const [program, ...flags] = standbyOf === undefined ? initialise : copyOf(standbyOf);
    execFileSync(join(binaries, program!), ['-D', data, ...flags], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return await startServer({ binaries, data, directory, as });
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

const initialise = ['initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];

/** A copy of a running server that follows it once it is started. */
function copyOf({ url }: TestPostgres): string[] {
  const { hostname, port, username } = new URL(url);
  const source = `host=${hostname} port=${port} user=${username} application_name=standby`;
  return ['pg_basebackup', '-d', source, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'];
}

interface ServerPlace {
  binaries: string;
  data: string;
  directory: string;
  as: Partial<Identity> & { cwd: string };
}

async function startServer(place: ServerPlace): Promise<TestPostgres> {
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  let server = launch(place, port);
  const signal = (name: NodeJS.Signals): void => {
    const { pid, exitCode, signalCode } = server.process;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    for (const each of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(each, name);
      } catch (error) {
        // A backend may end by itself meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  const endBy = (name: NodeJS.Signals): void => {
    server.process.kill(name);
    // It may be frozen.
    signal('SIGCONT');
  };
  // A run that is cut short must not leave a server behind.
  const stopAtExit = (): void => {
    endBy('SIGQUIT');
    rmSync(place.directory, { recursive: true, force: true });
  };
  process.once('exit', stopAtExit);
  const stop = async (): Promise<void> => {
    process.removeListener('exit', stopAtExit);
    endBy('SIGINT');
    await server.ended;
    rmSync(place.directory, { recursive: true, force: true });
  };
  const crash = async (): Promise<void> => {
    server.process.kill('SIGQUIT');
    await server.ended;
    server = launch(place, port);
    await untilReady(url, server.process, server.complaint);
  };
  const freeze = (): void => {
    // First itself, so that it starts no further process.
    server.process.kill('SIGSTOP');
    signal('SIGSTOP');
  };
  const kill = async (): Promise<void> => {
    freeze();
    signal('SIGKILL');
    await server.ended;
  };
  const promote = (): Promise<void> =>
    withClient(url, async (client) => {
      await client.query('select pg_promote(true, 60)');
    });
  try {
    await untilReady(url, server.process, server.complaint);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    createDatabase: () => createDatabase(url),
    crash,
    freeze,
    kill,
    promote,
    stop,
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

interface LaunchedServer {
  process: ChildProcess;
  ended: Promise<void>;
  complaint: () => string;
}

function launch({ binaries, data, as }: ServerPlace, port: number): LaunchedServer {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '64MB',
    // A story looks for what is left in files: old segments would be renamed and written over later.
    wal_recycle: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  return { process: server, ended, complaint: () => log };
}

let databases = 0;

/** A new empty database on a test server; the answer is its connection URL. */
export async function createDatabase(serverUrl: string, template = 'template1'): Promise<string> {
  databases += 1;
  const name = `test_${process.pid}_${databases}_${Math.random().toString(36).slice(2, 8)}`;
  await withClient(serverUrl, (client) => client.query(`create database ${name} template ${template}`));
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}
