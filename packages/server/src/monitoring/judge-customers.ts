import type { MonitoringReason } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  changedFields,
  judgeHits,
  type KnownAlert,
  newestRulings,
  readKnownAlerts,
} from '../screening/index.ts';
import type { MonitoredHit, ScreenedCustomer } from './monitoring-protocol.ts';
import { readStarted } from './run-rows.ts';

/** A customer with hits that nobody has seen. */
export interface AlertedCustomer {
  readonly customerId: string;
  /** Entities that are new to the customer, or say something else than before, best known by their ids. */
  readonly entityIds: readonly string[];
}

export interface Judged {
  readonly alerted: readonly AlertedCustomer[];
  /** New or changed hits that an earlier ruling keeps silent. */
  readonly silenced: number;
}

/**
 * Which hits of screened customers are news: none that the same version of the list was searched for already, none
 * that a full rescreening finds as it was known, and none that a reviewer's ruling silences (wire-decisions 6).
 */
export async function judgeCustomers(
  tx: Tx,
  scope: Scope,
  run: {
    readonly reason: MonitoringReason;
    /** Versions in force by source id; `watchlist` is the tenant's own. */
    readonly versions: Readonly<Record<string, string>>;
    readonly customers: readonly ScreenedCustomer[];
  },
): Promise<Judged> {
  const met = run.customers.filter(({ hits }) => hits.length > 0);
  if (met.length === 0) return { alerted: [], silenced: 0 };
  const known = new Map<string, KnownAlert>();
  const asked = {
    customerIds: met.map(({ customerId }) => customerId),
    entityIds: met.flatMap(({ hits }) => hits.map(({ entityId }) => entityId)),
  };
  for (const alert of await readKnownAlerts(tx, scope, asked)) {
    known.set(keyOf(alert.customerId, alert.entityId), alert);
  }
  // The workflow's engines show a bounded number of hits, so that not all that was told became an alert.
  const told = new Set(
    run.reason === 'RESCREEN'
      ? (await readStarted(tx, scope, asked)).map((one) => keyOf(one.customerId, one.entityId))
      : [],
  );
  const isNews = (customerId: string, hit: MonitoredHit): boolean => {
    const key = keyOf(customerId, hit.entityId);
    const alert = known.get(key);
    return alert === undefined ? !told.has(key) : !isKnown(hit, alert, run);
  };
  const alerted: AlertedCustomer[] = [];
  let silenced = 0;
  for (const { customerId, hits, subjectFacts } of met) {
    const news = hits.filter((hit) => isNews(customerId, hit));
    const entities = [...new Map(news.map((hit) => [hit.entityId, hit])).values()];
    if (entities.length === 0 || subjectFacts === null) continue;
    const entityIds = entities.map(({ entityId }) => entityId);
    const rulings = await newestRulings(tx, scope, { customerId, entityIds });
    const judgements = judgeHits(
      entities.map(({ entityId, entityFacts }) => ({ entityId, facts: entityFacts })),
      rulings,
      subjectFacts,
    );
    const raised = entityIds.filter((_, index) => !judgements[index]!.silenced);
    silenced += entityIds.length - raised.length;
    if (raised.length > 0) alerted.push({ customerId, entityIds: raised });
  }
  return { alerted, silenced };
}

function keyOf(customerId: string, entityId: string): string {
  return JSON.stringify([customerId, entityId]);
}

/**
 * Whether a hit is no news. What changed in a list is news unless the customer was screened with that version already;
 * in a full rescreening, and in the tenant's own list, of which no changes are kept, what was told before is none.
 */
function isKnown(
  hit: MonitoredHit,
  alert: KnownAlert,
  {
    reason,
    versions,
  }: { readonly reason: MonitoringReason; readonly versions: Readonly<Record<string, string>> },
): boolean {
  if (alert.lists[hit.source] !== undefined && alert.lists[hit.source] === versions[hit.source]) return true;
  if (reason === 'LIST_CHANGE' && hit.engine !== 'WATCHLIST') return false;
  return (
    alert.category === hit.category &&
    alert.subCategory === hit.subCategory &&
    changedFields(alert.entityFacts, hit.entityFacts).length === 0
  );
}
