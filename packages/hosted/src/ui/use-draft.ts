import { useState } from 'preact/hooks';
import type { DraftPlace } from '../flow/drafts.ts';
import { useFlowStore } from './context.ts';

/**
 * State that survives a reload and a step back: what was typed at `place` before takes precedence over `initial`. `base` is
 * what the service has of it; what was typed over something else counts no more.
 */
export function useDraft<Draft>(
  place: DraftPlace,
  initial: Draft,
  base: unknown = initial,
): [Draft, (change: (before: Draft) => Draft) => void] {
  const { drafts } = useFlowStore();
  const [draft, setDraft] = useState<Draft>(() => drafts.read<Draft>(place, base) ?? initial);
  return [
    draft,
    (change) =>
      setDraft((before) => {
        const next = change(before);
        drafts.keep(place, base, next);
        return next;
      }),
  ];
}
