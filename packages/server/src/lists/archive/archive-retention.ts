import type { Tx } from '../../database/index.ts';
import { firstIdAt } from '../../lib/ids.ts';

/** How long a version is archived after it was superseded, whatever was screened with it. */
const keptYears = 5;
/** Blocks of an archiving that did not end are swept once they are so old. */
const unfinishedMs = 24 * 60 * 60_000;

/**
 * Removes files of versions that were superseded more than five years ago and before everything that is kept of
 * screenings: no execution and no quick scan of any tenant is that old. What another file is the difference to stays.
 */
export async function pruneArchive(tx: Tx, now: Date): Promise<void> {
  const cutoff = new Date(now);
  cutoff.setUTCFullYear(cutoff.getUTCFullYear() - keptYears);
  await tx.sql(
    `with recursive oldest as (
       select least($1::timestamptz, (
         select min(first.created_at) from gatehouse.tenant_domain d, lateral (
           (select created_at from gatehouse.execution e where e.tenant_id = d.tenant_id and e.domain = d.domain
             order by execution_id limit 1)
           union all
           (select created_at from gatehouse.quick_scan s where s.tenant_id = d.tenant_id and s.domain = d.domain
             order by scan_id limit 1)) as first)) as at
     ), last as (
       select source, version, max(sequence) as sequence from gatehouse.list_activation group by source, version
     ), needed as (
       select f.sha256 from last
       join gatehouse.list_version v using (source, version), oldest,
       jsonb_to_recordset(v.files) as f(sha256 text)
       where coalesce((select min(a.activated_at) from gatehouse.list_activation a
         where a.source = last.source and a.sequence > last.sequence), 'infinity') >= oldest.at
     ), kept as (
       select sha256 from needed
       union
       select f.base_sha256 from kept join gatehouse.list_archive_file f using (sha256) where f.base_sha256 is not null
     )
     delete from gatehouse.list_archive_file f
     where not exists (select from kept k where k.sha256 = f.sha256)
       -- Files of a version that is being activated, or arrived by a move of the store.
       and archived_at < $1`,
    [cutoff],
  );
  await tx.sql(
    `delete from gatehouse.list_archive_piece p where pieces_id < $1::uuid
       and not exists (select from gatehouse.list_archive_file f where f.pieces_id = p.pieces_id)`,
    [firstIdAt(new Date(now.getTime() - unfinishedMs))],
  );
}
