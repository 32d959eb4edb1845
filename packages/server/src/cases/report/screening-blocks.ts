import type { WholeCase } from '../case-read.ts';
import { fieldsBlock, headed, type ReportBlock, tableBlock } from './report-blocks.ts';
import { instantText, labelText, listText, valueText } from './report-format.ts';
import { reportWords } from './report-words.ts';

const words = reportWords.screening;
type NodeRun = Extract<WholeCase['timeline'][number], { kind: 'visit' }>;

/** What was searched: each screening with its lists and versions, engine and settings. */
export function screeningBlocks(whole: WholeCase): ReportBlock[] {
  const runs = whole.timeline.flatMap((entry) =>
    entry.kind === 'visit' && entry.searchedLists !== null ? [entry] : [],
  );
  return [
    ...(runs.length === 0 ? [{ kind: 'text', text: words.none } as const] : runs.flatMap(runBlocks)),
    ...whole.exceededHitLimits.map(
      (exceeded): ReportBlock => ({
        kind: 'callout',
        tone: 'warning',
        title: words.exceededTitle,
        text: words.exceeded(exceeded),
      }),
    ),
  ];
}

function runBlocks(run: NodeRun): ReportBlock[] {
  const { engines, engineVersion, settings } = (run.input ?? {}) as Readonly<Record<string, unknown>>;
  const lists = tableBlock(
    [
      { title: words.list, width: 4 },
      { title: words.id, width: 2 },
      { title: words.version, width: 5 },
    ],
    Object.entries(run.searchedLists ?? {}).map(([source, version]) => [listText(source), source, version]),
  );
  return headed(words.run(run.nodeTitle ?? labelText(run.nodeType), instantText(run.at)), [
    ...fieldsBlock([
      [
        words.engines,
        Array.isArray(engines) ? engines.map((each) => labelText(String(each))).join(', ') : '',
      ],
      [words.engineVersion, typeof engineVersion === 'string' ? engineVersion : ''],
      [words.settings, settings === undefined ? '' : valueText(settings)],
    ]),
    ...(lists.length === 0 ? [{ kind: 'text', text: words.noLists } as const] : lists),
  ]);
}
