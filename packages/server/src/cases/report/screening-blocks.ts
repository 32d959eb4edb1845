import { fieldsBlock, headed, type ReportBlock, tableBlock } from '../../pdf/index.ts';
import type { WholeCase } from '../case-read.ts';
import type { ReportSource } from './report-source.ts';

type NodeRun = Extract<WholeCase['timeline'][number], { kind: 'visit' }>;

/** What was searched: each screening with its lists and versions, engine and settings. */
export function screeningBlocks(source: ReportSource): ReportBlock[] {
  const { whole, language } = source;
  const words = language.texts.screening;
  const runs = whole.timeline.flatMap((entry) =>
    entry.kind === 'visit' && entry.searchedLists !== null ? [entry] : [],
  );
  return [
    ...(runs.length === 0
      ? [{ kind: 'text', text: whole.isKeyMissing ? language.texts.subject.keyMissing : words.none } as const]
      : runs.flatMap((run) => runBlocks(run, source))),
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

function runBlocks(run: NodeRun, { language, listDates }: ReportSource): ReportBlock[] {
  const words = language.texts.screening;
  const { engines, engineVersion, settings } = (run.input ?? {}) as Readonly<Record<string, unknown>>;
  const datesOf = (searched: { source: string; version: string; at: number }) => {
    const known = listDates.find((one) => one.source === searched.source && one.version === searched.version);
    // A version can be activated again: the run used what was active then.
    const since = known?.activatedAt.findLast((instant) => instant <= searched.at);
    return [
      known?.publishedAt ?? language.texts.none,
      since === undefined ? language.texts.none : language.instant(since),
    ];
  };
  const lists = tableBlock(
    [
      { title: words.list, width: 3.1 },
      { title: words.id, width: 1.8 },
      { title: words.version, width: 2.9 },
      { title: words.published, width: 2 },
      { title: words.activeSince, width: 4 },
    ],
    Object.entries(run.searchedLists ?? {}).map(([source, version]) => [
      language.listTitle(source),
      source,
      version,
      ...datesOf({ source, version, at: run.at }),
    ]),
  );
  return headed(words.run(run.nodeTitle ?? language.label(run.nodeType), language.instant(run.at)), [
    ...fieldsBlock([
      [
        words.engines,
        Array.isArray(engines) ? language.list(engines.map((each) => language.label(String(each)))) : '',
      ],
      [words.engineVersion, typeof engineVersion === 'string' ? engineVersion : ''],
      [words.settings, language.settings(settings)],
    ]),
    ...(lists.length === 0 ? [{ kind: 'text', text: words.noLists } as const] : lists),
  ]);
}
