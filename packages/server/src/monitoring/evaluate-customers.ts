import type { MonitoringReason } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  applyRulings,
  changedFields,
  type KnownAlert,
  newestRulingsOfCustomers,
  readKnownAlerts,
  rulingKey,
  selfKey,
} from '../screening/index.ts';
import type { MonitoredHit, ScreenedCustomer } from './monitoring-protocol.ts';
import { type ReportedHit, readStarted } from './run-rows.ts';

/** Hits of a customer, or of one of its parties, that nobody has seen. */
interface AlertedSubject {
  readonly key: string;
  /** Entities that are new to the subject, or say something else than before, best known by their ids. */
  readonly entityIds: readonly string[];
}

/** A customer with hits that nobody has seen. */
interface AlertedCustomer {
  readonly customerId: string;
  /** Entities of all its subjects. */
  readonly entityIds: readonly string[];
  readonly subjects: readonly AlertedSubject[];
  /** What was reported of each subject and entity. */
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
  /** Which these are. */
  readonly silencedHits: readonly {
    readonly customerId: string;
    readonly key: string;
    readonly entityId: string;
  }[];
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
  const met = run.customers.flatMap(({ customerId, subjects }) =>
    subjects.flatMap(({ key, hits, subjectFacts }) =>
      hits.length === 0 || subjectFacts === null ? [] : [{ customerId, key, hits, subjectFacts }],
    ),
  );
  if (met.length === 0) return { alerted: [], silenced: 0, silencedHits: [] };
  const known = await readKnown(tx, scope, met);
  const isNews = (customerId: string, key: string, hit: MonitoredHit): boolean => {
    const alert = known.alertOn(customerId, key, hit.entityId);
    if (alert !== undefined && isKnown(hit, alert, run)) return false;
    return !known.reported(customerId, key, hit.entityId).some((one) =>
      // Of what the oldest runs reported nothing but the entity is known.
      one === null ? run.reason === 'RESCREEN' && alert === undefined : isKnown(hit, one, run),
    );
  };
  const news = met.flatMap((subject) => {
    const { customerId, key } = subject;
    const hits = subject.hits.filter((hit) => isNews(customerId, key, hit));
    const entities = [...new Map(hits.map((hit) => [hit.entityId, hit])).values()];
    return entities.length === 0 ? [] : [{ ...subject, entities }];
  });
  const rulings = await newestRulingsOfCustomers(tx, scope, {
    customerIds: [...new Set(news.map(({ customerId }) => customerId))],
    subjectKeys: news.flatMap(({ key }) => rulingKey(key) ?? []),
    entityIds: news.flatMap(({ entities }) => entities.map(({ entityId }) => entityId)),
  });
  const alerted = new Map<string, AlertedCustomer>();
  const silencedHits: { customerId: string; key: string; entityId: string }[] = [];
  for (const { customerId, key, entities, subjectFacts } of news) {
    const ofSubject = rulings.get(customerId)?.get(rulingKey(key) ?? '');
    const effects = applyRulings(
      entities.map(({ entityId, entityFacts }) => ({ entityId, facts: entityFacts })),
      ofSubject ?? new Map(),
      subjectFacts,
    );
    const raised = entities.filter((_, index) => !effects[index]!.silenced);
    for (const [index, { entityId }] of entities.entries()) {
      if (effects[index]!.silenced) silencedHits.push({ customerId, key, entityId });
    }
    if (raised.length === 0) continue;
    const entityIds = raised.map(({ entityId }) => entityId);
    const before = alerted.get(customerId);
    alerted.set(customerId, {
      customerId,
      entityIds: [...new Set([...(before?.entityIds ?? []), ...entityIds])],
      subjects: [...(before?.subjects ?? []), { key, entityIds }],
      told: [...(before?.told ?? []), ...raised.map((hit) => reportedHit(key, hit, run.versions))],
    });
  }
  return { alerted: [...alerted.values()], silenced: silencedHits.length, silencedHits };
}

/** What is known of hits of these subjects: the newest alerts, and what runs reported. */
async function readKnown(
  tx: Tx,
  scope: Scope,
  met: readonly {
    readonly customerId: string;
    readonly key: string;
    readonly hits: readonly MonitoredHit[];
  }[],
) {
  const requested = {
    customerIds: [...new Set(met.map(({ customerId }) => customerId))],
    entityIds: met.flatMap(({ hits }) => hits.map(({ entityId }) => entityId)),
  };
  const subjectKeys = met.flatMap(({ key }) => rulingKey(key) ?? []);
  const alerts = new Map<string, KnownAlert>();
  for (const alert of await readKnownAlerts(tx, scope, { ...requested, subjectKeys })) {
    alerts.set(keyOf(alert.customerId, alert.subjectKey, alert.entityId), alert);
  }
  // What was reported need not be an alert yet, and never is beyond the bounded number of hits that the workflow's engines
  // show.
  const reported = new Map<string, (ReportedHit | null)[]>();
  for (const { customerId, subjectKey, entityId, told } of await readStarted(tx, scope, requested)) {
    const key = keyOf(customerId, subjectKey, entityId);
    reported.set(key, [...(reported.get(key) ?? []), told]);
  }
  return {
    alertOn: (customerId: string, key: string, entityId: string) =>
      alerts.get(keyOf(customerId, rulingKey(key) ?? key, entityId)),
    reported: (customerId: string, key: string, entityId: string) =>
      reported.get(keyOf(customerId, key, entityId)) ?? [],
  };
}

function keyOf(customerId: string, subjectKey: string, entityId: string): string {
  return JSON.stringify([customerId, subjectKey, entityId]);
}

function reportedHit(
  subjectKey: string,
  hit: MonitoredHit,
  versions: Readonly<Record<string, string>>,
): ReportedHit {
  const { entityId, source, category, subCategory, entityFacts } = hit;
  const version = versions[source];
  return {
    ...(subjectKey !== selfKey && { subjectKey }),
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
