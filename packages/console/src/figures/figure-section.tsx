import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from '../ui/failure.tsx';
import '../charts/charts.css';

/** The period of a figure, as the service is asked for it. */
export interface FigureProps {
  readonly domain: string;
  readonly period: { readonly from: string; readonly until: string; readonly timeZone: string };
}

/** A table whose bars and figures say the same; what it counts is below its name. */
export function FigureSection(props: {
  readonly title: string;
  readonly note: ReactNode;
  readonly query: {
    readonly isError: boolean;
    readonly isSuccess: boolean;
    readonly error: unknown;
    refetch(): unknown;
  };
  /** Said in place of a table without rows. */
  readonly empty: string | undefined;
  readonly children: ReactNode;
}) {
  const { title, query } = props;
  return (
    <section className="gh-panel gh-block gh-chart" aria-label={title} aria-busy={!query.isSuccess}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="xs" className="gh-dim" mb="xs">
        {props.note}
      </Text>
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {!query.isError && !query.isSuccess && <div className="gh-chart-skeleton" />}
      {query.isSuccess && props.empty !== undefined && (
        <Text size="sm" className="gh-dim">
          {props.empty}
        </Text>
      )}
      {query.isSuccess && props.empty === undefined && (
        <div className="gh-chart-scroll">{props.children}</div>
      )}
    </section>
  );
}

/** What a filling means, beside the name of its column. */
export function Key({ look }: { readonly look: 'filled' | 'hatched' | 'outlined' }) {
  return <span className="gh-series-key" data-look={look} aria-hidden />;
}
