import { Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../api.ts';
import type { CaseKey } from '../hits/entity-card.tsx';
import type { HitGroup } from '../hits/entity-groups.ts';
import { HitView } from './hit-view.tsx';
import { workbenchTexts as texts } from './workbench-texts.ts';

function allHitsQuery(caseKey: CaseKey) {
  return queryOptions({
    queryKey: ['case-hits', caseKey],
    queryFn: ({ signal }) => call('cases.hits', { params: { ...caseKey }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
}

/** Whether the page was printed since it was opened, so that all hits are drawn; and how to read them before. */
export function usePrintedHits(caseKey: CaseKey) {
  const queries = useQueryClient();
  const [isDrawn, setDrawn] = useState(() => window.matchMedia('print').matches);
  useEffect(() => {
    // The browser prints what is drawn when its event ends.
    const draw = (): void => flushSync(() => setDrawn(true));
    const media = window.matchMedia('print');
    const drawForMedia = (): void => {
      if (media.matches) draw();
    };
    window.addEventListener('beforeprint', draw);
    media.addEventListener('change', drawForMedia);
    return () => {
      window.removeEventListener('beforeprint', draw);
      media.removeEventListener('change', drawForMedia);
    };
  }, []);
  return {
    isDrawn,
    read: async (): Promise<void> => {
      await queries.fetchQuery({ ...allHitsQuery(caseKey), staleTime: 0 });
      setDrawn(true);
    },
  };
}

/** Every hit with all that is known of it, on paper alone; the screen shows a table and one of them. */
export function PrintedHits(props: { readonly groups: readonly HitGroup[]; readonly caseKey: CaseKey }) {
  const { data } = useQuery(allHitsQuery(props.caseKey));
  const details = useMemo(() => new Map((data?.hits ?? []).map((hit) => [hit.alertId, hit])), [data]);
  return (
    <div className="gh-printed">
      {data === undefined && <Text size="sm">{texts.printPartly}</Text>}
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
}

function nothing(): void {}
