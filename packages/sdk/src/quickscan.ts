import type { ManyCallsOptions } from './client-options.ts';
import type { QuickscanHitsQuery, QuickscanSubject } from './inputs.ts';
import type { HitCounts, HitsByEngine, HitsPage, Scan, ScanStarted } from './results.ts';
import type { Timing } from './timing.ts';
import type { Engine } from './wire-types.ts';

/** The result of a whole quick scan. */
export type ScanResult =
  | {
      readonly kind: 'done';
      readonly id: string;
      readonly totalHits: number;
      readonly hitCounts: HitCounts;
      /** Every hit of every chosen engine, best first. */
      readonly hits: HitsByEngine;
    }
  | { readonly kind: 'failed'; readonly id: string }
  /** `timeoutMs` passed; the scan continues; ask `quickscan.detail` for its result. */
  | { readonly kind: 'stillRunning'; readonly id: string };

export interface ScanOptions extends ManyCallsOptions {
  /** Return `stillRunning` after this long. Absent: wait for the end. */
  readonly timeoutMs?: number | undefined;
}

interface ScanCalls {
  readonly timing: Timing;
  submit(data: QuickscanSubject): Promise<ScanStarted>;
  detail(id: string): Promise<Scan>;
  hits(query: QuickscanHitsQuery): Promise<HitsPage>;
}

/** A first look, because a local list search is done in milliseconds; then as interface specification 4.6 says. */
const firstLookMs = 250;
const intervalMs = 3000;
const largestPage = 100;

/** Submits a quick scan, polls it every 3 s until it ends, and fetches all hits. */
export async function runQuickscan(
  data: QuickscanSubject,
  calls: ScanCalls,
  options: ScanOptions,
): Promise<ScanResult> {
  const { timing } = calls;
  const deadline = options.timeoutMs === undefined ? Infinity : timing.now() + options.timeoutMs;
  const { id } = await calls.submit(data);
  let pause = firstLookMs;
  for (;;) {
    await timing.sleep(Math.max(0, Math.min(pause, deadline - timing.now())), options.signal);
    pause = intervalMs;
    const scan = await calls.detail(id);
    if (scan.status === 'FAILED') return { kind: 'failed', id };
    if (scan.status === 'DONE') {
      const hits = scan.hits ?? (await allHits(id, data.providers, calls));
      return { kind: 'done', id, totalHits: scan.totalHits, hitCounts: scan.hitCounts, hits };
    }
    if (timing.now() >= deadline) return { kind: 'stillRunning', id };
  }
}

async function allHits(id: string, engines: readonly Engine[], calls: ScanCalls): Promise<HitsByEngine> {
  const all: { [E in Engine]?: HitsByEngine[E] } = {};
  for (const provider of new Set(engines)) {
    const hits = [];
    for (let page = 1, more = true; more; page++) {
      const answer = await calls.hits({ id, provider, page, pageSize: largestPage });
      hits.push(...(answer.hits[provider] ?? []));
      more = answer.truncated;
    }
    all[provider] = hits;
  }
  return all;
}
