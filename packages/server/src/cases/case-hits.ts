import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { type AlertView, readAlerts } from '../screening/index.ts';

/** A hit of a case as far as its resolution depends on it: one subject and one listed entity, whatever engines found it. */
export interface CaseHit {
  /** Stable id of the pair. */
  readonly key: string;
  /** The listed name and for whom it was found, for people. */
  readonly label: string;
  readonly category: string;
  readonly resolution: AlertView['resolution'];
}

/** Most hits that a refusal names. */
const maxNamed = 5;

/**
 * The hits of a case, to be evaluated in this transaction: no ruling on its customer can be made until it ends. Hits that
 * an earlier ruling suppressed count too, by what people say of them now.
 */
export async function readCaseHits(
  tx: Tx,
  scope: Scope,
  of: { readonly executionId: string; readonly customerId: string },
): Promise<CaseHit[]> {
  await tx.sql('select from customer where tenant_id = $1 and domain = $2 and customer_id = $3 for share', [
    scope.tenantId,
    scope.domain,
    of.customerId,
  ]);
  return caseHits(await readAlerts(tx, scope, of.executionId));
}

/** The alerts of an execution, each pair of subject and entity once. */
export function caseHits(alerts: readonly AlertView[]): CaseHit[] {
  const hits = new Map<string, CaseHit>();
  for (const { subject, entityId, hit, resolution } of alerts) {
    const key = `${subject.key} ${entityId}`;
    const known = hits.get(key);
    if (known !== undefined && known.resolution !== 'FALSE_POSITIVE') continue;
    const whom = subject.key === 'self' ? 'the customer' : (subject.name ?? 'a party');
    hits.set(key, { key, label: `${hit.name} (for ${whom})`, category: hit.category, resolution });
  }
  return [...hits.values()];
}

/** Names of hits for a message, at most a few of them. */
export function namesOfHits(hits: readonly CaseHit[]): string {
  const named = hits.slice(0, maxNamed).map(({ label }) => label);
  const others = hits.length - named.length;
  return others === 0 ? named.join(', ') : `${named.join(', ')} and ${others} more`;
}
