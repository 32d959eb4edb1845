import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** What a process may take before the system ends it. */
export interface ProcessLimits {
  readonly memoryMegabytes: number;
  /** Time on processors, so that one whose parent is gone also ends. */
  readonly cpuSeconds: number;
}

/** `ulimit` and `exec` are of every POSIX shell; the arguments are handed over, never put into the text. */
const limits = 'ulimit -d "$1"; ulimit -t "$2"; ulimit -c 0; shift 2; exec "$@"';

/**
 * Starts a program that pictures from strangers pass through: it has bounds, and of the environment only what it needs, so
 * that no secret of the service lies in its memory.
 */
export function spawnWithLimits(
  command: readonly [string, ...string[]],
  bounds: ProcessLimits,
  options: Pick<SpawnOptions, 'stdio' | 'detached'>,
): ChildProcess {
  const kilobytes = String(bounds.memoryMegabytes * 1024);
  const words =
    process.platform === 'win32'
      ? command
      : (['/bin/sh', '-c', limits, 'sh', kilobytes, String(bounds.cpuSeconds), ...command] as const);
  return spawn(words[0], words.slice(1), { ...options, env: bareEnvironment() });
}

function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TESSDATA_PREFIX', 'SystemRoot'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // More threads than one make tesseract slower where several run side by side.
  return { ...Object.fromEntries(kept), OMP_THREAD_LIMIT: '1', LC_ALL: 'C.UTF-8' };
}
