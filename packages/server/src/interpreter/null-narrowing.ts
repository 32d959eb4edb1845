/**
 * What is known not to be null at a place inside an expression. `unreachable` stands for a place that is
 * never evaluated (the right side of `false && …`): everything holds there.
 */
export type Facts = ReadonlySet<string> | 'unreachable';

/** What is known after a condition turned out true, and after it turned out false. */
export interface Outcomes {
  readonly whenTrue: Facts;
  readonly whenFalse: Facts;
}

export const noFacts: Facts = new Set();

/** Whether the value of this path is known not to be null. */
export function isKnownNonNull(facts: Facts, path: string | undefined): boolean {
  return facts === 'unreachable' || (path !== undefined && facts.has(path));
}

/** The facts plus the paths that are known now; an undefined path is a value without a stable name. */
export function narrow(facts: Facts, ...paths: readonly (string | undefined)[]): Facts {
  if (facts === 'unreachable') return facts;
  const fresh = paths.filter((path) => path !== undefined && !facts.has(path)) as string[];
  return fresh.length === 0 ? facts : new Set([...facts, ...fresh]);
}

/** What is known where two ways meet: only what holds on both. */
export function meet(left: Facts, right: Facts): Facts {
  if (left === 'unreachable') return right;
  if (right === 'unreachable' || left === right) return left;
  return left.intersection(right);
}

/** Both outcomes know only what was known before. */
export function emptyOutcomes(facts: Facts): Outcomes {
  return { whenTrue: facts, whenFalse: facts };
}

/** The outcomes of a literal condition. */
export function certain(value: boolean, facts: Facts): Outcomes {
  return value
    ? { whenTrue: facts, whenFalse: 'unreachable' }
    : { whenTrue: 'unreachable', whenFalse: facts };
}

export function negated(outcomes: Outcomes): Outcomes {
  return { whenTrue: outcomes.whenFalse, whenFalse: outcomes.whenTrue };
}

/** `left && right`, where `right` was evaluated under what `left` being true teaches. */
export function conjunction(left: Outcomes, right: Outcomes): Outcomes {
  return { whenTrue: right.whenTrue, whenFalse: meet(left.whenFalse, right.whenFalse) };
}

/** `left || right`, where `right` was evaluated under what `left` being false teaches. */
export function disjunction(left: Outcomes, right: Outcomes): Outcomes {
  return { whenTrue: meet(left.whenTrue, right.whenTrue), whenFalse: right.whenFalse };
}

/** `condition ? left : right`, each branch evaluated under its outcome of the condition. */
export function choice(left: Outcomes, right: Outcomes): Outcomes {
  return {
    whenTrue: meet(left.whenTrue, right.whenTrue),
    whenFalse: meet(left.whenFalse, right.whenFalse),
  };
}
