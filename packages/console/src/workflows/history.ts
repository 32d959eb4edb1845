import { useCallback, useReducer } from 'react';

/** A value with what it was before and what was taken back. */
interface Past<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last change was part of, such as the field that is being typed into. */
  readonly burst: string | undefined;
}

type Act<T> =
  | { readonly kind: 'change'; readonly change: (value: T) => T; readonly burst: string | undefined }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  | { readonly kind: 'reset'; readonly value: T };

const mostSteps = 200;

export function step<T>(state: Past<T>, act: Act<T>): Past<T> {
  const { past, present, future } = state;
  switch (act.kind) {
    case 'change': {
      const changed = act.change(present);
      if (changed === present) return state;
      // Letters typed into one field are one step.
      const goesOn = act.burst !== undefined && act.burst === state.burst;
      return {
        past: goesOn ? past : [...past, present].slice(-mostSteps),
        present: changed,
        future: [],
        burst: act.burst,
      };
    }
    case 'undo':
      if (past.length === 0) return state;
      return {
        past: past.slice(0, -1),
        present: past.at(-1)!,
        future: [present, ...future],
        burst: undefined,
      };
    case 'redo':
      if (future.length === 0) return state;
      return { past: [...past, present], present: future[0]!, future: future.slice(1), burst: undefined };
    case 'reset':
      return start(act.value);
  }
}

export function start<T>(present: T): Past<T> {
  return { past: [], present, future: [], burst: undefined };
}

export type Change<T> = (change: (value: T) => T, burst?: string) => void;

/** A value whose changes can be undone and done again. */
export function useHistory<T>(initial: T) {
  const [state, dispatch] = useReducer(step<T>, initial, start<T>);
  return {
    present: state.present,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    change: useCallback<Change<T>>((change, burst) => dispatch({ kind: 'change', change, burst }), []),
    undo: useCallback(() => dispatch({ kind: 'undo' }), []),
    redo: useCallback(() => dispatch({ kind: 'redo' }), []),
    reset: useCallback((value: T) => dispatch({ kind: 'reset', value }), []),
  };
}
