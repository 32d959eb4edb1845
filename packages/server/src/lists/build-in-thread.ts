import { Worker } from 'node:worker_threads';
import type { BuildOrder, BuildProgress, BuiltList } from './list-build.ts';
import type { BuildMessage } from './list-build-thread.ts';
import { refusalOf } from './lists-refusal.ts';

export interface BuildWatcher {
  readonly onProgress: (progress: BuildProgress) => void;
  /** Ends the thread; the build then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Space for new objects. Nearly all that a build makes is thrown away at once, and V8 would keep as much as it may:
 * with its default a first start of the embedded store ended at 534 MB instead of 420 to 440.
 */
const youngGenerationMb = 8;

/**
 * Builds a list off the main thread.
 * @throws ListsRefusal when a list file is damaged, in one line
 */
export async function buildInThread(order: BuildOrder, watcher: BuildWatcher): Promise<BuiltList> {
  watcher.signal?.throwIfAborted();
  const worker = new Worker(new URL('./list-build-thread.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
  });
  const stop = () => void worker.terminate();
  watcher.signal?.addEventListener('abort', stop, { once: true });
  try {
    return await outcome(worker, order, watcher);
  } finally {
    watcher.signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

function outcome(worker: Worker, order: BuildOrder, watcher: BuildWatcher): Promise<BuiltList> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: BuildMessage) => {
      if (message.kind === 'progress') watcher.onProgress(message.progress);
      else if (message.kind === 'built') resolve(message.built);
      else reject(refusalOf(message, order.files));
    });
    worker.once('error', (cause) => reject(new Error(`building the list ${order.source} failed`, { cause })));
    worker.once('exit', (code) =>
      reject(
        watcher.signal?.aborted === true
          ? watcher.signal.reason
          : new Error(`building the list ${order.source} ended early with exit code ${code}`),
      ),
    );
  });
}
