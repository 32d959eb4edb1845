import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import { newestRulingsOfCustomers, readKnownAlerts, rulingKey } from '../../screening/index.ts';
import type { EvaluatedCustomers, ScreenedCustomer } from '../index.ts';
import type { PreviewedCustomer, PreviewFigures } from './preview-rows.ts';

type Appearing = PreviewedCustomer['appearing'][number];
type Vanishing = PreviewedCustomer['vanishing'][number];

interface Found {
  readonly appearing: Appearing[];
  readonly vanishing: Vanishing[];
}

/** Customers kept one by one; the figures count all. */
const maxCustomers = 20_000;

/** Gathers what a preview finds: figures of all customers, and the customers themselves as far as they are kept. */
export class PreviewFindings {
  readonly #customers = new Map<string, Found>();
  readonly #appearing = { customers: 0, alerts: 0, suppressed: 0 };
  readonly #vanishing = { customers: 0, trueMatches: 0, falsePositives: 0, undecided: 0 };
  #isCut = false;

  /** Takes in what a run of monitoring would start the workflow for. */
  appear({ alerted, silenced }: EvaluatedCustomers, customers: readonly ScreenedCustomer[]): void {
    this.#appearing.suppressed += silenced;
    if (alerted.length === 0) return;
    const hits = new Map(
      customers.flatMap(({ subjects }) =>
        subjects.flatMap((one) => one.hits.map((hit) => [hit.entityId, hit])),
      ),
    );
    for (const { customerId, subjects } of alerted) {
      const alerts = subjects.flatMap(({ key, entityIds }) =>
        entityIds.map((entityId): Appearing => {
          const { name, category } = hits.get(entityId)!;
          return { subjectKey: key, entityId, name, category };
        }),
      );
      this.#appearing.customers += 1;
      this.#appearing.alerts += alerts.length;
      this.#of(customerId)?.appearing.push(...alerts);
    }
  }

  /** Takes in alerts of one customer that no screening would raise any more. */
  vanish(customerId: string, alerts: readonly Vanishing[]): void {
    if (alerts.length === 0) return;
    this.#vanishing.customers += 1;
    for (const { ruling } of alerts) {
      if (ruling === 'TRUE_MATCH') this.#vanishing.trueMatches += 1;
      else if (ruling === 'FALSE_POSITIVE') this.#vanishing.falsePositives += 1;
      else this.#vanishing.undecided += 1;
    }
    this.#of(customerId)?.vanishing.push(...alerts);
  }

  figures(): Pick<PreviewFigures, 'appearing' | 'vanishing' | 'isCut'> {
    return { appearing: { ...this.#appearing }, vanishing: { ...this.#vanishing }, isCut: this.#isCut };
  }

  customers(): Omit<PreviewedCustomer, 'customerName'>[] {
    return Array.from(this.#customers, ([customerId, found]) => ({
      customerId,
      ...found,
      trueMatches: found.vanishing.filter(({ ruling }) => ruling === 'TRUE_MATCH').length,
    }));
  }

  #of(customerId: string): Found | undefined {
    const found = this.#customers.get(customerId);
    if (found !== undefined) return found;
    if (this.#customers.size >= maxCustomers) {
      this.#isCut = true;
      return undefined;
    }
    const added = { appearing: [], vanishing: [] };
    this.#customers.set(customerId, added);
    return added;
  }
}

/**
 * Of hits that would be lost, those that were alerts, with what people ruled of them. Hits that were never an alert are
 * nobody's work, and nobody misses them.
 */
export async function readLostAlerts(
  tx: Tx,
  scope: Scope,
  customers: readonly ScreenedCustomer[],
): Promise<ReadonlyMap<string, readonly Vanishing[]>> {
  const lost = customers.flatMap(({ customerId, subjects }) =>
    subjects.flatMap(({ key, hits }) => {
      const ruled = rulingKey(key);
      return ruled === undefined ? [] : hits.map((hit) => ({ customerId, key, ruled, hit }));
    }),
  );
  if (lost.length === 0) return new Map();
  const asked = {
    customerIds: [...new Set(lost.map(({ customerId }) => customerId))],
    subjectKeys: lost.map(({ ruled }) => ruled),
    entityIds: lost.map(({ hit }) => hit.entityId),
  };
  const known = new Set(
    (await readKnownAlerts(tx, scope, asked)).map((alert) =>
      alertKey(alert.customerId, alert.subjectKey, alert.entityId),
    ),
  );
  const rulings = await newestRulingsOfCustomers(tx, scope, asked);
  const alerts = new Map<string, { readonly customerId: string; readonly alert: Vanishing }>();
  for (const { customerId, key, ruled, hit } of lost) {
    const { entityId, name, category } = hit;
    // Several engines find the same.
    const id = alertKey(customerId, ruled, entityId);
    if (!known.has(id)) continue;
    const ruling = rulings.get(customerId)?.get(ruled)?.get(entityId)?.ruling ?? null;
    alerts.set(id, { customerId, alert: { subjectKey: key, entityId, name, category, ruling } });
  }
  const byCustomer = Map.groupBy(alerts.values(), ({ customerId }) => customerId);
  return new Map([...byCustomer].map(([id, own]) => [id, own.map(({ alert }) => alert)]));
}

/** Tells a hit of a subject of a customer from all others. */
export function alertKey(customerId: string, subjectKey: string, entityId: string): string {
  return JSON.stringify([customerId, subjectKey, entityId]);
}
