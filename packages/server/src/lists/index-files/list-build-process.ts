/** The process in which a list is built: takes one order, reports progress, then the result, and ends with its parent. */
import { flushCompileCache } from 'node:module';
import process from 'node:process';
import { lowerProcessPriority } from '../../lib/lower-process-priority.ts';
import type { BuildOrder, BuildProgress, BuiltList } from './list-build.ts';

/** What the process is sent, once. */
export interface BuildRequest {
  readonly order: BuildOrder;
  readonly lowPriority: boolean;
}

/** What the process says to its parent. */
export type BuildMessage =
  | { readonly kind: 'progress'; readonly progress: BuildProgress }
  | { readonly kind: 'built'; readonly built: BuiltList }
  /** A list file is not what its publisher's format says. */
  | { readonly kind: 'refused'; readonly file: string; readonly place: string; readonly expected: string };

const progressEveryMs = 100;

/** Loading the parsers costs as much as reading a small list, so the process lowers its priority before. */
async function run(order: BuildOrder): Promise<BuildMessage> {
  const { ListFileError } = await import('@gatehouse/matching');
  const { readStamp } = await import('./file-facts.ts');
  const { buildList } = await import('./list-build.ts');
  // The parent ends this process without its own end, at which Node would keep what it compiled for the next one.
  flushCompileCache();
  let bytesTotal = 0;
  for (const file of order.files) bytesTotal += (await readStamp(file.path)).size;
  let toldAt = 0;
  let phase = '';
  const report = (progress: BuildProgress) => {
    const now = performance.now();
    if (progress.phase === phase && now - toldAt < progressEveryMs) return;
    [toldAt, phase] = [now, progress.phase];
    process.send!({ kind: 'progress', progress } satisfies BuildMessage);
  };
  try {
    return { kind: 'built', built: await buildList(order, bytesTotal, report) };
  } catch (error) {
    if (!(error instanceof ListFileError)) throw error;
    return { kind: 'refused', file: error.file, place: error.place, expected: error.expected };
  }
}

// A terminal's interrupt reaches both; the parent decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit(1));
process.once('message', ({ order, lowPriority }: BuildRequest) => {
  if (lowPriority) lowerProcessPriority();
  void run(order).then((message) => process.send!(message));
});
