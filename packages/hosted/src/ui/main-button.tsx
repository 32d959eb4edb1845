import type { ComponentChildren } from 'preact';
import { useFlowState, useFlowStore } from './context.ts';

export interface MainButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: () => void;
  readonly type?: 'submit' | 'button';
}

/** The one way on; while a call is under way it shows so, keeps the focus and does nothing a second time. */
export function MainButton({ children, onClick, type = 'submit' }: MainButtonProps) {
  const { busy } = useFlowState(useFlowStore());
  return (
    <button
      type={type}
      class="main-button"
      aria-disabled={busy}
      aria-busy={busy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      {busy && <span class="spinner" aria-hidden="true" />}
      <span>{children}</span>
    </button>
  );
}
