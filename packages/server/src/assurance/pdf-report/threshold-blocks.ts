import { type ChartText, type ReportBlock, tableBlock } from '../../pdf/index.ts';
import type { AssuranceReport } from '../run/report.ts';
import type { CurvePoint } from '../run/result-counts.ts';
import type { AssuranceLanguage } from './assurance-language.ts';

/** What each threshold finds and alerts, as a chart and as a table. */

/** Points on the paper. */
const [width, height] = [480, 172];
const plot = { left: 38, top: 8, width: 430, height: 112 };
const ink = '#1b1f24';
const muted = '#59616b';
const gridColor = '#d5dae0';

export function thresholdBlocks(report: AssuranceReport, language: AssuranceLanguage): ReportBlock[] {
  const { threshold } = language.words;
  const { settings, recall, alerts } = report;
  const workingPoint = threshold.workingPoint({
    score: language.score(settings.minScore),
    recall: language.percent(recall.all.percent),
    alertRate: language.percent(alerts.all.percent),
  });
  return [
    { kind: 'text', text: { text: workingPoint, isStrong: true }, isLead: true },
    { kind: 'text', text: { text: threshold.note, isMuted: true }, isLead: true },
    curveChart(report, { language, alt: workingPoint }),
    ...curveTable(report, language),
  ];
}

const placeOf = (score: number) => plot.left + (score - 0.5) * 2 * plot.width;
const heightOf = (percent: number) => plot.top + plot.height * (1 - percent / 100);
const rounded = (value: number) => Math.round(value * 100) / 100;

function curveChart(
  { curve, settings }: AssuranceReport,
  { language, alt }: { readonly language: AssuranceLanguage; readonly alt: string },
): ReportBlock {
  const lineOf = (read: (point: CurvePoint) => number | null, style: string) => {
    const points = curve.flatMap((point) => {
      const value = read(point);
      return value === null ? [] : [`${rounded(placeOf(point.threshold))},${rounded(heightOf(value))}`];
    });
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${ink}" stroke-width="1.4" ${style}/>`;
  };
  const { columns, threshold } = language.words;
  const shapes = [
    ...[0, 25, 50, 75, 100].map((share) => across(heightOf(share))),
    line([placeOf(settings.minScore), plot.top], [placeOf(settings.minScore), plot.top + plot.height], {
      color: muted,
      dashes: '5 3',
    }),
    lineOf(({ recall }) => recall, ''),
    lineOf(({ alertRate }) => alertRate, 'stroke-dasharray="1.5 2.5"'),
    ...legend.map(({ x, color, dashes }) => line([x, legendY], [x + 24, legendY], { color, dashes })),
  ];
  const names = [columns.recall, columns.alertRate, threshold.point];
  const texts: ChartText[] = [
    ...[0, 25, 50, 75, 100].map((share) => ({
      text: language.general.percent(share, 0),
      ...{ x: plot.left - 5, y: heightOf(share) + 3, side: 'right' as const },
    })),
    ...[0.5, 0.6, 0.7, 0.8, 0.9, 1].map((score) => ({
      text: language.score(score),
      ...{ x: placeOf(score), y: plot.top + plot.height + 12, side: 'center' as const },
    })),
    ...legend.map(({ x }, at) => ({ text: names[at]!, x: x + 30, y: legendY + 3, side: 'left' as const })),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes.join('')}</svg>`;
  return { kind: 'chart', svg, width, height, texts, alt };
}

const legendY = plot.top + plot.height + 34;
const legend = [
  { x: plot.left, color: ink, dashes: '' },
  { x: plot.left + 140, color: ink, dashes: '1.5 2.5' },
  { x: plot.left + 280, color: muted, dashes: '5 3' },
] as const;

function across(y: number): string {
  return line([plot.left, y], [plot.left + plot.width, y], { color: gridColor, dashes: '' });
}

function line(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  { color, dashes }: { readonly color: string; readonly dashes: string },
): string {
  const width = color === gridColor ? 0.5 : 1.2;
  const dashed = dashes === '' ? '' : ` stroke-dasharray="${dashes}"`;
  return `<line x1="${rounded(x1)}" y1="${rounded(y1)}" x2="${rounded(x2)}" y2="${rounded(y2)}" stroke="${color}" stroke-width="${width}"${dashed}/>`;
}

/** Every fifth point, and the one of the settings where the curve has it. */
function curveTable({ curve, settings }: AssuranceReport, language: AssuranceLanguage): ReportBlock[] {
  const { columns } = language.words;
  const points = curve.filter(({ threshold }, at) => at % 5 === 0 || threshold === settings.minScore);
  return tableBlock(
    [
      { title: columns.threshold, width: 1 },
      { title: columns.recall, width: 1, isNumber: true },
      { title: columns.alertRate, width: 1, isNumber: true },
    ],
    points.map(({ threshold, recall, alertRate }) => {
      const isStrong = threshold === settings.minScore;
      const texts = [language.score(threshold), language.percent(recall), language.percent(alertRate)];
      return texts.map((text) => (isStrong ? { text, isStrong } : text));
    }),
  );
}
