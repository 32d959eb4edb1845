import type { CaseViewer, ViewerDoing } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/**
 * Who has a case open now. It is no action and is in no record: a row of a person and a case says it, which their page
 * renews while it is open, and which expires when it does not.
 */

/** A page says so every 20 seconds (the console's viewers.ts): one word may be lost. */
const viewerTtlSeconds = 50;
/** What is as young as this is not written again, however often a page says it. */
const freshSeconds = 10;
/** Rows that are this old serve nobody: who listens has long heard of them. */
const viewerRetentionSeconds = 300;

interface Viewing {
  readonly caseNo: string;
  readonly email: string;
}

/** Notes that somebody has the case open; those who look hear of it where it is news. */
export async function recordViewer(
  tx: Tx,
  scope: Scope,
  viewing: Viewing & { readonly doing: ViewerDoing },
): Promise<void> {
  const isNews = `v.doing <> excluded.doing or v.left_at is not null
    or v.seen_at < now() - make_interval(secs => ${viewerTtlSeconds})`;
  const [came] = await tx.sql<{ isNew: boolean }>(
    `insert into case_viewer as v (tenant_id, domain, case_no, email, doing) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, domain, case_no, email) do update set doing = excluded.doing, seen_at = now(),
       left_at = null, transaction = case when ${isNews} then pg_current_xact_id() else v.transaction end
     where ${isNews} or v.seen_at < now() - make_interval(secs => ${freshSeconds})
     returning xmax = 0 as "isNew"`,
    [scope.tenantId, scope.domain, viewing.caseNo, viewing.email, viewing.doing],
  );
  if (came?.isNew) await sweep(tx, scope);
}

/** Notes that somebody shut the case. */
export async function removeViewer(tx: Tx, scope: Scope, { caseNo, email }: Viewing): Promise<void> {
  await tx.sql(
    `update case_viewer set left_at = now(), transaction = pg_current_xact_id()
     where tenant_id = $1 and domain = $2 and case_no = $3 and email = $4 and left_at is null`,
    [scope.tenantId, scope.domain, caseNo, email],
  );
}

/** Who has the case open, by their addresses. */
export async function listViewers(
  tx: Tx,
  scope: Scope,
  request: { readonly caseNo: string; readonly besides: string },
): Promise<CaseViewer[]> {
  return tx.sql<CaseViewer & Record<string, unknown>>(
    `select v.email, u.name, v.doing from case_viewer v
     join user_account u on u.tenant_id = v.tenant_id and u.email = v.email and u.enabled
     where v.tenant_id = $1 and v.domain = $2 and v.case_no = $3 and v.email <> $4 and v.left_at is null
       and v.seen_at > now() - make_interval(secs => ${viewerTtlSeconds})
     order by v.email`,
    [scope.tenantId, scope.domain, request.caseNo, request.besides],
  );
}

/** Takes old rows away; what somebody else is about to write is left to the next sweep. */
async function sweep(tx: Tx, scope: Scope): Promise<void> {
  await tx.sql(
    `with old as materialized (
       select tenant_id, domain, case_no, email from case_viewer
       where tenant_id = $1 and domain = $2 and seen_at < now() - make_interval(secs => ${viewerRetentionSeconds})
       limit 100 for update skip locked)
     delete from case_viewer where (tenant_id, domain, case_no, email) in (select * from old)`,
    [scope.tenantId, scope.domain],
  );
}
