import type { Scope } from '../../lib/scope.ts';
import type { ListEngineChoice } from '../../screening/index.ts';
import { evaluateCustomers, type PresentScreening, type RunSearch, type ScreenedCustomer } from '../index.ts';
import { alertKey, PreviewFindings, readLostAlerts } from './preview-findings.ts';
import type { PreviewChange } from './preview-rows.ts';
import { type AttemptTools, basisOf, type Previewed } from './preview-tools.ts';
import { activeVariant, withoutActive } from './variant-results.ts';

/**
 * Whom a full rescreening would alert if the monitoring workflow had other settings, and whose alerts these would not raise any
 * more. Several settings are worked out in one pass at the loosest of each engine.
 */
export async function previewSettings(
  tools: AttemptTools,
  scope: Scope,
  { variants }: Extract<PreviewChange, { kind: 'WORKFLOW' }>,
): Promise<Previewed> {
  const present = await tools.monitoring.previews.present(scope);
  if (present === undefined) return 'LISTS_LOADING';
  const compared = [present.engines, ...variants] as readonly (readonly ListEngineChoice[])[];
  const findings = new PreviewFindings(compared.length);
  const { monitoring, onProgress } = tools;
  const search = searchOf(present, compared);
  const extent = await monitoring.previews.screen(scope, { search, onProgress }, (customers) =>
    compare(tools, scope, { present, findings, customers, count: compared.length }),
  );
  const [unchanged, ...others] = findings.variants();
  return {
    result: {
      basis: basisOf(present),
      entriesChanged: null,
      entriesRemoved: null,
      ...extent,
      ...others[0]!,
      variants: others,
      unchanged: unchanged!.appearing,
      isCut: findings.isCut,
    },
    customers: withoutActive(findings.customers()),
  };
}

function searchOf(
  { active, watchlist, engines }: PresentScreening,
  variants: readonly (readonly ListEngineChoice[])[],
): RunSearch {
  const searchesOwn = variants.flat().some((choice) => choice.WATCHLIST !== undefined);
  const { lists } = active;
  return { lists, watchlist: searchesOwn ? watchlist.entries : [], changed: null, engines, variants };
}

/**
 * Evaluates what the settings find as a full rescreening does, and what each of them would lose. Whether a hit is news does not
 * depend on the others, so that all are evaluated at once.
 */
async function compare(
  { database }: AttemptTools,
  scope: Scope,
  chunk: {
    readonly present: PresentScreening;
    readonly findings: PreviewFindings;
    readonly customers: readonly ScreenedCustomer[];
    readonly count: number;
  },
): Promise<void> {
  const { present, findings, count } = chunk;
  const customers = chunk.customers.filter(({ subjects }) => subjects.some(({ hits }) => hits.length > 0));
  if (customers.length === 0) return;
  const versions = { ...present.active.versions, watchlist: String(present.watchlist.revision) };
  const rescreening = { reason: 'RESCREEN' as const, versions, changes: undefined };
  const evaluated = await database.transaction(scope, async (tx) => ({
    ...(await evaluateCustomers(tx, scope, { ...rescreening, customers })),
    lost: await readLostAlerts(tx, scope, customers.map(ofActive)),
  }));
  const variantsOf = readVariants(customers);
  for (let variant = 0; variant < count; variant++) {
    const isFound = (customerId: string, key: string, entityId: string) =>
      variantsOf.get(alertKey(customerId, key, entityId))?.has(variant) === true;
    const alerted = evaluated.alerted.flatMap(({ customerId, subjects }) => {
      const own = subjects.flatMap(({ key, entityIds }) => {
        const found = entityIds.filter((entityId) => isFound(customerId, key, entityId));
        return found.length === 0 ? [] : [{ key, entityIds: found }];
      });
      return own.length === 0 ? [] : [{ customerId, subjects: own }];
    });
    const silenced = evaluated.silencedHits.filter(({ customerId, key, entityId }) =>
      isFound(customerId, key, entityId),
    ).length;
    findings.appear({ alerted, silenced }, customers, variant);
    for (const [customerId, alerts] of evaluated.lost) {
      findings.vanish(
        customerId,
        alerts.filter(({ subjectKey, entityId }) => !isFound(customerId, subjectKey, entityId)),
        variant,
      );
    }
  }
}

/** Which of the settings have a hit, whichever of their engines it is of. */
function readVariants(customers: readonly ScreenedCustomer[]): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const { customerId, subjects } of customers) {
    for (const { key, hits } of subjects) {
      for (const { entityId, variants = [] } of hits) {
        const id = alertKey(customerId, key, entityId);
        const having = found.get(id) ?? new Set();
        for (const variant of variants) having.add(variant);
        found.set(id, having);
      }
    }
  }
  return found;
}

/** A customer with the hits of the settings that are active. */
function ofActive({ customerId, subjects }: ScreenedCustomer): ScreenedCustomer {
  return {
    customerId,
    subjects: subjects.map((subject) => ({
      ...subject,
      hits: subject.hits.filter((hit) => hit.variants?.includes(activeVariant)),
    })),
  };
}
