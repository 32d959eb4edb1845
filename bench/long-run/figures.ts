/** What a long run tells: latency and decisions by twelfths of its time, memory of its longest life. */
import { loadavg } from 'node:os';
import type { OpenDatabase } from '../../packages/server/src/database/index.ts';
import { megabytes, percentile } from '../rig/figures.ts';
import type { Memory } from '../rig/heap.ts';

const windows = 12;

export class Latencies {
  readonly startedAt = new Date();
  readonly #windowMs: number;
  /** The machine's, at the end of each window. */
  readonly #load = Array.from({ length: windows }, () => Number.NaN);
  readonly #milliseconds: number[][] = Array.from({ length: windows }, () => []);

  constructor(totalMs: number) {
    this.#windowMs = totalMs / windows;
  }

  add(milliseconds: number): void {
    const elapsed = Math.floor((Date.now() - this.startedAt.getTime()) / this.#windowMs);
    const window = Math.min(elapsed, windows - 1);
    this.#milliseconds[window]!.push(milliseconds);
    this.#load[window] = loadavg()[0]!;
  }

  tell(): void {
    const each = (tell: (values: readonly number[]) => string) => this.#milliseconds.map(tell).join(' ');
    console.log(`  answered calls by twelfths: ${each((values) => String(values.length))}`);
    console.log(
      `  load of the machine by twelfths: ${this.#load.map((value) => value.toFixed(1)).join(' ')}`,
    );
    for (const share of [0.5, 0.95, 0.99]) {
      const told = each((values) => percentile(values, share).toFixed(1));
      console.log(`  answer, p${share * 100} in ms by twelfths: ${told}`);
    }
  }
}

/** From submit to the end of executions that wait for nobody, by the store's clock. */
export async function tellDecisions(database: OpenDatabase, startedAt: Date, totalMs: number): Promise<void> {
  const rows = await database.operator((tx) =>
    tx.sql<{ median: number; high: number }>(
      `select 1000 * percentile_cont(.5) within group (order by took) as median,
         1000 * percentile_cont(.99) within group (order by took) as high
       from (
         select width_bucket(extract(epoch from created_at - $1::timestamptz)::float8 * 1000, 0, $2::float8, $3::int) as twelfth,
           extract(epoch from updated_at - created_at)::float8 as took
         from execution where state = 'COMPLETED'
       ) ended where twelfth between 1 and $3 group by twelfth order by twelfth`,
      [startedAt, totalMs, windows],
    ),
  );
  const each = (of: (row: (typeof rows)[number]) => number) =>
    rows.map((row) => of(row).toFixed(1)).join(' ');
  console.log(`  submit to decision, p50 in ms by twelfths: ${each(({ median }) => median)}`);
  console.log(`  submit to decision, p99 in ms by twelfths: ${each(({ high }) => high)}`);
}

/** After forced collections, from the first look at the longest life to the last. */
export function tellMemory(memory: readonly Memory[]): void {
  for (const [name, of] of [
    ['heap', ({ heapUsed }: Memory) => heapUsed],
    ['buffers', ({ external }: Memory) => external],
    ['resident', ({ rss }: Memory) => rss],
  ] as const) {
    const values = memory.map(of);
    const drift = (values.at(-1)! / values[0]! - 1) * 100;
    console.log(`  ${name} after a collection: ${values.map(megabytes).join(' ')} (${drift.toFixed(1)} %)`);
  }
}
