import type { Tx } from '../../database/index.ts';

/** When a version of a list was published, as its publisher states it, and each time that it was activated here. */
export interface ListVersionDates {
  readonly source: string;
  readonly version: string;
  /** Null where the files state none. */
  readonly publishedAt: string | null;
  /** Epoch milliseconds, oldest first. */
  readonly activatedAt: readonly number[];
}

/** The dates of these versions; those that the store does not have are left out. */
export function readListVersionDates(
  tx: Tx,
  versions: readonly { readonly source: string; readonly version: string }[],
): Promise<ListVersionDates[]> {
  return tx.sql<ListVersionDates & Record<string, unknown>>(
    `select v.source, v.version, v.published_at as "publishedAt", array(
         select (extract(epoch from a.activated_at) * 1000)::bigint from gatehouse.list_activation a
         where a.source = v.source and a.version = v.version order by a.sequence) as "activatedAt"
       from gatehouse.list_version v
       join unnest($1::text[], $2::text[]) as wanted(source, version)
         on wanted.source = v.source and wanted.version = v.version`,
    [versions.map(({ source }) => source), versions.map(({ version }) => version)],
  );
}
