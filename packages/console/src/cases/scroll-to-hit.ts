import { type RefObject, useEffect } from 'react';

/**
 * Keeps the selected row in sight inside the box of its table. The window moves only to a row that somebody chose: a page
 * opens at its top, and hits that come or go move nothing else.
 */
export function useScrollToHit(props: {
  readonly box: RefObject<HTMLElement | null>;
  /** Index of the selected row. */
  readonly place: number;
  /** The hit that somebody chose; undefined before. */
  readonly chosenId: string | undefined;
  /** Shows a row of a table that draws a part of its rows; undefined where all are drawn. */
  readonly scrollToIndex: ((place: number) => void) | undefined;
}): void {
  const { box, place, chosenId, scrollToIndex } = props;
  useEffect(() => {
    if (place === -1 || box.current === null) return;
    if (scrollToIndex) scrollToIndex(place);
    else scrollInside(box.current);
  }, [box, place, scrollToIndex]);
  useEffect(() => {
    if (chosenId !== undefined) selectedRow(box.current)?.scrollIntoView({ block: 'nearest' });
  }, [box, chosenId]);
}

function selectedRow(box: HTMLElement | null): Element | null | undefined {
  return box?.querySelector('[aria-current]');
}

/** Scrolls the box alone, no further than the row needs below the head that stays in sight. */
function scrollInside(box: HTMLElement): void {
  const row = selectedRow(box)?.getBoundingClientRect();
  const head = box.querySelector('thead')?.getBoundingClientRect();
  if (row === undefined || head === undefined) return;
  const { top } = box.getBoundingClientRect();
  const above = row.top - top - box.clientTop - head.height;
  const below = row.bottom - top - box.clientTop - box.clientHeight;
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += below;
}
