import { useEffect, useRef } from 'react';

/** Keys of a page with what they do. All in lower case, as `enter`; a letter after `g` is written `g c`, one with Shift `shift+f`. */
export type Keys = Readonly<Record<string, () => void>>;

/** Longest pause between the two keys of a pair. */
const pairMs = 1_200;

/** Whether a dialog was open when the key came: by the time a page hears of an Escape, the dialog that it closed is gone. */
let dialogIsAsked = false;
window.addEventListener(
  'keydown',
  () => {
    dialogIsAsked = document.querySelector('[role="dialog"]') !== null;
  },
  // Before any dialog's own listener.
  { capture: true },
);

/** Listens to keys wherever no text is being written and no dialog is open. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    let first: { key: string; at: number } | undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTextField(event.target) || dialogIsAsked) return;
      const key = event.key.toLowerCase();
      // Enter on a button or link is that control's, whatever the page does with the key.
      if (key === 'enter' && isControl(event.target)) return;
      const pair = first && event.timeStamp - first.at < pairMs ? `${first.key} ${key}` : undefined;
      first = key === 'g' ? { key, at: event.timeStamp } : undefined;
      const shifted = event.shiftKey ? current.current[`shift+${key}`] : undefined;
      const act = (pair && current.current[pair]) ?? (pair ? undefined : (shifted ?? current.current[key]));
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Whether a key pressed there is text. */
export function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('button, a[href], summary, [role^="menuitem"]') !== null
  );
}
