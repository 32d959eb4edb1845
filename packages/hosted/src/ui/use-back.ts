import { useEffect, useRef } from 'preact/hooks';

interface Guard {
  readonly guard?: true;
}

/**
 * Lets the browser's back button do what the screen's own does. While there is somewhere to go back to, one entry of
 * the history is in front of the page's own; going back uses it up, and the screen decides what it means.
 */
export function useBack(goBack: (() => void) | null): void {
  const latest = useRef(goBack);
  latest.current = goBack;
  const canGoBack = goBack !== null;
  useEffect(() => {
    if (canGoBack && !(history.state as Guard | null)?.guard) history.pushState({ guard: true }, '');
    const onPop = () => {
      if (!latest.current) return;
      history.pushState({ guard: true }, '');
      latest.current();
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, [canGoBack]);
}
