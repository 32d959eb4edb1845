import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const executable = fileURLToPath(new URL('../../bin/gatehouse.mjs', import.meta.url));

/** `gatehouse serve` as a process of its own. */
export interface RunningServer {
  readonly baseUrl: string;
  /** What it has logged. */
  stderr(): string;
  /** Asks it to end; the answer is its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `gatehouse serve` with only the given settings and waits for its ready line. */
export async function startServer(
  env: Record<string, string>,
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('GATEHOUSE_') && name !== 'DATABASE_URL',
  );
  const child = spawn(process.execPath, [executable, 'serve', ...flags], {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const baseUrl = await readyLine(child, ended, () => stderr);
  return {
    baseUrl,
    stderr: () => stderr,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

function readyLine(child: ChildProcess, ended: Promise<unknown>, stderr: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const ready = /^gatehouse ready base_url=(\S+) storage_url=\S+ console=\S+$/m.exec(stdout);
      if (ready) resolve(ready[1]!);
    });
    void ended.then(() => reject(new Error(`the server ended before it was ready: ${stderr()}`)));
  });
}
