import { createHash } from 'node:crypto';
import { csvMark, csvRows } from '../../lib/csv.ts';
import type { AssuranceReport } from './report.ts';
import type { MissedRecord } from './result-counts.ts';

/** The files of a report. Their bytes depend on the report alone. */
export interface ReportFiles {
  readonly json: string;
  /** Recall and alerts by list, type of entity, tested fact and way. */
  readonly csv: string;
  readonly missedCsv: string;
}

export function reportFiles(report: AssuranceReport, missed: readonly MissedRecord[]): ReportFiles {
  return {
    json: `${JSON.stringify(report, null, 2)}\n`,
    csv: figuresCsv(report),
    missedCsv: missedCsv(missed),
  };
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

function figuresCsv({ recall, alerts }: AssuranceReport): string {
  const head = [
    'measure',
    'list',
    'entityType',
    'fact',
    'way',
    'records',
    'hits',
    'percent',
    'lower',
    'upper',
  ];
  const ranks = ['first', 'firstFive', 'sameName'];
  return (
    csvMark +
    csvRows([
      [...head, ...ranks],
      ...recall.cells.map(({ list, entityType, fact, way, recall: share, first, firstFive }) => [
        'recall',
        ...[list, entityType, fact, way],
        ...[share.of, share.count, share.percent, share.lower, share.upper],
        ...[first, firstFive, null],
      ]),
      ...alerts.cells.map(({ entityType, fact, way, alerts: share, sameName }) => [
        'alerts',
        ...['', entityType, fact, way],
        ...[share.of, share.count, share.percent, share.lower, share.upper],
        ...[null, null, sameName],
      ]),
    ])
  );
}

function missedCsv(missed: readonly MissedRecord[]): string {
  const head = [
    'id',
    'list',
    'entityType',
    'fact',
    'way',
    'published',
    'screened',
    'reason',
    'nearest',
    'other',
  ];
  return (
    csvMark +
    csvRows([
      head,
      ...missed.map(({ id, list, entityType, fact, way, original, screened, reason, nearest, other }) => [
        ...[id, list, entityType, fact, way, original, screened, reason, nearest, other],
      ]),
    ])
  );
}
