import { useLayoutEffect } from 'react';
import { breadcrumbTrail } from './breadcrumb-trail.ts';

/** Names the browser's tab after the page; a page of an object may give the object's own name afterwards. */
export function useDocumentTitle(path: string): void {
  useLayoutEffect(() => {
    const labels = breadcrumbTrail(path).map(({ label }) => label);
    document.title = [...labels.toReversed(), 'Gatehouse'].join(' · ');
  }, [path]);
}
