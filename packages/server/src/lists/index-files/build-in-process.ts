import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { BuildOrder, BuildProgress, BuiltList } from './list-build.ts';
import type { BuildMessage, BuildRequest } from './list-build-process.ts';
import { refusalOf } from './lists-refusal.ts';

export interface BuildWatcher {
  readonly onProgress: (progress: BuildProgress) => void;
  /** Ends the process; the build then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Whether others go first where processors are short: not while nothing can be screened before it is done. */
  readonly lowPriority: boolean;
}

const program = fileURLToPath(new URL('./list-build-process.ts', import.meta.url));
/** Nearly all that a build makes is thrown away at once, and V8 would keep as much as it may. In megabytes. */
const youngSpace = '--max-semi-space-size=8';
/** Characters of a failing process's output that are reported. */
const maxComplaint = 2_000;

/**
 * Builds a list in a process of its own, which can go behind others where processors are short. A thread would not do: the
 * compiling and tidying that it causes are done by helpers which all threads of a process share, and whose priority
 * is that of the service. Files of strangers are read there too, so that it has none of the service's secrets.
 * @throws ListsRefusal when a list file is damaged, in one line
 */
export async function buildInProcess(order: BuildOrder, watcher: BuildWatcher): Promise<BuiltList> {
  watcher.signal?.throwIfAborted();
  const child = fork(program, [], {
    execArgv: [youngSpace],
    env: bareEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Before it has begun: what it starts, V8's helpers among it, then gives way as well.
  if (watcher.lowPriority) lowerThreadPriority(child);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, by) => resolve(by ?? `exit code ${code}`));
  });
  const stop = () => child.kill('SIGKILL');
  watcher.signal?.addEventListener('abort', stop, { once: true });
  try {
    return await outcome({ child, ended, order, watcher });
  } finally {
    watcher.signal?.removeEventListener('abort', stop);
    stop();
    await ended;
  }
}

function outcome({
  child,
  ended,
  order,
  watcher,
}: {
  child: ChildProcess;
  ended: Promise<string>;
  order: BuildOrder;
  watcher: BuildWatcher;
}): Promise<BuiltList> {
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-maxComplaint);
  });
  return new Promise((resolve, reject) => {
    child.on('message', (message: BuildMessage) => {
      if (message.kind === 'progress') watcher.onProgress(message.progress);
      else if (message.kind === 'built') resolve(message.built);
      else reject(refusalOf(message, order.files));
    });
    // A process that could not be started is reported by its end.
    child.send({ order, lowPriority: watcher.lowPriority } satisfies BuildRequest, () => undefined);
    void ended.then((how) =>
      reject(
        watcher.signal?.aborted === true
          ? watcher.signal.reason
          : new Error(`building the list ${order.source} ended early with ${how}: ${complaint.trim()}`),
      ),
    );
  });
}

function lowerThreadPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system knows no priorities.
  }
}

/** What a start of Node needs; compiled sources are kept for the next one. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = ['NODE_COMPILE_CACHE', 'SystemRoot', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}
