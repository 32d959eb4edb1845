import { type KeyboardEvent, useState } from 'react';

/** Of a chart that is wider than its place, the newest is shown first. */
export function showEnd(element: HTMLElement | null): void {
  if (element === null) return;
  // Where lines begin at the right, what lies further on is to the left of it.
  const isMirrored = getComputedStyle(element).direction === 'rtl';
  element.scrollLeft = isMirrored ? -element.scrollWidth : element.scrollWidth;
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, count) => Math.min(count - 1, at + 1),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * One stop of the tabulator for a row of links, arrows between them: a chart of a month is not thirty stops. The link that had the
 * focus last is the stop, at first the last one.
 */
export function useArrowLinks(count: number) {
  const [chosen, setChosen] = useState<number>();
  const current = Math.min(chosen ?? count - 1, count - 1);
  return {
    tabIndexOf: (index: number) => (index === current ? 0 : -1),
    onFocusOf: (index: number) => () => setChosen(index),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
      const key = isMirrored ? mirrored(event.key) : event.key;
      const links = event.currentTarget.querySelectorAll<HTMLElement>('a');
      links[steps[key]!(current, links.length)]?.focus();
    },
  };
}

function mirrored(key: string): string {
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key;
}
