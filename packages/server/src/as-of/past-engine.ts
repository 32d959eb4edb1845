import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { NotRepeatable } from './as-of-report.ts';
import type { PastAnswer, PastOrder } from './past-engine-process.ts';

const program = fileURLToPath(new URL('./past-engine-process.ts', import.meta.url));
/** Reading and indexing a large list takes minutes. */
const timeoutMs = 15 * 60_000;
/** Characters of a failing process's output that are reported. */
const maxComplaint = 2_000;

/**
 * Screens with the engine of a day, in a process of its own without the service's environment.
 * @throws where the process fails, with what it said
 */
export async function runPastEngine(
  order: PastOrder,
  signal?: AbortSignal,
): Promise<Extract<PastAnswer, { kind: 'screened' }> | NotRepeatable> {
  const answer = await ask(order, signal);
  const { engineVersion } = order;
  switch (answer.kind) {
    case 'screened':
      return answer;
    case 'notKept':
      return { reason: 'ENGINE_NOT_KEPT', engineVersion };
    case 'changed':
      return { reason: 'ENGINE_CHANGED', engineVersion, message: answer.message };
    case 'otherList':
      return { reason: 'LIST_VERSION_UNKNOWN', source: answer.source, version: answer.version };
  }
}

async function ask(order: PastOrder, signal?: AbortSignal): Promise<PastAnswer> {
  const stop = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
  stop.throwIfAborted();
  const child = fork(program, [], {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal: stop,
    killSignal: 'SIGKILL',
  });
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-maxComplaint);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, by) => resolve(by ?? `exit code ${code}`));
  });
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (answer: PastAnswer) => resolve(answer));
      child.send(order, () => undefined);
      void ended.then((how) =>
        reject(new Error(`the engine ${order.engineVersion} ended early with ${how}: ${complaint.trim()}`)),
      );
    });
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}
