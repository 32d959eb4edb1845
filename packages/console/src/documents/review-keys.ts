import { useEffect, useRef } from 'react';
import { isTextField } from '../ui/keys.ts';

/**
 * Keys of the review, which is a dialog itself: they work while no other dialog is open above it and no text is being
 * written. The pictures have keys of their own.
 * @param keys letters in lower case, with what they do
 */
export function useReviewKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A key held down acts once: what it says of a document is recorded at once.
      if (event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTextField(event.target) || document.querySelectorAll('[role="dialog"]').length > 1) return;
      const act = current.current[event.key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
