import type { ExecutionStep } from '@gatehouse/contract';
import { unitText } from './execution-texts.ts';

/** How long a step took: `340 ms`, from ten seconds on `12 sec`. */
export function durationText({
  startedAt,
  finishedAt,
}: Pick<ExecutionStep, 'startedAt' | 'finishedAt'>): string {
  const ms = finishedAt - startedAt;
  return ms < 10_000 ? unitText(ms, 'millisecond') : unitText(Math.round(ms / 1000), 'second');
}
