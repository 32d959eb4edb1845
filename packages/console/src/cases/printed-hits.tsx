import { Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../api.ts';
import type { CaseKey } from '../hits/entity-card.tsx';
import type { HitGroup } from '../hits/entity-groups.ts';
import { text } from '../messages/text.ts';
import { HitView } from './hit-view.tsx';

function allHitsQuery(caseKey: CaseKey) {
  return queryOptions({
    queryKey: ['case-hits', caseKey],
    queryFn: ({ signal }) => call('cases.hits', { params: { ...caseKey }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
}

/** Whether all hits are drawn, as they are while the page is printed; and how to read them before. */
export function usePrintedHits(caseKey: CaseKey) {
  const queries = useQueryClient();
  const [isDrawn, setDrawn] = useState(() => window.matchMedia('print').matches);
  const isPrinting = useRef(false);
  const clear = useCallback(() => {
    const { queryKey } = allHitsQuery(caseKey);
    // A read would be cancelled with what is drawn, and the record of the print waits for it.
    const isRead = queries.getQueryData(queryKey) !== undefined && queries.isFetching({ queryKey }) === 0;
    if (isRead && !isPrinting.current) setDrawn(false);
  }, [queries, caseKey]);
  useEffect(() => {
    // The browser prints what is drawn when its event ends.
    const draw = (): void => flushSync(() => setDrawn(true));
    const begin = (): void => {
      isPrinting.current = true;
      draw();
    };
    const end = (): void => {
      isPrinting.current = false;
      clear();
    };
    const media = window.matchMedia('print');
    const drawForMedia = (): void => {
      if (media.matches) draw();
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    media.addEventListener('change', drawForMedia);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      media.removeEventListener('change', drawForMedia);
    };
  }, [clear]);
  return {
    isDrawn,
    read: async (): Promise<void> => {
      await queries.fetchQuery({ ...allHitsQuery(caseKey), staleTime: 0 });
      clear();
    },
  };
}

/** Every hit with all that is known of it, on paper alone; the screen shows a table and one of them. */
export const PrintedHits = memo(function PrintedHits(props: {
  readonly groups: readonly HitGroup[];
  readonly caseKey: CaseKey;
}) {
  const { data } = useQuery(allHitsQuery(props.caseKey));
  const details = useMemo(() => new Map((data?.hits ?? []).map((hit) => [hit.alertId, hit])), [data]);
  return (
    <div className="gh-printed">
      {data === undefined && <Text size="sm">{text('hits.printPartly')}</Text>}
      {props.groups.map((group, index) => (
        <HitView
          key={group.lead.alertId}
          group={group}
          groups={props.groups}
          number={index + 1}
          caseKey={props.caseKey}
          mayRule={false}
          rule={nothing}
          pair={nothing}
          details={details}
          isPrinted
        />
      ))}
    </div>
  );
});

function nothing(): void {}
