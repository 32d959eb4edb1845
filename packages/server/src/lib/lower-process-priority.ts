import { readdirSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import process from 'node:process';

/**
 * Lets screenings go first where processors are short: what the calling thread does may take its time, a scan may not.
 * To be called before anything heavy is loaded, which is work too. Only Linux gives threads priorities of their own, and
 * names the thread that asks.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without /proc, or without the right to: it is then as important as everything else.
  }
}

/** The same for this whole process, V8's helpers among it, whatever it has begun already; for one that only works behind. */
export function lowerProcessPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    if (process.platform !== 'linux') return;
    for (const thread of readdirSync('/proc/self/task')) {
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
    }
  } catch {
    // Without the right to, it is as important as everything else.
  }
}
