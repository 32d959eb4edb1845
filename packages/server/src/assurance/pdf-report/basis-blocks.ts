import { fieldsBlock, type ReportBlock, tableBlock } from '../../pdf/index.ts';
import { testedFacts } from '../pack/test-record.ts';
import type { AssuranceReport } from '../run/report.ts';
import type { AssuranceLanguage } from './assurance-language.ts';
import type { AssuranceSource } from './assurance-source.ts';
import type { AssuranceWords } from './words/assurance-words.ts';

/** What was tested and how, what was not, who asks for it, and how others verify it. */

export function testedBlocks(
  { settings, versions }: AssuranceReport,
  language: AssuranceLanguage,
): ReportBlock[] {
  const { words, general } = language;
  const { facts, columns } = words;
  return [
    ...fieldsBlock([
      [facts.engine, general.label(settings.engine)],
      [facts.minScore, language.score(settings.minScore)],
      [facts.minNameScore, language.score(settings.minNameScore)],
      [facts.exactOnly, settings.exactOnly ? general.texts.yes : general.texts.no],
      [facts.weakAliases, facts.weak[settings.weakAliases]],
      [facts.maxHits, general.number(settings.maxHits)],
      [facts.gatehouse, versions.gatehouse],
      [facts.engineVersion, versions.engine],
      [facts.runtime, general.list([versions.node, versions.unicode])],
    ]),
    ...tableBlock(
      [
        { title: columns.list, width: 4 },
        { title: columns.source, width: 2 },
        { title: columns.version, width: 4 },
      ],
      Object.entries(versions.lists).map(([source, version]) => [general.listTitle(source), source, version]),
    ),
    { kind: 'text', text: { text: words.listsNote, isMuted: true } },
  ];
}

export function methodBlocks(
  { pack, available, recall }: AssuranceReport,
  language: AssuranceLanguage,
): ReportBlock[] {
  const { words, general } = language;
  const { method, columns } = words;
  const texts =
    pack.file === null
      ? [
          method.pack,
          method.equal,
          method.ways,
          method.found,
          pack.clean === 'CUSTOMERS' ? method.customers : method.clean,
          method.interval,
          method.apart,
        ]
      : [method.own, method.found, method.interval, method.apart];
  const tested = new Map<string, number>();
  for (const { list, entityType, fact, recall: share } of recall.cells) {
    const key = [list, entityType, fact].join(' ');
    tested.set(key, (tested.get(key) ?? 0) + share.of);
  }
  const coverage = tableBlock(
    [
      { title: columns.list, width: 3.6 },
      { title: columns.type, width: 2 },
      { title: columns.fact, width: 2.6 },
      { title: columns.available, width: 1.4, isNumber: true },
      { title: columns.tested, width: 1.4, isNumber: true },
    ],
    available.map(({ list, entityType, fact, available: count }) => [
      general.listTitle(list),
      language.type(entityType),
      language.fact(fact),
      general.number(count),
      general.number(tested.get([list, entityType, fact].join(' ')) ?? 0),
    ]),
  );
  return [
    ...texts.map((text): ReportBlock => ({ kind: 'text', text })),
    { kind: 'heading', text: method.terms.title },
    ...termBlock(pack.file === null, language),
    ...(coverage.length === 0
      ? []
      : [
          { kind: 'heading', text: method.coverage } as const,
          { kind: 'text', text: { text: method.coverageNote, isMuted: true }, isLead: true } as const,
          ...coverage,
        ]),
  ];
}

/** What the words of the report mean to somebody who reads such a report for the first time. */
function termBlock(isMade: boolean, { words }: AssuranceLanguage): ReportBlock[] {
  const { columns, factNames, below, facts } = words;
  const { terms } = words.method;
  return fieldsBlock([
    [columns.recall, terms.recall],
    [columns.alertRate, terms.alertRate],
    [below.columns.band, terms.score],
    [terms.nameScoreTitle, terms.nameScore],
    [factNames.weak, terms.weak],
    ...(isMade
      ? ([
          [factNames.identifier, terms.identifier],
          [factNames.wallet, terms.wallet],
          [facts.seed, terms.seed],
        ] as const)
      : []),
  ]);
}

export function limitBlocks(
  { report, estimate }: AssuranceSource,
  language: AssuranceLanguage,
): ReportBlock[] {
  const { pack, recall } = report;
  const { limits } = language.words;
  const tested = new Set(recall.byFact.map(({ fact }) => fact));
  const untested = testedFacts.filter((fact) => !tested.has(fact)).map((fact) => language.fact(fact));
  const isMade = pack.file === null;
  return [
    limits.engine,
    limits.lists,
    limits.watchlist,
    limits.payments,
    ...(isMade ? [limits.alterations] : []),
    ...(isMade && pack.clean === undefined ? [limits.customers] : []),
    ...(isMade && untested.length > 0 ? [limits.untested(language.general.list(untested))] : []),
    limits.people,
    ...(estimate?.missed ? [] : [limits.belowLine]),
  ].map((text) => ({ kind: 'text', text }));
}

export function demandBlocks({ words }: AssuranceLanguage): ReportBlock[] {
  const { columns, demands, demandsNote } = words;
  return [
    { kind: 'text', text: { text: demandsNote, isMuted: true }, isLead: true },
    ...tableBlock(
      [
        { title: columns.who, width: 2 },
        { title: columns.asked, width: 3 },
        { title: columns.part, width: 3 },
        { title: columns.read, width: 2.2 },
      ],
      demands,
    ),
  ];
}

export function verifyBlocks(source: AssuranceSource, { words }: AssuranceLanguage): ReportBlock[] {
  const { verify } = words;
  return [
    verify.hash,
    ...(source.estimate === undefined ? [] : [verify.rulings]),
    source.isAttested ? verify.audit : verify.notAttested,
    againText(source, verify),
  ].map((text) => ({ kind: 'text', text }));
}

function againText({ report, isOfService }: AssuranceSource, verify: AssuranceWords['verify']): string {
  if (isOfService) return verify.againService;
  return report.pack.file === null ? verify.again(commandOf(report)) : verify.againFile;
}

/** What gives the same report on the command line. */
function commandOf({ settings, pack }: AssuranceReport): string {
  const set = Object.entries(settings.engineSettings).map(
    ([name, value]) => `--set ${name}=${String(value)}`,
  );
  return [
    'gatehouse prove',
    `--engine ${settings.engine}`,
    ...set,
    `--top ${settings.maxHits}`,
    `--seed ${pack.seed}`,
    `--records ${pack.requested}`,
  ].join(' ');
}
