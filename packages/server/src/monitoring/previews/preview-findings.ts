import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import { newestRulingsOfCustomers, readKnownAlerts, rulingKey } from '../../screening/index.ts';
import type { EvaluatedCustomers, ScreenedCustomer } from '../index.ts';
import type { PreviewedCustomer, PreviewFigures } from './preview-rows.ts';

type Appearing = PreviewedCustomer['appearing'][number];
type Vanishing = PreviewedCustomer['vanishing'][number];

type Alert<One extends Appearing | Vanishing> = One & { readonly variants: number[] };

interface Found {
  readonly appearing: Map<string, Alert<Appearing>>;
  readonly vanishing: Map<string, Alert<Vanishing>>;
}

/** What is taken of evaluated customers. */
interface AlertedCustomers extends Pick<EvaluatedCustomers, 'silenced'> {
  readonly alerted: readonly Pick<EvaluatedCustomers['alerted'][number], 'customerId' | 'subjects'>[];
}

/** Figures of one of the settings that are compared. */
type VariantFigures = Pick<PreviewFigures, 'appearing' | 'vanishing'>;

/** Customers kept one by one; the figures count all. */
const maxCustomers = 20_000;

/**
 * Gathers what a preview finds: figures of all customers, and the customers themselves as far as they are kept. Of several
 * settings that are compared, each has figures of its own, and an alert says which of them it is of.
 */
export class PreviewFindings {
  readonly #customers = new Map<string, Found>();
  readonly #variants: readonly VariantFigures[];
  #isCut = false;

  constructor(variants = 1) {
    this.#variants = Array.from({ length: variants }, () => ({
      appearing: { customers: 0, alerts: 0, suppressed: 0 },
      vanishing: { customers: 0, trueMatches: 0, falsePositives: 0, undecided: 0 },
    }));
  }

  /** More customers than are kept one by one. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Takes in what a run of monitoring would start the workflow for. */
  appear({ alerted, silenced }: AlertedCustomers, customers: readonly ScreenedCustomer[], variant = 0): void {
    this.#variants[variant]!.appearing.suppressed += silenced;
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
      this.add(customerId, alerts, variant);
    }
  }

  /** Takes in alerts of one customer that are new: each counts once, however often the customer was submitted. */
  add(customerId: string, alerts: readonly Appearing[], variant = 0): void {
    if (alerts.length === 0) return;
    const figures = this.#variants[variant]!.appearing;
    const { added, isFirst } = keep(this.#of(customerId)?.appearing, alerts, variant);
    if (isFirst) figures.customers += 1;
    figures.alerts += added.length;
  }

  /** The same for alerts that no screening would raise any more. */
  vanish(customerId: string, alerts: readonly Vanishing[], variant = 0): void {
    if (alerts.length === 0) return;
    const figures = this.#variants[variant]!.vanishing;
    const { added, isFirst } = keep(this.#of(customerId)?.vanishing, alerts, variant);
    if (isFirst) figures.customers += 1;
    for (const { ruling } of added) {
      if (ruling === 'TRUE_MATCH') figures.trueMatches += 1;
      else if (ruling === 'FALSE_POSITIVE') figures.falsePositives += 1;
      else figures.undecided += 1;
    }
  }

  /** The figures of each of the settings, in their order. */
  variants(): readonly VariantFigures[] {
    return this.#variants.map(({ appearing, vanishing }) => ({
      appearing: { ...appearing },
      vanishing: { ...vanishing },
    }));
  }

  customers(): Omit<PreviewedCustomer, 'customerName'>[] {
    const isOne = this.#variants.length === 1;
    const listed = <One extends Appearing | Vanishing>(alerts: Map<string, Alert<One>>): One[] =>
      Array.from(
        alerts.values(),
        ({ variants, ...alert }) => (isOne ? alert : { ...alert, variants }) as unknown as One,
      );
    return Array.from(this.#customers, ([customerId, found]) => ({
      customerId,
      appearing: listed(found.appearing),
      vanishing: listed(found.vanishing),
      trueMatches: [...found.vanishing.values()].filter(({ ruling }) => ruling === 'TRUE_MATCH').length,
    }));
  }

  #of(customerId: string): Found | undefined {
    const found = this.#customers.get(customerId);
    if (found !== undefined) return found;
    if (this.#customers.size >= maxCustomers) {
      this.#isCut = true;
      return undefined;
    }
    const added = { appearing: new Map(), vanishing: new Map() };
    this.#customers.set(customerId, added);
    return added;
  }
}

/**
 * Keeps alerts, and of an alert that is kept that one more of the settings has it. `added` are those that were not known of these
 * settings, `isFirst` says that none was: where nothing is kept, all count.
 */
function keep<One extends Appearing | Vanishing>(
  kept: Map<string, Alert<One>> | undefined,
  alerts: readonly One[],
  variant: number,
): { readonly added: readonly One[]; readonly isFirst: boolean } {
  if (kept === undefined) return { added: alerts, isFirst: true };
  const isFirst = !kept.values().some(({ variants }) => variants.includes(variant));
  const added = alerts.filter((alert) => {
    const key = `${alert.subjectKey} ${alert.entityId}`;
    const known = kept.get(key);
    if (known?.variants.includes(variant) === true) return false;
    if (known === undefined) kept.set(key, { ...alert, variants: [variant] });
    else known.variants.push(variant);
    return true;
  });
  return { added, isFirst };
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
