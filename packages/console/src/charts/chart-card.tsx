import { Button, Group, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { text } from '../messages/text.ts';
import './charts.css';

/** A chart with its name, what it says in one figure, and the same figures as a table. */
export function ChartCard(props: {
  readonly title: string;
  /** The one thing that it says. */
  readonly headline?: ReactNode;
  /** What is counted, and in which time zone. */
  readonly note?: ReactNode;
  readonly chart: ReactNode;
  readonly table: ReactNode;
}) {
  const [isTable, setIsTable] = useState(false);
  return (
    <section className="gh-panel gh-block gh-chart" aria-label={props.title}>
      <Group justify="space-between" align="baseline" wrap="nowrap" gap="xs">
        <Title order={3} size="h6">
          {props.title}
        </Title>
        <Button
          className="gh-unprinted"
          variant="default"
          size="compact-xs"
          aria-pressed={isTable}
          aria-label={text('charts.tableOf', { title: props.title })}
          onClick={() => setIsTable(!isTable)}
        >
          {text('charts.table')}
        </Button>
      </Group>
      {props.headline}
      <div className="gh-chart-body">
        {isTable ? <div className="gh-chart-scroll">{props.table}</div> : props.chart}
      </div>
      {props.note !== undefined && <p className="gh-chart-note">{props.note}</p>}
    </section>
  );
}

/** Stands where a chart will be, so that nothing moves when it comes. */
export function ChartSkeleton({ title }: { readonly title: string }) {
  return (
    <section className="gh-panel gh-block gh-chart" aria-label={title} aria-busy>
      <Title order={3} size="h6">
        {title}
      </Title>
      <div className="gh-chart-skeleton" />
    </section>
  );
}
