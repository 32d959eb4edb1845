import { type ReportBlock, type ReportText, tableBlock } from '../../pdf/index.ts';
import { EXACT } from '../manipulations/manipulations.ts';
import { type AssuranceReport, sumShares } from '../run/report.ts';
import type { RecallCell } from '../run/result-counts.ts';
import type { Share } from '../run/wilson.ts';
import type { AssuranceLanguage } from './assurance-language.ts';

/** Tables of shares: what was found of records that should hit, and what alerted of those that should not. */

/** Records of a cell from which its recall says something. */
const minLowest = 10;
const maxLowest = 25;

interface ShareRow {
  readonly names: readonly ReportText[];
  readonly share: Share;
}

/** @param names titles and widths of the columns that say what is counted, and whether they are numbers */
function shareTable(
  language: AssuranceLanguage,
  names: readonly (readonly [string, number, boolean?])[],
  rows: readonly ShareRow[],
  shareTitle?: string,
): ReportBlock[] {
  const { columns } = language.words;
  return tableBlock(
    [
      ...names.map(([title, width, isNumber = false]) => ({ title, width, isNumber })),
      { title: shareTitle ?? columns.recall, width: 1.8, isNumber: true },
      { title: columns.bounds, width: 3.6, isNumber: true },
      { title: columns.records, width: 2.2, isNumber: true },
    ],
    rows.map(({ names: cells, share }) => [
      ...cells,
      language.percent(share.percent),
      language.bounds(share),
      language.counts(share),
    ]),
  );
}

export function figureBlocks(report: AssuranceReport, language: AssuranceLanguage): ReportBlock[] {
  const { measures, columns, figuresNote, weakNote } = language.words;
  const { recall, ranks, alerts, pack } = report;
  const weak = missedWeak(report);
  const rows: ShareRow[] = [
    ...(pack.file === null
      ? [
          { names: [measures.exact], share: recall.exact },
          { names: [measures.altered], share: recall.altered },
          ...(weak === undefined ? [] : [{ names: [measures.alteredStrong], share: alteredStrong(recall) }]),
        ]
      : [{ names: [measures.own], share: recall.all }]),
    { names: [measures.first], share: ranks.first },
    { names: [measures.firstFive], share: ranks.firstFive },
    { names: [measures.alerts], share: alerts.all },
  ];
  return [
    {
      kind: 'text',
      text: {
        text: [figuresNote, ...(weak === undefined ? [] : [weakNote[weak], weakNote.counted])].join(' '),
        isMuted: true,
      },
      isLead: true,
    },
    ...shareTable(language, [[columns.measure, 4.5]], rows, '%'),
  ];
}

/** How the settings miss weak aliases that other settings would find; undefined where they do not, or none was tested. */
function missedWeak({ settings, recall }: AssuranceReport): 'exact' | 'none' | undefined {
  if (settings.weakAliases === 'all') return undefined;
  return recall.cells.some(({ fact }) => fact === 'weak') ? settings.weakAliases : undefined;
}

function alteredStrong({ cells }: AssuranceReport['recall']): Share {
  return sumShares(
    cells.filter(({ fact, way }) => fact !== 'weak' && way !== EXACT).map(({ recall }) => recall),
  );
}

export function factBlocks({ recall }: AssuranceReport, language: AssuranceLanguage): ReportBlock[] {
  const rows = recall.byFact.map(({ fact, recall: share }) => ({ names: [language.fact(fact)], share }));
  return shareTable(language, [[language.words.columns.fact, 4.5]], rows);
}

/** The cells of each group, in the order of the cells, as one share. */
function grouped(cells: readonly RecallCell[], keyOf: (cell: RecallCell) => string): [RecallCell, Share][] {
  return [...Map.groupBy(cells, keyOf).values()].map((group) => [
    group[0]!,
    sumShares(group.map(({ recall }) => recall)),
  ]);
}

export function listBlocks({ recall, pack }: AssuranceReport, language: AssuranceLanguage): ReportBlock[] {
  const { columns } = language.words;
  if (pack.file !== null) return [];
  const rows = grouped(recall.cells, ({ list, entityType }) => `${list} ${entityType}`).map(
    ([{ list, entityType }, share]) => ({
      names: [language.general.listTitle(list), language.type(entityType)],
      share,
    }),
  );
  const names = [
    [columns.list, 5.8],
    [columns.type, 2],
  ] as const;
  return shareTable(language, names, rows);
}

export function wayBlocks({ recall }: AssuranceReport, language: AssuranceLanguage): ReportBlock[] {
  const { columns, wayNote } = language.words;
  const rows = grouped(recall.cells, ({ way, entityType }) => `${way} ${entityType}`)
    .toSorted(
      ([one], [other]) =>
        compare(language.wayOrder(one.way), language.wayOrder(other.way)) ||
        compare(one.way, other.way) ||
        compare(one.entityType, other.entityType),
    )
    .map(([{ way, entityType }, share]) => ({
      names: [language.way(way), language.type(entityType)],
      share,
    }));
  const names = [
    [columns.way, 5],
    [columns.type, 2.2],
  ] as const;
  return [
    { kind: 'text', text: { text: wayNote, isMuted: true }, isLead: true },
    ...shareTable(language, names, rows),
  ];
}

/** Weak aliases that the settings miss on purpose would fill the table, and hide what they miss beside. */
export function lowestBlocks(report: AssuranceReport, language: AssuranceLanguage): ReportBlock[] {
  const { columns, lowestNote, lowestBounds, noLowest, weakNote } = language.words;
  const leavesWeak = missedWeak(report) !== undefined;
  const lowest = report.recall.cells
    .filter(({ fact }) => !leavesWeak || fact !== 'weak')
    .filter(({ recall: share }) => share.of >= minLowest && share.count < share.of)
    .toSorted((one, other) => one.recall.percent! - other.recall.percent! || other.recall.of - one.recall.of)
    .slice(0, maxLowest);
  const count = language.general.number(minLowest);
  const without = leavesWeak ? [weakNote.leftOut] : [];
  if (lowest.length === 0) return [{ kind: 'text', text: [noLowest(count), ...without].join(' ') }];
  const names = [
    [columns.list, 2.7],
    [columns.type, 2],
    [columns.fact, 2.6],
    [columns.way, 3.5],
  ] as const;
  const rows = lowest.map(({ list, entityType, fact, way, recall: share }) => ({
    names: [list, language.type(entityType), language.fact(fact), language.way(way)],
    share,
  }));
  return [
    {
      kind: 'text',
      text: { text: [lowestNote(count), ...without, lowestBounds].join(' '), isMuted: true },
      isLead: true,
    },
    ...shareTable(language, names, rows),
  ];
}

export function alertBlocks({ alerts }: AssuranceReport, language: AssuranceLanguage): ReportBlock[] {
  const { columns, facts, noAlerts } = language.words;
  if (alerts.cells.length === 0) return [{ kind: 'text', text: noAlerts }];
  const names = [
    [columns.type, 2],
    [facts.clean, 5.2],
    [columns.sameName, 1.4, true],
  ] as const;
  const rows = alerts.cells.map(({ entityType, way, alerts: share, sameName }) => ({
    names: [language.type(entityType), language.way(way), language.general.number(sameName)],
    share,
  }));
  return shareTable(language, names, rows, columns.alertRate);
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
