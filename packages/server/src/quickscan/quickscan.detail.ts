import { businessCodes, type Engine, maxInlineHits, type WireHit } from '@gatehouse/contract';
import { type Handlers, refuse } from '../gateway/index.ts';
import { isId } from '../lib/ids.ts';
import { HitsUnreadable, readHits, readScan, type ScanReader } from './quickscan-queries.ts';

/** Handles `quickscan.detail` (interface specification 4.6). */
export function quickscanDetail(service: ScanReader): Handlers['quickscan.detail'] {
  return async (call, { data: { id } }) => {
    const scan = isId(id) ? await readScan(service.database, call.scope, id) : undefined;
    if (!scan) return refuse(businessCodes.notFound, `quick scan ${id} does not exist`);
    const { state: status, totalHits, hitCounts } = scan;
    if (status !== 'DONE') return { code: 200, id, status };
    const truncated = totalHits > maxInlineHits;
    const hits = truncated ? null : await hitsOf(service, call.scope, scan);
    return { code: 200, id, status, totalHits, truncated, hitCounts, hits };
  };
}

/** Every chosen engine appears, also one without a hit (docs/interface.md 4). */
async function hitsOf(
  service: ScanReader,
  scope: Parameters<typeof readHits>[1],
  scan: { scanId: string; totalHits: number; hitCounts: object },
): Promise<Partial<Record<Engine, WireHit[]>>> {
  const hits = Object.fromEntries(
    Object.keys(scan.hitCounts).map((engine): [string, WireHit[]] => [engine, []]),
  );
  if (scan.totalHits === 0) return hits;
  const found = await readHits(service, scope, scan.scanId);
  if (found === undefined) throw new HitsUnreadable(scan.scanId);
  for (const { engine, hit } of found) hits[engine]?.push(hit);
  return hits;
}
