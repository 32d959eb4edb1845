/** Figures of runs, the way all benchmarks here tell them. */
import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Median with the lowest and highest: how much the rounds disagree is part of a figure. */
export function spread(values: readonly number[], digits = 2): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** How fast this machine is at this moment, so that figures of two machines can be held against each other. */
export function machineLine(): string {
  const load = loadavg()
    .slice(0, 1)
    .map((value) => value.toFixed(1));
  return `load ${load.join(' ')}; SHA-256 of 1 KiB ${hashesPerSecond().toFixed(0)}/s; fdatasync of 8 KiB ${syncMilliseconds().toFixed(2)} ms`;
}

function hashesPerSecond(): number {
  const block = Buffer.alloc(1024, 7);
  const end = performance.now() + 200;
  let hashes = 0;
  while (performance.now() < end) {
    for (let i = 0; i < 100; i++) createHash('sha256').update(block).digest();
    hashes += 100;
  }
  return hashes * 5;
}

function syncMilliseconds(): number {
  const path = join(tmpdir(), `gatehouse-bench-sync-${process.pid}`);
  const file = openSync(path, 'w');
  const block = Buffer.alloc(8192, 7);
  const took: number[] = [];
  for (let i = 0; i < 50; i++) {
    const from = performance.now();
    writeSync(file, block);
    fdatasyncSync(file);
    took.push(performance.now() - from);
  }
  closeSync(file);
  rmSync(path);
  return median(took);
}
