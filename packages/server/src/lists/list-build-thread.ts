/** Entry of the build thread: takes one order as its worker data, reports progress, then the result. */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { ListFileError } from '@gatehouse/matching';
import { readStamp } from './file-facts.ts';
import { type BuildOrder, type BuildProgress, type BuiltList, buildList } from './list-build.ts';

/** What the build thread says to the main thread. */
export type BuildMessage =
  | { readonly kind: 'progress'; readonly progress: BuildProgress }
  | { readonly kind: 'built'; readonly built: BuiltList }
  /** A list file is not what its publisher's format says. */
  | { readonly kind: 'refused'; readonly file: string; readonly place: string; readonly expected: string };

const progressEveryMs = 100;

/**
 * Lets screenings go first where processors are short: a list may take its time, a scan may not. Only Linux gives
 * threads priorities of their own, and names the thread that asks.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(
      Number(basename(readlinkSync('/proc/thread-self'))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // Without /proc, or without the right to: the build is then as important as everything else.
  }
}

async function run(order: BuildOrder, post: (message: BuildMessage) => void): Promise<void> {
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
