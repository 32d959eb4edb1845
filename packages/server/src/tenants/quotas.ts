import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/**
 * Gives back credits that the same thing took before. The caller's transaction makes sure that it happens once,
 * and records it in the ledger.
 */
export async function refundCredits(tx: Tx, scope: Scope, credits: number): Promise<void> {
  if (credits === 0) return;
  const submitted = await tx.sql(
    `update tenant set quick_scan_used = quick_scan_used - $2
     where tenant_id = $1 and quick_scan_used >= $2 returning 1`,
    [scope.tenantId, credits],
  );
  if (submitted.length === 0) throw new Error(`${credits} credits to give back were never taken`);
}

/** A row of the usage ledger: credits that were taken or given back (negative units). */
export interface Usage {
  /** The scan. */
  readonly reference: string;
  /** `credit`, `creditReturned`. */
  readonly kind: string;
  /** The engine. */
  readonly unit: string;
  readonly units: number;
  readonly apiKey?: string;
}

/** Writes ledger rows; one that is already there stays, so that a replay counts nothing twice. */
export async function recordUsage(tx: Tx, scope: Scope, usages: readonly Usage[]): Promise<void> {
  if (usages.length === 0) return;
  await tx.sql(
    `insert into usage_ledger (tenant_id, domain, reference, kind, unit, units, api_key)
     select $1, $2, reference, kind, unit, units, "apiKey"
     from jsonb_to_recordset($3::jsonb) as usage(reference uuid, kind text, unit text, units integer, "apiKey" text)
     on conflict do nothing`,
    [scope.tenantId, scope.domain, JSON.stringify(usages)],
  );
}
