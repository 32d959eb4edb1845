import type { ConsoleBody, KeyView } from '@gatehouse/contract';

type Bounds = Omit<ConsoleBody<'keys.change'>, 'name' | 'expectedRevision'>;

/** Whether a change lets a key do anything that it may not do now. Undone by a narrower one; what was called is not. */
export function widens(now: KeyView, then: Bounds): boolean {
  return (
    (then.enabled && now.state === 'disabled') ||
    isMore(now.domains, then.domains) ||
    isMore(allOrThese(now.operations), allOrThese(then.operations)) ||
    isFaster(now.rate, then.rate) ||
    isLater(now.calls, then.calls) ||
    isLater(now.expiresAt, then.expiresAt)
  );
}

function allOrThese(operations: readonly string[]): readonly string[] | null {
  return operations.includes('*') ? null : operations;
}

/** Null: all. */
function isMore(now: readonly string[] | null, then: readonly string[] | null): boolean {
  if (now === null) return false;
  return then === null || then.some((name) => !now.includes(name));
}

/** More at once, or more in the long run. */
function isFaster(now: KeyView['rate'], then: KeyView['rate']): boolean {
  if (now === null) return false;
  return (
    then === null || then.requests > now.requests || then.requests / then.seconds > now.requests / now.seconds
  );
}

/** Null: without an end. */
function isLater(now: number | null, then: number | null): boolean {
  return now !== null && (then === null || then > now);
}
