import { businessCodes } from '@gatehouse/contract';
import { type Handlers, refuse } from '../gateway/index.ts';
import { isId } from '../lib/ids.ts';
import { HitsUnreadable, readHitPage, readScan, type ScanReader } from './quickscan-queries.ts';

/** Handles `quickscan.hits` (interface specification 4.7). */
export function quickscanHits(service: ScanReader): Handlers['quickscan.hits'] {
  return async (call, { data: { id, provider, page, pageSize } }) => {
    const scan = isId(id) ? await readScan(service.database, call.scope, id) : undefined;
    if (!scan) return refuse(businessCodes.notFound, `quick scan ${id} does not exist`);
    if (scan.state !== 'DONE') return { code: 200, id, status: scan.state };
    const totalHits = scan.hitCounts[provider] ?? 0;
    const offset = (page - 1) * pageSize;
    const hits =
      offset < totalHits
        ? await readHitPage(service, call.scope, {
            scanId: id,
            engine: provider,
            offset,
            limit: pageSize,
          })
        : [];
    if (hits === undefined) throw new HitsUnreadable(id);
    return { code: 200, id, totalHits, truncated: offset + pageSize < totalHits, hits: { [provider]: hits } };
  };
}
