import type { AutomaticDecision } from '@gatehouse/contract';
import type { Database, Tx } from '../database/database.ts';
import { isRunningTenant } from '../database/running-tenants.ts';
import type { Scope } from '../lib/scope.ts';

/** Decisions by people that can be taken back for some seconds. Nothing of one is in force, or on the wire, until then. */

/** How long a decision can be taken back where the tenant says nothing. */
const defaultHoldSeconds = 10;

/** A decision that is made and has not taken effect. */
export interface PendingDecision {
  readonly decision: AutomaticDecision;
  /** E-mail address. */
  readonly by: string;
  readonly reason: string;
  /** For how long it could be taken back. */
  readonly seconds: number;
}

/** How long decisions of the tenant can be taken back, in seconds; 0: not at all. */
export async function readHoldSeconds(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx.sql<{ seconds: number | null }>(
    `select (case_rules ->> 'holdSeconds')::int as seconds from tenant where tenant_id = $1`,
    [scope.tenantId],
  );
  return row?.seconds ?? defaultHoldSeconds;
}

/** A case whose held decision is due. */
export interface DueDecision {
  readonly tenantId: string;
  readonly domain: string;
  readonly caseNo: string;
  /** An instant as the database writes it, to the microsecond. */
  readonly pendingUntil: string;
}

/**
 * Held decisions that are due, over all tenants, the longest due first.
 * @param after the last one of the page before; undefined for the first page
 */
export function findDueDecisions(
  database: Database,
  limit: number,
  after: DueDecision | undefined,
): Promise<DueDecision[]> {
  return database.operator((tx) =>
    tx.sql<DueDecision & Record<string, unknown>>(
      `select tenant_id as "tenantId", domain, case_no as "caseNo", pending_until::text as "pendingUntil" from case_record
       where pending_until <= now() and ${isRunningTenant('case_record.tenant_id')}
         and ($2::timestamptz is null or (pending_until, tenant_id, domain, case_no) > ($2, $3, $4, $5))
       order by pending_until, tenant_id, domain, case_no limit $1`,
      [
        limit,
        after?.pendingUntil ?? null,
        after?.tenantId ?? null,
        after?.domain ?? null,
        after?.caseNo ?? null,
      ],
    ),
  );
}
