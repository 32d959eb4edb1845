import type { AutomaticDecision } from '@gatehouse/contract';
import type { Database, Tx } from '../database/database.ts';
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
}

/** Held decisions that are due, over all tenants, the longest due first. */
export function findDueDecisions(database: Database, limit: number): Promise<DueDecision[]> {
  return database.operator((tx) =>
    tx.sql<DueDecision & Record<string, unknown>>(
      `select tenant_id as "tenantId", domain, case_no as "caseNo" from case_record
       where pending_until <= now() order by pending_until limit $1`,
      [limit],
    ),
  );
}
