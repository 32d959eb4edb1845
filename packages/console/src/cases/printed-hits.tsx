import { Text } from '@mantine/core';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
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

/** Alerts of the case whose list entries were read. */
function readEntries(queries: QueryClient, caseKey: CaseKey): ReadonlySet<string> {
  const found = queries.getQueriesData({ queryKey: ['case-entity', caseKey] });
  const keys = found
    .filter(([, data]) => data !== undefined)
    .map(([key]) => key as readonly [string, { readonly alertId: string }]);
  return new Set(keys.map(([, { alertId }]) => alertId));
}

/**
 * Once the page is printed, so that all hits are drawn: the alerts whose entries were looked at before the last time,
 * the same set while they are the same. And how to read the hits before.
 */
export function usePrintedHits(caseKey: CaseKey) {
  const queries = useQueryClient();
  const [lookedAt, setLookedAt] = useState(() =>
    window.matchMedia('print').matches ? readEntries(queries, caseKey) : undefined,
  );
  const lookAgain = useCallback(() => {
    const found = readEntries(queries, caseKey);
    setLookedAt((now) =>
      now?.size === found.size && [...found].every((alertId) => now.has(alertId)) ? now : found,
    );
  }, [queries, caseKey]);
  useEffect(() => {
    // The browser prints what is drawn when its event ends.
    const draw = (): void => flushSync(lookAgain);
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
  }, [lookAgain]);
  return {
    lookedAt,
    read: async (): Promise<void> => {
      await queries.fetchQuery({ ...allHitsQuery(caseKey), staleTime: 0 });
      lookAgain();
    },
  };
}

/** Every hit with all that is known of it, on paper alone; the screen shows a table and one of them. */
export function PrintedHits(props: {
  readonly groups: readonly HitGroup[];
  readonly caseKey: CaseKey;
  readonly lookedAt: ReadonlySet<string>;
}) {
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
          // As on the screen, the whole entry is there for hits that were looked at.
          isEntryOpen={props.lookedAt.has(group.lead.alertId)}
        />
      ))}
    </div>
  );
}

function nothing(): void {}
