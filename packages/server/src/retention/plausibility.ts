import type { RetentionKind, RetentionRunView } from '@gatehouse/contract';

export type WaitsFor = NonNullable<RetentionRunView['waitsFor']>;

const dayMs = 86_400_000;
/** Days without a run after which somebody is asked: the clock jumped, or the service stood still. */
const maxGapDays = 7;
/** A run may take this many times what the largest of the last runs took. */
const growth = 10;

/** Why a run waits for a person before it takes anything; undefined: it goes on. */
export function findImplausible(of: {
  readonly asOf: Date;
  /** To when the ages of the run before were counted; undefined: there was none. */
  readonly before: Date | undefined;
  readonly due: Readonly<Partial<Record<RetentionKind, number>>>;
  /** The most that one of the last runs took. */
  readonly largest: Readonly<Partial<Record<RetentionKind, number>>>;
  readonly unasked: Readonly<Record<RetentionKind, number>>;
}): WaitsFor | undefined {
  const total = Object.values(of.due).reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const gap = of.before === undefined ? 0 : Math.floor((of.asOf.getTime() - of.before.getTime()) / dayMs);
  if (gap > maxGapDays) return { cause: 'GAP', kind: null, count: gap, limit: maxGapDays };
  for (const [kind, count] of Object.entries(of.due) as [RetentionKind, number][]) {
    const limit = Math.max(of.unasked[kind], growth * (of.largest[kind] ?? 0));
    if (count > limit) return { cause: 'MUCH', kind, count, limit };
  }
  return undefined;
}
