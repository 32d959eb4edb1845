import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * Prints the page, or saves it as a PDF: by the browser, which has a font for every script that it can show. What leaves
 * is in the audit log: `record` says so before, and nothing is printed where it cannot. Returns a function that prints.
 */
export function usePrinting(record: () => Promise<unknown>): () => void {
  const { mutate } = useMutation({ mutationFn: record });
  const isAsked = useRef(false);
  useEffect(() => {
    // By the browser's own menu: it does not wait, so the record follows.
    const recordLater = (): void => {
      if (!isAsked.current) mutate();
    };
    window.addEventListener('beforeprint', recordLater);
    return () => window.removeEventListener('beforeprint', recordLater);
  }, [mutate]);
  return () =>
    mutate(undefined, {
      onSuccess: () => {
        isAsked.current = true;
        printWhite();
        isAsked.current = false;
      },
    });
}

/** Paper is white, whatever the screen is. */
function printWhite(): void {
  const root = document.documentElement;
  const scheme = 'data-mantine-color-scheme';
  const was = root.getAttribute(scheme);
  root.setAttribute(scheme, 'light');
  const restore = (): void => {
    window.removeEventListener('afterprint', restore);
    if (was !== null) root.setAttribute(scheme, was);
  };
  window.addEventListener('afterprint', restore);
  window.print();
}
