import { useState } from 'preact/hooks';
import { keepDraft, readDraft } from '../flow/drafts.ts';

/** State that survives a reload: what was typed under `key` before stands in front of `initial`. */
export function useDraft<Draft>(
  key: string,
  initial: Draft,
): [Draft, (change: (before: Draft) => Draft) => void] {
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(key) ?? initial);
  return [
    draft,
    (change) =>
      setDraft((before) => {
        const next = change(before);
        keepDraft(key, next);
        return next;
      }),
  ];
}
