import { type ReportBlock, tableBlock } from '../../pdf/index.ts';
import type { AssuranceReport } from '../run/report.ts';
import type { MissReason } from '../run/screen-record.ts';
import type { AssuranceLanguage } from './assurance-language.ts';

/** Missed records that the document shows: the file of them has all. */
const maxShown = 25;

/** Records that should have found their entry and did not: how many by reason, and the nearest to a hit. */
export function missedBlocks({ missed, pack }: AssuranceReport, language: AssuranceLanguage): ReportBlock[] {
  const { words, general } = language;
  if (missed.count === 0) return [{ kind: 'text', text: words.missed.none }];
  const { columns, reasons } = words;
  const shown = missed.shown.slice(0, maxShown);
  const counts = { shown: general.number(shown.length), count: general.number(missed.count) };
  return [
    ...tableBlock(
      [
        { title: columns.reason, width: 2.4 },
        { title: columns.meaning, width: 5 },
        { title: columns.count, width: 1, isNumber: true },
      ],
      Object.entries(missed.byReason).map(([reason, count]) => [
        ...reasons[reason as MissReason],
        general.number(count),
      ]),
    ),
    { kind: 'heading', text: words.missed.nearest },
    { kind: 'text', text: { text: words.missed.shown(counts), isMuted: true }, isLead: true },
    ...tableBlock(
      [
        { title: columns.published, width: 3 },
        { title: columns.screened, width: 3 },
        ...(pack.file === null ? [{ title: columns.list, width: 2 }] : []),
        { title: columns.way, width: 2.2 },
        { title: columns.reason, width: 2 },
        { title: columns.score, width: 1.3, isNumber: true },
      ],
      shown.map(({ original, screened, list, way, reason, nearest }) => [
        original,
        screened,
        ...(pack.file === null ? [list] : []),
        language.way(way),
        reasons[reason][0],
        // As many decimals as the report has: rounded, 0.8498 would be a threshold of 0.85.
        nearest === null ? words.missed.below : general.number(nearest, 4),
      ]),
    ),
  ];
}
