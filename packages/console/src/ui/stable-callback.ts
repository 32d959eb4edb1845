import { useCallback, useRef } from 'react';

/** A function that stays the same object and does what the last drawing gave: a memoised part is not drawn anew for it. */
export function useStableCallback<Args extends readonly unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(run);
  latest.current = run;
  return useCallback((...args: Args) => latest.current(...args), []);
}
