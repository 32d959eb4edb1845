import type { QuickscanHitsQuery } from './inputs.ts';
import type { HitsPage } from './results.ts';
import type { WireHit } from './wire-types.ts';

/** Thrown while hits are listed of a scan that has none yet, or never will: no hits are no clean result. */
export class ScanNotDoneError extends Error {
  override readonly name = 'ScanNotDoneError';
  readonly scanId: string;
  readonly status: 'RUNNING' | 'FAILED';

  constructor(scanId: string, status: 'RUNNING' | 'FAILED') {
    super(`scan ${scanId} is ${status}: its hits cannot be listed`);
    this.scanId = scanId;
    this.status = status;
  }
}

/** One page when it is awaited, every hit from that page on in `for await`. */
export interface HitsPager extends Promise<HitsPage>, AsyncIterable<WireHit> {}

/** Reads pages on demand; the first is read once, however it is used. */
export function createHitsPager(
  query: QuickscanHitsQuery,
  read: (query: QuickscanHitsQuery) => Promise<HitsPage>,
): HitsPager {
  const first = read(query);
  async function* hits(): AsyncGenerator<WireHit> {
    for (let page = query.page ?? 1, answer = await first; ; ) {
      if (answer.status !== undefined) throw new ScanNotDoneError(query.id, answer.status);
      yield* answer.hits[query.provider] ?? [];
      if (!answer.truncated) return;
      page += 1;
      answer = await read({ ...query, page });
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: hits });
}
