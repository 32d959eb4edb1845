import { defaultTrueMatchPolicy, type TrueMatchPolicy, type TrueMatchRule } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { readTrueMatchRules } from '../lists/watchlist/index.ts';
import { type AlertView, readAlerts } from '../screening/index.ts';

/** A hit of a case as far as its resolution depends on it: one subject and one listed entity, whatever engines found it. */
export interface CaseHit {
  /** Stable id of the pair. */
  readonly key: string;
  /** The listed name and for whom it was found, for people. */
  readonly label: string;
  readonly category: string;
  readonly resolution: AlertView['resolution'];
  /** What approving or closing the case takes once this hit is ruled a true match. */
  readonly rule: TrueMatchRule;
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
  of: {
    readonly executionId: string;
    readonly customerId: string;
    readonly policy: TrueMatchPolicy | null;
  },
): Promise<CaseHit[]> {
  await tx.sql('select from customer where tenant_id = $1 and domain = $2 and customer_id = $3 for share', [
    scope.tenantId,
    scope.domain,
    of.customerId,
  ]);
  return hitsOfAlerts(tx, scope, await readAlerts(tx, scope, of.executionId), of.policy);
}

/**
 * The hits behind alerts, each with what a true match of it takes.
 * @param policy of the decision node that opened the case; null where it states none
 */
export async function hitsOfAlerts(
  tx: Tx,
  scope: Scope,
  alerts: readonly AlertView[],
  policy: TrueMatchPolicy | null,
): Promise<CaseHit[]> {
  const listed = alerts.filter(({ source }) => source === 'watchlist').map(({ entityId }) => entityId);
  const stated = await readTrueMatchRules(tx, scope, listed);
  return caseHits(alerts, trueMatchRuleOf(policy, stated));
}

/** What a true match of an alert takes: as its watchlist entry says, else as the workflow says of its category. */
function trueMatchRuleOf(policy: TrueMatchPolicy | null, stated: ReadonlyMap<string, TrueMatchRule>) {
  const rules: Readonly<Record<string, TrueMatchRule | undefined>> = { ...defaultTrueMatchPolicy, ...policy };
  return ({ entityId, hit }: Pick<AlertView, 'entityId' | 'hit'>): TrueMatchRule =>
    // A category that the policy does not know is as strict as sanctions by default.
    stated.get(entityId) ?? rules[hit.category] ?? 'second-person';
}

/** The alerts of an execution, each pair of subject and entity once. */
export function caseHits(
  alerts: readonly AlertView[],
  ruleOf: (alert: AlertView) => TrueMatchRule,
): CaseHit[] {
  const hits = new Map<string, CaseHit>();
  for (const alert of alerts) {
    const { subject, entityId, hit, resolution } = alert;
    const key = `${subject.key} ${entityId}`;
    const known = hits.get(key);
    if (known !== undefined && known.resolution !== 'FALSE_POSITIVE') continue;
    const whom = subject.key === 'self' ? 'the customer' : (subject.name ?? 'a party');
    const label = `${hit.name} (for ${whom})`;
    hits.set(key, { key, label, category: hit.category, resolution, rule: ruleOf(alert) });
  }
  return [...hits.values()];
}

/** Names of hits for a message, at most a few of them. */
export function namesOfHits(hits: readonly CaseHit[]): string {
  const named = hits.slice(0, maxNamed).map(({ label }) => label);
  const others = hits.length - named.length;
  return others === 0 ? named.join(', ') : `${named.join(', ')} and ${others} more`;
}
