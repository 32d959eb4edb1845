import {
  defaultTrueMatchPolicy,
  type HitLabel,
  type HitNames,
  type TrueMatchPolicy,
  type TrueMatchRule,
  trueMatchRules,
} from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { readTrueMatchRules } from '../lists/watchlist/index.ts';
import type { DomainKeys } from '../personal-keys/index.ts';
import { type AlertView, readAlerts, readScreenedRules } from '../screening/index.ts';

/** A hit of a case as far as its resolution depends on it: one subject and one listed entity, whatever engines found it. */
export interface CaseHit {
  /** Stable id of the pair. */
  readonly key: string;
  /** Stable id of the subject and of whom the listed entity is, which several entries may be: a row of the page. */
  readonly entity: string;
  readonly label: HitLabel;
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
  {
    executionId,
    customerId,
    policy,
    keys,
  }: {
    readonly executionId: string;
    readonly customerId: string;
    readonly policy: TrueMatchPolicy | null;
    readonly keys: DomainKeys;
  },
): Promise<CaseHit[]> {
  await tx.sql('select from customer where tenant_id = $1 and domain = $2 and customer_id = $3 for share', [
    scope.tenantId,
    scope.domain,
    customerId,
  ]);
  return hitsOfAlerts(tx, scope, await readAlerts(tx, scope, { executionId, keys }), policy);
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
  const listed = alerts.filter(({ source }) => source === 'watchlist');
  const current = await readTrueMatchRules(
    tx,
    scope,
    listed.map(({ entityId }) => entityId),
  );
  const screened = await readScreenedRules(
    tx,
    scope,
    listed.map(({ alertId }) => alertId),
  );
  return caseHits(alerts, trueMatchRuleOf(policy, { current, screened }));
}

/** What watchlist entries say: by entity now, and by alert as they were screened. */
interface EntryRules {
  readonly current: ReadonlyMap<string, TrueMatchRule>;
  readonly screened: ReadonlyMap<string, TrueMatchRule>;
}

/**
 * What a true match of an alert takes: the strictest of what the workflow says of its category, and what its watchlist
 * entry says and said. So nobody relaxes the policy of a case by a change of the watchlist.
 */
function trueMatchRuleOf(policy: TrueMatchPolicy | null, { current, screened }: EntryRules) {
  const rules: Readonly<Record<string, TrueMatchRule | undefined>> = { ...defaultTrueMatchPolicy, ...policy };
  return ({ alertId, entityId, hit }: Pick<AlertView, 'alertId' | 'entityId' | 'hit'>): TrueMatchRule =>
    strictest([
      // A category that the policy does not know is as strict as sanctions by default.
      rules[hit.category] ?? 'second-person',
      current.get(entityId),
      screened.get(alertId),
    ]);
}

function strictest(rules: readonly (TrueMatchRule | undefined)[]): TrueMatchRule {
  return trueMatchRules.findLast((rule) => rules.includes(rule)) ?? 'reject-only';
}

/** The alerts of an execution, each pair of subject and entity once. */
export function caseHits(
  alerts: readonly AlertView[],
  ruleOf: (alert: AlertView) => TrueMatchRule,
): CaseHit[] {
  const hits = new Map<string, CaseHit>();
  for (const alert of alerts) {
    const { subject, entityId, entityKey, hit, resolution } = alert;
    const key = `${subject.key} ${entityId}`;
    const known = hits.get(key);
    const rule = strictest([ruleOf(alert), known?.rule]);
    if (known !== undefined && known.resolution !== 'FALSE_POSITIVE') {
      hits.set(key, { ...known, rule });
      continue;
    }
    const isCustomer = subject.key === 'self';
    const label = { name: hit.name, isCustomer, party: isCustomer ? null : subject.name };
    const entity = `${subject.key} ${entityKey}`;
    hits.set(key, { key, entity, label, category: hit.category, resolution, rule });
  }
  return [...hits.values()];
}

/** The first hit of each entity: people see the entries of one entity as one hit. */
export function entitiesOf(hits: readonly CaseHit[]): CaseHit[] {
  return [...Map.groupBy(hits, ({ entity }) => entity).values()].map(([first]) => first!);
}

/** Names of hits for a message, each entity once, at most a few of them. */
export function namesOfHits(hits: readonly CaseHit[]): HitNames {
  const entities = entitiesOf(hits);
  const named = entities.slice(0, maxNamed).map(({ label }) => label);
  return { named, more: entities.length - named.length };
}
