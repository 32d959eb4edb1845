import { type CaseView, maxCaseViews } from '@gatehouse/contract';
import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { recordAudit } from '../audit/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { statement } from '../database/index.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';

const columns = 'view_id::text as "viewId", name, search';

/** The views of a person in one business domain, by name. */
export function listCaseViews(database: Database, scope: Scope, email: string): Promise<CaseView[]> {
  return database.read(
    scope,
    statement<CaseView>(
      `select ${columns} from case_view where tenant_id = $1 and domain = $2 and email = $3 order by lower(name), name`,
      [scope.tenantId, scope.domain, email],
    ),
  );
}

/** Saves a view, in place of one of the same name; undefined where the person has as many as one may have. */
export function saveCaseView(
  database: Database,
  scope: Scope,
  view: Omit<CaseView, 'viewId'> & { readonly email: string },
): Promise<CaseView | undefined> {
  return database.transaction(scope, async (tx) => {
    const [row] = await tx.sql<CaseView & Record<string, unknown>>(
      `insert into case_view (tenant_id, domain, email, view_id, name, search)
       select $1, $2, $3, $4, $5, $6
       where exists (select from case_view where tenant_id = $1 and domain = $2 and email = $3 and name = $5)
         or (select count(*) from case_view where tenant_id = $1 and domain = $2 and email = $3) < $7
       on conflict (tenant_id, domain, email, name) do update set search = excluded.search, saved_at = now()
       returning ${columns}`,
      [
        scope.tenantId,
        scope.domain,
        view.email,
        newId(),
        view.name,
        JSON.stringify(view.search),
        maxCaseViews,
      ],
    );
    if (row !== undefined) await record(tx, scope, { act: 'case_view.save', email: view.email, view: row });
    return row;
  });
}

/** @returns whether the person had it */
export function removeCaseView(
  database: Database,
  scope: Scope,
  view: { readonly viewId: string; readonly email: string },
): Promise<boolean> {
  return database.transaction(scope, async (tx) => {
    const [row] = await tx.sql<CaseView & Record<string, unknown>>(
      `delete from case_view where tenant_id = $1 and domain = $2 and email = $3 and view_id = $4 returning ${columns}`,
      [scope.tenantId, scope.domain, view.email, view.viewId],
    );
    if (row !== undefined) await record(tx, scope, { act: 'case_view.remove', email: view.email, view: row });
    return row !== undefined;
  });
}

/** Without its filters: a search may hold names, and a record outlives them. */
function record(
  tx: Tx,
  scope: Scope,
  { act, email, view }: { readonly act: AuditAction; readonly email: string; readonly view: CaseView },
): Promise<void> {
  return recordAudit(tx, scope, {
    actor: { kind: 'user', id: email },
    act,
    object: { kind: 'domain', id: scope.domain },
    detail: { viewId: view.viewId },
  });
}
