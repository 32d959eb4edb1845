import { useCallback, useRef } from 'react';

/** How high the bar is that stays in sight, for what is below it. */
const heightProperty = '--gh-case-bar';

/**
 * A bar that stays in sight while the page scrolls. The style sheet keeps what gets the focus, and what also stays in
 * sight, below it: its height differs by width, language and what may be done.
 */
export function useStickyBar(): (bar: HTMLElement | null) => void {
  const observer = useRef<ResizeObserver>(undefined);
  return useCallback((bar: HTMLElement | null) => {
    const { style } = document.documentElement;
    observer.current?.disconnect();
    style.removeProperty(heightProperty);
    if (bar === null) return;
    observer.current = new ResizeObserver(() =>
      style.setProperty(heightProperty, `${Math.ceil(bar.getBoundingClientRect().height)}px`),
    );
    observer.current.observe(bar);
  }, []);
}
