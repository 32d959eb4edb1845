/** What a tenant's quick scans took and gave back. */
export interface Books {
  readonly used: number;
  readonly units: number;
  readonly scans: number;
  readonly unfinished: number;
}

export const booksSql = `select quick_scan_used as used,
    (select coalesce(sum(units), 0)::int from gatehouse.usage_ledger where tenant_id = $1 and kind like 'credit%') as units,
    (select count(*)::int from gatehouse.quick_scan where tenant_id = $1) as scans,
    (select count(*)::int from gatehouse.quick_scan where tenant_id = $1 and state = 'RUNNING') as unfinished
  from gatehouse.tenant where tenant_id = $1`;
