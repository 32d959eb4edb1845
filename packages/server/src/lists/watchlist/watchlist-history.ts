import type { WatchlistAction } from '@gatehouse/contract';
import { isRareAction } from '../../audit/index.ts';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';

/**
 * What was done of a domain's own list, from the audit log, the newest first; one action more than asked for where there
 * is one. Ids of records are of rising time. Their actions all begin with `watchlist`, and by these an index finds them.
 */
export async function readHistory(
  tx: Tx,
  scope: Scope,
  request: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<WatchlistAction[]> {
  const rows = await tx.sql<Omit<WatchlistAction, 'at'> & { at: Date }>(
    `select event_id as "recordId", at, actor, split_part(act, '.', 2) as act,
       case when object_kind = 'watchlist_entry' then object_id end as "entryId"
     from audit_event
     where tenant_id = $1 and domain = $2 and object_kind in ('watchlist_entry', 'watchlist')
       and act collate "C" >= 'watchlist' and act collate "C" < 'watchlisu' and ${isRareAction}
       and ($3::uuid is null or event_id < $3)
     order by event_id desc limit $4`,
    [scope.tenantId, scope.domain, request.cursor ?? null, request.limit + 1],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}
