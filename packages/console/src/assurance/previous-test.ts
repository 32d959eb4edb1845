import type { Run } from './assurance-texts.ts';

/** The address of a report beside no other one. */
export const noComparison = 'none';

/**
 * What a test is compared with unless somebody chooses: the newest test before it of the same screening node or engine. One with
 * the same records comes first, since its figures differ by nothing else.
 */
export function previousTest(run: Run, runs: readonly Run[]): Run | undefined {
  const before = runs.filter(
    (other) => other.state === 'DONE' && other.orderedAt < run.orderedAt && sourceOf(other) === sourceOf(run),
  );
  return before.find((other) => recordsOf(other) === recordsOf(run)) ?? before[0];
}

function sourceOf({ settings: { engine, workflow } }: Run): string {
  return JSON.stringify([engine, workflow?.workflowId, workflow?.nodeId]);
}

function recordsOf({ settings: { seed, size, cleanFrom = 'MADE_UP' } }: Run): string {
  return JSON.stringify([seed, size, cleanFrom]);
}
