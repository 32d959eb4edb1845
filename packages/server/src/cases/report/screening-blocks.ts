import type { WholeCase } from '../case-read.ts';
import { fieldsBlock, headed, type ReportBlock, tableBlock } from './report-blocks.ts';
import type { ReportLanguage } from './report-language.ts';
import type { ReportSource } from './report-source.ts';

type NodeRun = Extract<WholeCase['timeline'][number], { kind: 'visit' }>;

/** What was searched: each screening with its lists and versions, engine and settings. */
export function screeningBlocks({ whole, language }: ReportSource): ReportBlock[] {
  const words = language.texts.screening;
  const runs = whole.timeline.flatMap((entry) =>
    entry.kind === 'visit' && entry.searchedLists !== null ? [entry] : [],
  );
  return [
    ...(runs.length === 0
      ? [{ kind: 'text', text: words.none } as const]
      : runs.flatMap((run) => runBlocks(run, language))),
    ...whole.exceededHitLimits.map(
      (exceeded): ReportBlock => ({
        kind: 'callout',
        tone: 'warning',
        title: words.exceededTitle,
        text: words.exceeded({
          ...exceeded,
          engine: language.label(exceeded.engine),
          maxHits: language.number(exceeded.maxHits),
        }),
      }),
    ),
  ];
}

function runBlocks(run: NodeRun, language: ReportLanguage): ReportBlock[] {
  const words = language.texts.screening;
  const { engines, engineVersion, settings } = (run.input ?? {}) as Readonly<Record<string, unknown>>;
  const lists = tableBlock(
    [
      { title: words.list, width: 4 },
      { title: words.id, width: 2 },
      { title: words.version, width: 5 },
    ],
    Object.entries(run.searchedLists ?? {}).map(([source, version]) => [
      language.listTitle(source),
      source,
      version,
    ]),
  );
  return headed(words.run(run.nodeTitle ?? language.label(run.nodeType), language.instant(run.at)), [
    ...fieldsBlock([
      [
        words.engines,
        Array.isArray(engines) ? language.list(engines.map((each) => language.label(String(each)))) : '',
      ],
      [words.engineVersion, typeof engineVersion === 'string' ? engineVersion : ''],
      [words.settings, settings === undefined ? '' : language.value(settings)],
    ]),
    ...(lists.length === 0 ? [{ kind: 'text', text: words.noLists } as const] : lists),
  ]);
}
