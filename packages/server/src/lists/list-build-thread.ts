/** Entry of the build thread: takes one order as its worker data, reports progress, then the result. */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../lib/give-way.ts';
import type { BuildOrder, BuildProgress, BuiltList } from './list-build.ts';

/** What the build thread says to the main thread. */
export type BuildMessage =
  | { readonly kind: 'progress'; readonly progress: BuildProgress }
  | { readonly kind: 'built'; readonly built: BuiltList }
  /** A list file is not what its publisher's format says. */
  | { readonly kind: 'refused'; readonly file: string; readonly place: string; readonly expected: string };

const progressEveryMs = 100;

/** Loading what reads lists costs as much as reading a small one, so the thread gives way before. */
async function run(order: BuildOrder, post: (message: BuildMessage) => void): Promise<void> {
  const { ListFileError } = await import('@gatehouse/matching');
  const { readStamp } = await import('./file-facts.ts');
  const { buildList } = await import('./list-build.ts');
  let bytesTotal = 0;
  for (const file of order.files) bytesTotal += (await readStamp(file.path)).size;
  let toldAt = 0;
  let phase = '';
  const tell = (progress: BuildProgress) => {
    const now = performance.now();
    if (progress.phase === phase && now - toldAt < progressEveryMs) return;
    [toldAt, phase] = [now, progress.phase];
    post({ kind: 'progress', progress });
  };
  try {
    post({ kind: 'built', built: await buildList(order, bytesTotal, tell) });
  } catch (error) {
    if (!(error instanceof ListFileError)) throw error;
    post({ kind: 'refused', file: error.file, place: error.place, expected: error.expected });
  }
}

if (parentPort !== null) {
  const port = parentPort;
  giveWay();
  await run(workerData as BuildOrder, (message) => port.postMessage(message));
}
