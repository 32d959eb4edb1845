import type { EventType } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';

/**
 * Units that a tenant was granted, taken by conditional statements inside the caller's transaction: never more
 * than granted under any concurrency, and given back by a rollback.
 */

/** Takes one unit of an event type's quota; false when none is left (interface specification 6.1). */
export async function deductEventUnit(tx: Tx, scope: Scope, eventType: EventType): Promise<boolean> {
  const taken = await tx.sql(
    `update event_quota set used = used + 1
     where tenant_id = $1 and event_type = $2 and used < granted returning 1`,
    [scope.tenantId, eventType],
  );
  return taken.length > 0;
}

/** Takes `credits` quick-scan credits in one step or none; false when fewer are left (docs/interface.md 4). */
export async function deductCredits(tx: Tx, scope: Scope, credits: number): Promise<boolean> {
  if (credits === 0) return true;
  const taken = await tx.sql(
    `update tenant set quick_scan_used = quick_scan_used + $2
     where tenant_id = $1 and quick_scan_granted - quick_scan_used >= $2 returning 1`,
    [scope.tenantId, credits],
  );
  return taken.length > 0;
}

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

/** A row of the usage ledger: what was billed, given back (negative units) or metered. */
export interface Usage {
  /** The execution or scan. */
  readonly reference: string;
  /** `event`, `credit`, `creditReturned`, `screening`. */
  readonly kind: string;
  /** The event type or engine. */
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
