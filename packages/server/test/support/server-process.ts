import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const executable = fileURLToPath(new URL('../../bin/gatehouse.mjs', import.meta.url));

interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** `gatehouse serve` as a process of its own, for stories that end it in ways a process cannot catch. */
export interface ServerProcess {
  readonly pid: number;
  /** Settles with the gateway's address at the ready line; rejects when the process ends before it. */
  readonly ready: Promise<string>;
  readonly ended: Promise<ProcessEnd>;
  signal(name: NodeJS.Signals): void;
  /** The end of what it wrote on stderr. */
  complaint(): string;
}

const running = new Set<ChildProcess>();
// A run that is cut short must not leave servers behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts `gatehouse serve` with only the given settings, of this version unless another one's file is given. */
export function serveProcess(
  env: Readonly<Record<string, string>>,
  commandLine: readonly string[] = [],
  file = executable,
): ServerProcess {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('GATEHOUSE_') && name !== 'DATABASE_URL',
  );
  const child = spawn(process.execPath, [file, 'serve', ...commandLine], {
    env: { ...Object.fromEntries(inherited), GATEHOUSE_METRICS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  let complaint = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  ready.catch(() => undefined);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    const address = /^gatehouse ready base_url=(\S+)/m.exec(output)?.[1];
    if (address !== undefined) resolve(address);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-20_000);
  });
  const ended = once(child, 'close').then(([code, signal]): ProcessEnd => {
    running.delete(child);
    reject(new Error(`the server ended before it was ready (${code ?? signal}): ${complaint}`));
    return { code: code as number | null, signal: signal as NodeJS.Signals | null };
  });
  return {
    pid: child.pid as number,
    ready,
    ended,
    signal: (name) => void child.kill(name),
    complaint: () => complaint,
  };
}

/** Asks until `condition` holds. @throws Error naming `what` when it does not within `timeoutMs` */
export async function until(
  what: string,
  condition: () => Promise<boolean> | boolean,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`in vain waited ${timeoutMs} ms for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until the service at a gateway address says that it is ready for everything. */
export function untilGreen(baseUrl: string): Promise<void> {
  return until(`${baseUrl} to be ready`, () =>
    fetch(new URL('/readyz', baseUrl)).then(
      (response) => response.ok,
      () => false,
    ),
  );
}
