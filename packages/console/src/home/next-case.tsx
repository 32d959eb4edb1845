import type { CaseSummary } from '@gatehouse/contract';
import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { call } from '../api.ts';
import { DueText } from '../cases/due-text.tsx';
import { RiskMeter } from '../cases/risk-score.tsx';
import { listTitle } from '../hits/list-titles.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { percent } from '../ui/format.ts';

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
    <section className="gh-next" aria-label={text('home.nextCase')}>
      {next !== undefined && <NextSummary next={next} />}
      {next === undefined && props.isKnown && (
        <Text size="sm" className="gh-dim">
          {text('home.nothingWaits')}
        </Text>
      )}
      {next === undefined && !props.isKnown && <Skeleton height={48} className="gh-next-case" />}
      <Button onClick={props.open} loading={props.isOpening}>
        {text('home.nextCase')}&nbsp;<kbd className="gh-key">N</kbd>
      </Button>
    </section>
  );
}

function NextSummary({ next }: { readonly next: CaseSummary }) {
  const { domain, caseNo } = next;
  return (
    <>
      <div className="gh-next-risk">
        <strong className="gh-number">{next.riskScore ?? '—'}</strong>
        {next.riskScore !== null && <RiskMeter score={next.riskScore} />}
        <span className="gh-dim">{text('home.risk')}</span>
      </div>
      <div className="gh-next-case">
        <Title order={2} size="h5" className="gh-next-name">
          <bdi>{next.customerName ?? next.customerId}</bdi>
        </Title>
        <Text component="div" size="sm" className="gh-next-reason">
          <Reason next={next} />
        </Text>
        <Text component="div" size="xs" className="gh-dim">
          <Link to="/cases/$domain/$caseNo" params={{ domain, caseNo }}>
            {caseNo}
          </Link>
          {next.group !== null && (
            <>
              {' · '}
              <bdi>{next.group}</bdi>
            </>
          )}
          {next.dueAt !== null && (
            <>
              {' · '}
              {next.dueAt < Date.now() ? (
                <DueText caseSummary={next} />
              ) : (
                <Sentence name="home.due" parts={{ due: <DueText caseSummary={next} /> }} />
              )}
            </>
          )}
        </Text>
      </div>
    </>
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
    .slice(0, 2);
  return (
    <>
      {topHit !== null && (
        <Sentence
          name="home.topHit"
          parts={{
            name: <bdi>{topHit.name}</bdi>,
            list: <bdi>{listTitle(topHit.source)}</bdi>,
            score: percent(topHit.score),
          }}
        />
      )}
      {reasons.map(({ reason, points }, index) => (
        // A reason may come twice, by two rules.
        // biome-ignore lint/suspicious/noArrayIndexKey: the reasons never change places
        <Fragment key={index}>
          {(topHit !== null || index > 0) && ' · '}
          <bdi>
            {reason}
            {points !== null && (
              <>
                {' '}
                <bdi dir="ltr">{signed(points)}</bdi>
              </>
            )}
          </bdi>
        </Fragment>
      ))}
      {topHit === null && risk.isSuccess && reasons.length === 0 && text('home.noReasons')}
    </>
  );
}

function signed(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points)}`;
}
