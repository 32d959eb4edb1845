import type { ShadowFigures, ShadowGapReason } from '@gatehouse/contract';
import { isSame, type ShadowDifference } from './compare-in-shadow.ts';
import { type DifferingExecution, isLoss, keptOfKind } from './shadow-rows.ts';

/** Adds what a turn finds to the figures of the turns before. */
export class ShadowFindings {
  readonly differing: DifferingExecution[] = [];
  readonly #figures: ShadowFigures;

  constructor(before: ShadowFigures) {
    this.#figures = structuredClone(before);
  }

  figures(): ShadowFigures {
    return this.#figures;
  }

  /** Counts executions, and returns each so-many-th of the run. */
  sample(executionIds: readonly string[], every: number): string[] {
    const { submits } = this.#figures;
    this.#figures.submits += executionIds.length;
    return executionIds.filter((_, index) => (submits + index) % every === 0);
  }

  skip(): void {
    this.#figures.skipped += 1;
  }

  workedMs(ms: number): void {
    this.#figures.workedMs += Math.round(ms);
  }

  gap(reason: ShadowGapReason, at?: { readonly nodeId: string; readonly nodeType: string }): void {
    const { gaps } = this.#figures;
    const { nodeId = null, nodeType = null } = at ?? {};
    const known = gaps.find((gap) => gap.reason === reason && gap.nodeId === nodeId);
    if (known === undefined) gaps.push({ reason, nodeId, nodeType, count: 1 });
    else known.count += 1;
  }

  compare(
    { executionId, customer: { customerId } }: ComparedSubmit,
    { difference, at }: { readonly difference: ShadowDifference; readonly at: number },
  ): void {
    const figures = this.#figures;
    figures.compared += 1;
    this.#countDecisions(difference);
    if (isSame(difference)) {
      figures.same += 1;
      return;
    }
    if (difference.before.decision !== difference.after.decision) figures.decisionsChanged += 1;
    if (isLoss(difference)) figures.losing += 1;
    if (difference.newEntities.length > 0) figures.newHits += 1;
    figures.firstDifferenceAt = Math.min(figures.firstDifferenceAt ?? at, at);
    figures.lastDifferenceAt = Math.max(figures.lastDifferenceAt ?? at, at);
    // More than are kept are never needed.
    const isLosing = isLoss(difference);
    const alike = this.differing.filter((one) => isLoss(one.difference) === isLosing);
    if (alike.length < keptOfKind) this.differing.push({ executionId, customerId, difference });
  }

  #countDecisions({ before, after }: ShadowDifference): void {
    const { decisions } = this.#figures;
    const known = decisions.find((one) => one.before === before.decision && one.after === after.decision);
    if (known) known.count += 1;
    else decisions.push({ before: before.decision, after: after.decision, count: 1 });
  }
}

interface ComparedSubmit {
  readonly executionId: string;
  readonly customer: { readonly customerId: string };
}
