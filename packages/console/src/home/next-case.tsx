import type { CaseSummary } from '@gatehouse/contract';
import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { DueText } from '../cases/due-text.tsx';
import { listTitle } from '../hits/list-titles.ts';

/** The case that *Next case* would open now, with its risk and what it comes from. */
export function NextCase(props: {
  readonly next: CaseSummary | undefined;
  /** Whether it is known that there is none. */
  readonly isKnown: boolean;
  readonly open: () => void;
  readonly isOpening: boolean;
}) {
  const { next } = props;
  return (
    <section className="gh-panel gh-block gh-next" aria-label="Next case">
      {next === undefined ? (
        <Text size="sm" className="gh-dim">
          {props.isKnown ? 'Nothing waits for you. New cases appear here automatically.' : 'Loading…'}
        </Text>
      ) : (
        <>
          <div className="gh-next-risk">
            <strong className="gh-number">{next.riskScore ?? '—'}</strong>
            <span className="gh-dim">risk</span>
          </div>
          <div className="gh-next-case">
            <Title order={2} size="h5" className="gh-next-name">
              <bdi>{next.customerName ?? next.customerId}</bdi>
            </Title>
            <Text size="sm" className="gh-next-reason">
              <Reason next={next} />
            </Text>
            <Text size="xs" className="gh-dim">
              {next.caseNo}
              {next.group === null ? '' : ` · ${next.group}`}
              {next.dueAt !== null && (
                <>
                  {' '}
                  · due <DueText caseSummary={next} />
                </>
              )}
            </Text>
          </div>
        </>
      )}
      <Button onClick={props.open} loading={props.isOpening}>
        Next case&nbsp;<kbd className="gh-key">N</kbd>
      </Button>
    </section>
  );
}

/** The top hit, and the reasons of the risk score with the most points. */
function Reason({ next }: { readonly next: CaseSummary }) {
  const { domain, caseNo, topHit } = next;
  const risk = useQuery({
    queryKey: ['case-risk', domain, caseNo],
    queryFn: ({ signal }) => call('cases.risk', { params: { domain, caseNo }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  const reasons = (risk.data?.reasons ?? [])
    .toSorted((one, other) => (other.points ?? 0) - (one.points ?? 0))
    .slice(0, 2)
    .map(({ reason, points }) =>
      points === null ? reason : `${reason} ${points < 0 ? '−' : '+'}${Math.abs(points)}`,
    );
  return (
    <>
      {topHit !== null && (
        <>
          Top hit <bdi>{topHit.name}</bdi> · {listTitle(topHit.source)} · {topHit.score.toFixed(2)}
        </>
      )}
      {topHit !== null && reasons.length > 0 && ' · '}
      {reasons.join(' · ')}
      {topHit === null && risk.isSuccess && reasons.length === 0 && 'No hits, no risk reasons.'}
    </>
  );
}
