import { isDeepStrictEqual } from 'node:util';
import { jsonForm } from '../lib/differing-fields.ts';
import type { TenantWork } from './provision-tenant.ts';

/** Ids that one sentence names; a watchlist may have thousands. */
const namedIds = 10;

/** The tenant's own list, which the WATCHLIST engine searches. Its revision tells indexes to be built anew. */
export async function provisionWatchlist({ tx, tenant, log }: TenantWork): Promise<void> {
  if (tenant.watchlist.length === 0) return;
  const rows = await tx.sql<{ domain: string; entry_id: string; entry: unknown }>(
    'select domain, entry_id, entry from watchlist_entry where tenant_id = $1',
    [tenant.id],
  );
  const stored = new Map(rows.map((row) => [placeOf(row.domain, row.entry_id), row.entry]));
  const entries = tenant.watchlist.map(({ domain = '', ...entry }) => ({
    domain,
    entryId: entry.id,
    id: placeOf(domain, entry.id),
    entry: jsonForm(entry),
  }));
  const added = entries.filter(({ id }) => !stored.has(id));
  const changed = entries.filter(
    ({ id, entry }) => stored.has(id) && !isDeepStrictEqual(stored.get(id), entry),
  );
  const written = [...added, ...changed];
  if (written.length === 0) return;
  await tx.sql(
    `insert into watchlist_entry (tenant_id, domain, entry_id, entry)
     select $1, domain, "entryId", entry
     from jsonb_to_recordset($2::jsonb) as written(domain text, "entryId" text, entry jsonb)
     on conflict (tenant_id, domain, entry_id) do update set entry = excluded.entry, updated_at = now()`,
    [tenant.id, JSON.stringify(written)],
  );
  await tx.sql('update tenant set watchlist_revision = watchlist_revision + 1 where tenant_id = $1', [
    tenant.id,
  ]);
  const said = [
    ...(added.length > 0 ? [`${added.length} added (${nameIds(added)})`] : []),
    ...(changed.length > 0 ? [`${changed.length} changed (${nameIds(changed)})`] : []),
  ];
  log.add({ kind: 'watchlist', id: tenant.id }, 'change', {
    subject: `watchlist of ${tenant.id}`,
    words: said.join(', '),
    members: written.map(({ id }) => ({ field: id })),
  });
  // Names of people stay out of the audit log: an entry can be erased, a record cannot.
  for (const { id } of added) log.record({ kind: 'watchlist_entry', id }, 'create', {});
  for (const { id } of changed) log.record({ kind: 'watchlist_entry', id }, 'change', {});
  log.topics.add('watchlist');
}

/** The id by which hits name an entry: that of one domain has the domain before it. */
function placeOf(domain: string, id: string): string {
  return domain === '' ? id : `${domain}:${id}`;
}

function nameIds(entries: readonly { readonly id: string }[]): string {
  const named = entries.slice(0, namedIds).map((entry) => entry.id);
  const more = entries.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}
