import type { MonitoringReason } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  applyRulings,
  changedFields,
  type KnownAlert,
  newestRulings,
  readKnownAlerts,
  selfKey,
} from '../screening/index.ts';
import type { MonitoredHit, ScreenedCustomer } from './monitoring-protocol.ts';
import { type ReportedHit, readStarted } from './run-rows.ts';

/** A customer with hits that nobody has seen. */
interface AlertedCustomer {
  readonly customerId: string;
  /** Entities that are new to the customer, or say something else than before, best known by their ids. */
  readonly entityIds: readonly string[];
  /** What was reported of each. */
  readonly told: readonly ReportedHit[];
}

/** When what a run looks for changed last. */
export interface ChangeTimes {
  /** The activation that changed an entry. */
  changedAt(entityId: string, source: string): number;
  /** The newest activation of a version; 0 for one from before the run. */
  activationOf(source: string, version: string): number;
}

export interface EvaluatedCustomers {
  readonly alerted: readonly AlertedCustomer[];
  /** New or changed hits that an earlier ruling keeps silent. */
  readonly silenced: number;
}

/**
 * Which hits of screened customers are new: none whose entry has not changed since it was searched for or reported, none that
 * a full rescreening finds as it was known, and none that a reviewer's ruling silences (docs/interface.md 6).
 */
export async function evaluateCustomers(
  tx: Tx,
  scope: Scope,
  run: {
    readonly reason: MonitoringReason;
    /** Active versions by source id; `watchlist` is the tenant's own. */
    readonly versions: Readonly<Record<string, string>>;
    /** Undefined in a full rescreening. */
    readonly changes: ChangeTimes | undefined;
    readonly customers: readonly ScreenedCustomer[];
  },
): Promise<EvaluatedCustomers> {
  const met = run.customers.filter(({ hits }) => hits.length > 0);
  if (met.length === 0) return { alerted: [], silenced: 0 };
  const known = new Map<string, KnownAlert>();
  const requested = {
    customerIds: met.map(({ customerId }) => customerId),
    entityIds: met.flatMap(({ hits }) => hits.map(({ entityId }) => entityId)),
  };
  for (const alert of await readKnownAlerts(tx, scope, requested)) {
    known.set(keyOf(alert.customerId, alert.entityId), alert);
  }
  // What was reported need not be an alert yet, and never is beyond the bounded number of hits that the workflow's engines
  // show.
  const stated = new Map<string, (ReportedHit | null)[]>();
  for (const { customerId, entityId, told: hit } of await readStarted(tx, scope, requested)) {
    const key = keyOf(customerId, entityId);
    stated.set(key, [...(stated.get(key) ?? []), hit]);
  }
  const isNews = (customerId: string, hit: MonitoredHit): boolean => {
    const key = keyOf(customerId, hit.entityId);
    const alert = known.get(key);
    if (alert !== undefined && isKnown(hit, alert, run)) return false;
    return !(stated.get(key) ?? []).some((one) =>
      // Of what the oldest runs reported nothing but the entity is known.
      one === null ? run.reason === 'RESCREEN' && alert === undefined : isKnown(hit, one, run),
    );
  };
  const alerted: AlertedCustomer[] = [];
  let silenced = 0;
  for (const { customerId, hits: found, subjectFacts } of met) {
    const news = found.filter((hit) => isNews(customerId, hit));
    const entities = [...new Map(news.map((hit) => [hit.entityId, hit])).values()];
    if (entities.length === 0 || subjectFacts === null) continue;
    const entityIds = entities.map(({ entityId }) => entityId);
    // Monitoring screens the customer itself: what was ruled of its parties says nothing here.
    const rulings = await newestRulings(tx, scope, { customerId, subjectKeys: [selfKey], entityIds });
    const validations = applyRulings(
      entities.map(({ entityId, entityFacts }) => ({ entityId, facts: entityFacts })),
      rulings.get(selfKey) ?? new Map(),
      subjectFacts,
    );
    const raised = entityIds.filter((_, index) => !validations[index]!.silenced);
    silenced += entityIds.length - raised.length;
    if (raised.length === 0) continue;
    const hits = entities.filter(({ entityId }) => raised.includes(entityId));
    alerted.push({ customerId, entityIds: raised, told: hits.map((hit) => reportedHit(hit, run.versions)) });
  }
  return { alerted, silenced };
}

function keyOf(customerId: string, entityId: string): string {
  return JSON.stringify([customerId, entityId]);
}

function reportedHit(hit: MonitoredHit, versions: Readonly<Record<string, string>>): ReportedHit {
  const { entityId, source, category, subCategory, entityFacts } = hit;
  const version = versions[source];
  return {
    entityId,
    lists: version === undefined ? {} : { [source]: version },
    category,
    subCategory,
    entityFacts,
  };
}

/**
 * Whether a hit is known. What changed in a list is news unless the customer was screened with that change already,
 * or reported it; in a full rescreening, and in the tenant's own list, of which no changes are kept, what was reported
 * before is none.
 */
function isKnown(
  hit: MonitoredHit,
  alert: Pick<KnownAlert, 'lists' | 'category' | 'subCategory' | 'entityFacts'>,
  { versions, changes }: Pick<Parameters<typeof evaluateCustomers>[2], 'versions' | 'changes'>,
): boolean {
  const version = alert.lists[hit.source];
  if (version !== undefined && version === versions[hit.source]) return true;
  if (changes !== undefined && hit.engine !== 'WATCHLIST') {
    const seen = version === undefined ? 0 : changes.activationOf(hit.source, version);
    return seen > 0 && seen >= changes.changedAt(hit.entityId, hit.source);
  }
  return (
    alert.category === hit.category &&
    alert.subCategory === hit.subCategory &&
    changedFields(alert.entityFacts, hit.entityFacts).length === 0
  );
}
