/** What the system says of processes that a bench started. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

interface ProcessFacts {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  /** User and system time of all its threads. */
  readonly cpuSeconds: number;
  /** The same of its children that have ended. */
  readonly endedChildrenCpuSeconds: number;
}

/** From Linux's process table. */
function readProcess(pid: number): ProcessFacts {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const seconds = (...indexes: number[]) =>
    indexes.reduce((sum, index) => sum + Number(fields[index]), 0) / ticksPerSecond;
  return {
    pid,
    name,
    parent: Number(fields[1]),
    cpuSeconds: seconds(11, 12),
    endedChildrenCpuSeconds: seconds(13, 14),
  };
}

/** CPU seconds that a process has used. */
export function cpuSecondsOf(pid: number): number {
  return readProcess(pid).cpuSeconds;
}

/** Resident memory of a process in bytes. */
export function residentBytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** CPU seconds of the PostgreSQL server that this process started, with its connections; 0 without one. */
export function postgresCpuSeconds(): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readProcess(Number(name))];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  const servers = all.filter(({ parent, name }) => parent === process.pid && name.startsWith('postgres'));
  const connections = all.filter(({ parent }) => servers.some(({ pid }) => pid === parent));
  const ended = servers.reduce((sum, { endedChildrenCpuSeconds }) => sum + endedChildrenCpuSeconds, 0);
  return [...servers, ...connections].reduce((sum, { cpuSeconds }) => sum + cpuSeconds, ended);
}
