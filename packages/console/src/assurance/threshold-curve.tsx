import './assurance.css';
import { Table } from '@mantine/core';
import { ChartCard } from '../charts/chart-card.tsx';
import { text } from '../messages/text.ts';
import { percentText } from '../ui/format.ts';
import { type Report, scoreText, shareOrNone } from './assurance-texts.ts';

type Point = Report['curve'][number];

/** Recall and alert rate at each threshold, with the place of the settings. */
export function ThresholdCurve({
  report,
  other,
}: {
  readonly report: Report;
  readonly other: Report | undefined;
}) {
  const { curve, settings, recall, alerts } = report;
  const headline = text('assurance.workingPoint', {
    score: scoreText(settings.minScore),
    recall: shareOrNone(recall.all.percent),
    alertRate: shareOrNone(alerts.all.percent),
  });
  return (
    <ChartCard
      title={text('assurance.curve')}
      headline={<p className="gh-chart-headline">{headline}</p>}
      note={text('assurance.curveNote')}
      chart={
        <Chart curve={curve} minScore={settings.minScore} name={headline} other={other?.settings.minScore} />
      }
      table={<CurveTable curve={curve} minScore={settings.minScore} />}
    />
  );
}

/** Scores from 0.50 to 1 from left to right, shares from 0 to 100 upwards. */
function Chart(props: {
  readonly curve: readonly Point[];
  readonly minScore: number;
  readonly name: string;
  readonly other: number | undefined;
}) {
  const { curve, minScore, name, other } = props;
  const placeOf = (score: number) => (score - 0.5) * 200;
  const lineOf = (read: (point: Point) => number | null) =>
    curve
      .flatMap((point) => {
        const value = read(point);
        return value === null ? [] : [`${placeOf(point.threshold)},${100 - value}`];
      })
      .join(' ');
  return (
    <div className="gh-curve" dir="ltr">
      <div className="gh-curve-shares" aria-hidden>
        {[100, 75, 50, 25, 0].map((share) => (
          <span key={share}>{percentText(share)}</span>
        ))}
      </div>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={name}>
        {[25, 50, 75].map((at) => (
          <line key={at} className="gh-curve-grid" x1={0} x2={100} y1={at} y2={at} />
        ))}
        <line className="gh-curve-point" x1={placeOf(minScore)} x2={placeOf(minScore)} y1={0} y2={100} />
        {other !== undefined && other !== minScore && (
          <line className="gh-curve-other" x1={placeOf(other)} x2={placeOf(other)} y1={0} y2={100} />
        )}
        <polyline className="gh-curve-recall" points={lineOf((point) => point.recall)} />
        <polyline className="gh-curve-alerts" points={lineOf((point) => point.alertRate)} />
      </svg>
      <div className="gh-curve-ends" aria-hidden>
        {[0.5, 0.6, 0.7, 0.8, 0.9, 1].map((score) => (
          <span key={score}>{scoreText(score)}</span>
        ))}
      </div>
      <div className="gh-curve-names" dir="auto">
        <span data-line="recall">{text('assurance.recall')}</span>
        <span data-line="alerts">{text('assurance.alertRate')}</span>
        <span data-line="point">{text('assurance.threshold')}</span>
        {other !== undefined && other !== minScore && (
          <span data-line="other">{text('assurance.otherThreshold')}</span>
        )}
      </div>
    </div>
  );
}

/** Every fifth point, and the one of the settings. */
function CurveTable({ curve, minScore }: { readonly curve: readonly Point[]; readonly minScore: number }) {
  const points = curve.filter(({ threshold }, at) => at % 5 === 0 || threshold === minScore);
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('assurance.threshold')}</Table.Th>
          <Table.Th className="gh-number">{text('assurance.recall')}</Table.Th>
          <Table.Th className="gh-number">{text('assurance.alertRate')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.map(({ threshold, recall, alertRate }) => (
          <Table.Tr key={threshold} {...(threshold === minScore ? { fw: 600 } : {})}>
            <Table.Td>{scoreText(threshold)}</Table.Td>
            <Table.Td className="gh-number">{shareOrNone(recall)}</Table.Td>
            <Table.Td className="gh-number">{shareOrNone(alertRate)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
