import type { CaseDetail, CaseViewer, ViewerDoing } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { listText } from '../ui/format.ts';

/** The service forgets after 50 seconds who does not say so again. */
const signEveryMs = 20_000;

/**
 * Says that one has the case open, and what one does with it, for as long as the page is before one's eyes; answers who
 * else has. Live events report who opens or leaves it (live.ts).
 */
export function useViewers(props: CaseDetail, doing: ViewerDoing): readonly CaseViewer[] {
  const queries = useQueryClient();
  const { domain, caseNo } = props;
  const { data } = useQuery({
    queryKey: ['viewers', domain, caseNo],
    queryFn: ({ signal }) => call('cases.viewers', { params: { domain, caseNo }, signal }),
    // The first sign of life brings the first answer.
    enabled: (query) => query.state.data !== undefined,
    refetchInterval: false,
    gcTime: 0,
  });
  useEffect(() => {
    let isGone = false;
    const sign = async () => {
      if (document.visibilityState === 'hidden') return;
      // Whatever keeps a sign from arriving, the next one makes up for it: nobody is to be bothered with that.
      const viewers = await call('cases.view', { params: { domain, caseNo }, body: { doing } }).catch(
        () => undefined,
      );
      if (viewers !== undefined && !isGone) queries.setQueryData(['viewers', domain, caseNo], viewers);
    };
    void sign();
    const timer = setInterval(() => void sign(), signEveryMs);
    const look = () => void sign();
    document.addEventListener('visibilitychange', look);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [queries, domain, caseNo, doing]);
  useEffect(() => {
    const leave = () =>
      void call('cases.leave', { params: { domain, caseNo }, keepalive: true }).catch(() => undefined);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [domain, caseNo]);
  return data?.viewers ?? [];
}

/** Who else has the case open: quietly, and as a warning where they may be about to decide it. */
export function Viewers({
  caseDetail,
  viewers,
}: {
  readonly caseDetail: CaseDetail;
  readonly viewers: readonly CaseViewer[];
}) {
  if (viewers.length === 0) return null;
  const isActive = (viewer: CaseViewer) =>
    viewer.doing === 'deciding' || viewer.email === caseDetail.assignee;
  const active = viewers.filter(isActive);
  const others = viewers.filter((viewer) => !isActive(viewer));
  return (
    <>
      {active.map((viewer) => (
        <Text key={viewer.email} size="sm" className="gh-viewer gh-caution" title={viewer.email}>
          {viewer.doing === 'deciding'
            ? text('case.isDeciding', { name: nameOf(viewer) })
            : text('case.assigneeViews', { name: nameOf(viewer) })}
        </Text>
      ))}
      {others.length > 0 && (
        <Text size="sm" className="gh-viewer gh-dim" title={listText(others.map(({ email }) => email))}>
          {viewingText(others)}
        </Text>
      )}
    </>
  );
}

const nameOf = ({ email }: CaseViewer) => personName(email);

function viewingText(viewers: readonly CaseViewer[]): string {
  const [first = '', second] = viewers.map(nameOf);
  if (second === undefined) return text('case.isViewing', { name: first });
  return viewers.length === 2
    ? text('case.twoAreViewing', { first, second })
    : text('case.othersAreViewing', { first, count: viewers.length - 1 });
}
