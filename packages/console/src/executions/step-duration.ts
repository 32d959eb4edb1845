import type { ExecutionStep } from '@gatehouse/contract';

/** How long a step took: `340 ms`, from ten seconds on `12 s`. */
export function durationText({
  startedAt,
  finishedAt,
}: Pick<ExecutionStep, 'startedAt' | 'finishedAt'>): string {
  const ms = finishedAt - startedAt;
  return ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}
