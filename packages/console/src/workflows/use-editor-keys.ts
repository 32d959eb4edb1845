import { useEffect, useState } from 'react';

/** Keys of the editor; within fields they belong to the field, apart from saving. */
export function useEditorKeys(keys: Readonly<Record<string, () => unknown>>): void {
  const [current] = useState<{ keys: typeof keys }>({ keys });
  current.keys = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (document.querySelector('[role="dialog"]')) return;
      const mod = event.ctrlKey || event.metaKey;
      const name = `${mod ? 'mod+' : ''}${mod && event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`;
      const target = event.target instanceof HTMLElement ? event.target : undefined;
      const isWriting =
        target !== undefined &&
        (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
      if (isWriting && name !== 'mod+s') return;
      const act = current.keys[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [current]);
}
