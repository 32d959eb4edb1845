import type { UsageRow } from '@gatehouse/contract';
import { text } from '../messages/text.ts';

/** Rows of usage as people look at them. */

const groupings = ['day', 'apiKey', 'domain'] as const;
export type Grouping = (typeof groupings)[number];

export interface UsageLine {
  /** A day, a key or a domain. */
  readonly group: string;
  readonly kind: 'event' | 'credit' | 'screening';
  readonly unit: string;
  readonly units: number;
}

/** What nobody's key took. */
export const withoutKey = text('usage.withoutKey');

/** Sums by the grouping, kind and unit; credits that were given back are taken off. The groups stay in their order. */
export function groupUsage(rows: readonly UsageRow[], by: Grouping): UsageLine[] {
  const lines = new Map<string, UsageLine>();
  for (const row of rows) {
    const group = row[by] ?? withoutKey;
    const kind = row.kind === 'creditReturned' ? 'credit' : row.kind;
    const id = JSON.stringify([group, kind, row.unit]);
    lines.set(id, { group, kind, unit: row.unit, units: (lines.get(id)?.units ?? 0) + row.units });
  }
  const found = [...lines.values()].filter(({ units }) => units !== 0);
  const order = [...new Set(found.map(({ group }) => group))];
  if (by !== 'day') order.sort();
  return found.toSorted(
    (one, other) =>
      order.indexOf(one.group) - order.indexOf(other.group) ||
      one.kind.localeCompare(other.kind) ||
      one.unit.localeCompare(other.unit),
  );
}
