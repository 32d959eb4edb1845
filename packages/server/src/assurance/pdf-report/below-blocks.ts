import { type ReportBlock, tableBlock } from '../../pdf/index.ts';
import type { MissedEstimate } from '../run/missed-estimate.ts';
import type { AssuranceReport } from '../run/report.ts';
import type { AssuranceLanguage } from './assurance-language.ts';

/** What people ruled on customers beside entries that the settings do not find, and what follows from it. */
export function belowBlocks(
  { belowLine }: AssuranceReport,
  estimate: MissedEstimate | undefined,
  language: AssuranceLanguage,
): ReportBlock[] {
  if (!belowLine || estimate === undefined) return [];
  const { below } = language.words;
  const { general } = language;
  const { bands, missed } = estimate;
  if (bands.length === 0) return [{ kind: 'text', text: below.none }];
  const { columns } = below;
  const number = (title: string, width: number) => ({ title, width, isNumber: true });
  return [
    { kind: 'text', text: { text: below.note, isMuted: true }, isLead: true },
    {
      kind: 'text',
      text: {
        isStrong: true,
        text:
          missed === null
            ? below.open
            : below.estimate({
                customers: general.number(belowLine.customers),
                count: general.number(missed.count),
                lower: general.number(missed.lower),
                upper: general.number(missed.upper),
              }),
      },
      isLead: true,
    },
    ...tableBlock(
      [
        { title: columns.band, width: 2.2 },
        number(columns.pairs, 1.4),
        number(columns.drawn, 1.5),
        number(columns.ruled, 1.9),
        number(columns.matches, 1.9),
        number(columns.unsure, 1.9),
        number(columns.share, 2),
        number(language.words.columns.bounds, 2.8),
      ],
      bands.map(({ from, to, pairs, drawn, match, noMatch, unsure, share }) => [
        language.words.bounds({ lower: language.score(from), upper: language.score(to) }),
        ...[pairs, drawn, match + noMatch + unsure, match, unsure].map((count) => general.number(count)),
        language.percent(share.percent),
        language.bounds(share),
      ]),
    ),
  ];
}
