import type { OwnershipGraph } from './graph.ts';

/** A cycle of up to this many companies is solved exactly; a larger one by rounds. */
const solvedExactly = 64;
const mostRounds = 10_000;
/** Rounds end when less than this of the whole still goes round. */
const negligible = 1e-12;

export interface SolvedCycle {
  /** What each company of the cycle passes on in all, in their order. */
  readonly passed: readonly number[];
  /** What no round brought to anybody: no owner's share is wrong by more. */
  readonly undivided: number;
  readonly isClosed: boolean;
}

/**
 * What companies that own each other pass on, given what each holds from outside the cycle: v = b + A·v, where A has the
 * shares inside the cycle. Where stated shares of a company exceed the whole they are scaled down to it, so no column of
 * A exceeds 1: what goes round never grows, and what is left after a round bounds the error of everything before it.
 */
export function solveCycle(
  graph: OwnershipGraph,
  cycle: readonly number[],
  entering: Float64Array,
): SolvedCycle {
  const inside = insideOf(graph, cycle);
  const entered = cycle.map((company) => entering[company]!);
  const sum = entered.reduce((total, share) => total + share, 0);
  const leak = inside.reduce((least, edges) => {
    const kept = edges.reduce((total, { part }) => total + part, 0);
    return Math.max(least, 1 - kept);
  }, 0);
  if (leak < 1e-9) return { passed: entered, undivided: sum, isClosed: true };
  if (cycle.length <= solvedExactly) {
    return { passed: eliminated(inside, entered), undivided: 0, isClosed: false };
  }
  return { ...byRounds(inside, entered), isClosed: false };
}

interface Part {
  readonly to: number;
  readonly part: number;
}

/** Of each company of the cycle, the shares that other companies of the cycle hold in it. */
function insideOf({ start, holder, low, total }: OwnershipGraph, cycle: readonly number[]): Part[][] {
  const places = new Map(cycle.map((company, index) => [company, index]));
  return cycle.map((company) => {
    const scale = 1 / Math.max(1, total[company]!);
    const parts: Part[] = [];
    for (let edge = start[company]!; edge < start[company + 1]!; edge++) {
      const to = places.get(holder[edge]!);
      if (to !== undefined) parts.push({ to, part: low[edge]! * scale });
    }
    return parts;
  });
}

/** Gauss's elimination of (I - A)·v = b; I - A is regular, because something leaves the cycle. */
function eliminated(inside: readonly (readonly Part[])[], entered: readonly number[]): number[] {
  const size = entered.length;
  const rows = entered.map((share, row) => {
    const values = new Float64Array(size + 1);
    values[row] = 1;
    values[size] = share;
    return values;
  });
  inside.forEach((parts, company) => {
    for (const { to, part } of parts) rows[to]![company]! -= part;
  });
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = 0; row < size; row++) {
      const factor = rows[row]![column]! / rows[column]![column]!;
      if (row === column || factor === 0) continue;
      for (let at = column; at <= size; at++) rows[row]![at]! -= factor * rows[column]![at]!;
    }
  }
  return rows.map((row, index) => row[size]! / row[index]!);
}

function byRounds(
  inside: readonly (readonly Part[])[],
  entered: readonly number[],
): { readonly passed: readonly number[]; readonly undivided: number } {
  const passed = entered.map(() => 0);
  let moving = [...entered];
  for (let round = 0; round < mostRounds; round++) {
    const next = entered.map(() => 0);
    inside.forEach((parts, company) => {
      const share = moving[company]!;
      passed[company]! += share;
      for (const { to, part } of parts) next[to]! += share * part;
    });
    moving = next;
    const left = moving.reduce((total, share) => total + share, 0);
    if (left < negligible) return { passed, undivided: left };
  }
  return { passed, undivided: moving.reduce((total, share) => total + share, 0) };
}
