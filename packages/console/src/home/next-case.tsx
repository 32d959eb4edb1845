import type { CaseSummary } from '@gatehouse/contract';
import { Button, Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { DueText } from '../cases/due-text.tsx';
import { RiskMeter } from '../cases/risk-score.tsx';
import { listTitle } from '../hits/list-titles.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { percent } from '../ui/format.ts';

/** The person's own overdue case, else the one that *Next case* would open now, with its risk and what it comes from. */
export function NextCase(props: {
  readonly next: CaseSummary | undefined;
  /** Whether it is one that the person has, and late. */
  readonly isOwn: boolean;
  /** Whether it is known that there is none. */
  readonly isKnown: boolean;
  readonly open: () => void;
  readonly isOpening: boolean;
}) {
  const { next, isOwn } = props;
  return (
    <section className="gh-next" aria-label={isOwn ? text('home.yourOverdue') : text('home.nextCase')}>
      {next !== undefined && <NextSummary next={next} isOwn={isOwn} />}
      {next === undefined && props.isKnown && (
        <Text size="sm" className="gh-dim">
          {text('home.nothingWaits')}
        </Text>
      )}
      {next === undefined && !props.isKnown && <Skeleton height={48} className="gh-next-case" />}
      <Button onClick={props.open} loading={props.isOpening}>
        {isOwn ? text('home.continueCase') : text('home.nextCase')}&nbsp;<kbd className="gh-key">N</kbd>
      </Button>
    </section>
  );
}

function NextSummary({ next, isOwn }: { readonly next: CaseSummary; readonly isOwn: boolean }) {
  const { domain, caseNo } = next;
  return (
    <>
      <div className="gh-next-risk">
        <strong className="gh-number">{next.riskScore ?? '—'}</strong>
        {next.riskScore !== null && <RiskMeter score={next.riskScore} />}
        <span className="gh-dim">{text('home.risk')}</span>
      </div>
      <div className="gh-next-case">
        <Text size="xs" className={isOwn ? 'gh-caution' : 'gh-dim'} fw={500}>
          {isOwn ? text('home.yourOverdue') : text('home.nextCase')}
        </Text>
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

/** Why it is to be reviewed: the top hit, then the reasons of the risk score. */
function Reason({ next }: { readonly next: CaseSummary }) {
  const { topHit, riskReasons } = next;
  const reasons = [...new Set(riskReasons)];
  if (topHit === null && reasons.length === 0) return text('home.noReasons');
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
      {reasons.map((reason, index) => (
        <Fragment key={reason}>
          {(topHit !== null || index > 0) && ' · '}
          <bdi>{reason}</bdi>
        </Fragment>
      ))}
    </>
  );
}
