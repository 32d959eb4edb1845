import type { WholeCase } from '../case-read.ts';
import { changesOf } from '../case-state.ts';
import { type ReportBlock, tableBlock } from './report-blocks.ts';
import { instantText, labelText, valueText } from './report-format.ts';
import { actionWords, reportWords } from './report-words.ts';

const words = reportWords.history;
type Entry = WholeCase['timeline'][number];
type Action = Extract<Entry, { kind: 'act' }>;

/** Who acted: each person, key and part of the service once. */
export function peopleBlocks(whole: WholeCase): ReportBlock[] {
  const actions = changesOf(whole).flatMap((entry) => (entry.kind === 'act' ? [entry] : []));
  const byActor = Map.groupBy(actions, ({ actor }) => `${actor.kind} ${actor.name ?? actor.id}`);
  const { people } = reportWords;
  return tableBlock(
    [
      { title: people.name, width: 4 },
      { title: people.kind, width: 2.2 },
      { title: people.actions, width: 5 },
      { title: people.first, width: 4.6 },
      { title: people.last, width: 4.6 },
    ],
    [...byActor.values()].map((own) => [
      whoOf(own[0]!),
      kindOf(own[0]!),
      [...new Set(own.map(({ act }) => actionText(act)))].join(', '),
      instantText(own[0]!.at),
      instantText(own.at(-1)!.at),
    ]),
  );
}

/** What changed the case, oldest first. */
export function historyBlocks(whole: WholeCase): ReportBlock[] {
  const rows = changesOf(whole).map((entry) =>
    entry.kind === 'act'
      ? [instantText(entry.at), whoOf(entry), actionText(entry.act), detailOf(entry)]
      : [
          instantText(entry.at),
          words.workflow,
          entry.nodeTitle ?? labelText(entry.nodeType),
          runText(entry.nodeType, entry.output),
        ],
  );
  return [
    ...tableBlock(
      [
        { title: words.at, width: 3.7 },
        { title: words.who, width: 3 },
        { title: words.what, width: 3 },
        { title: words.detail, width: 5 },
      ],
      rows,
    ),
    { kind: 'text', text: { text: words.left, isMuted: true } },
  ];
}

function whoOf({ actor }: Action): string {
  return actor.name ?? actor.id;
}

function kindOf({ actor }: Action): string {
  const kinds: Readonly<Record<string, string>> = reportWords.actorKinds;
  return kinds[actor.kind] ?? labelText(actor.kind);
}

function actionText(act: string): string {
  return actionWords[act] ?? labelText(act.replace('.', ' '));
}

/** Members of an action's detail that say something to people. */
const shownDetails = [
  'decision',
  'proposal',
  'ruling',
  'assignee',
  'toGroup',
  'agreesWith',
  'decidedBy',
  'because',
  'entityIds',
  'verdict',
  'filename',
  'reason',
];

function detailOf({ detail }: Action): string {
  return shownDetails
    .flatMap((name) =>
      detail[name] === undefined || detail[name] === null ? [] : [[name, detail[name]] as const],
    )
    .map(([name, value]) => `${labelText(name)}: ${shownDetail(value)}`)
    .join('\n');
}

function shownDetail(value: unknown): string {
  const rulings: Readonly<Record<string, string>> = reportWords.rulings;
  return (typeof value === 'string' ? rulings[value] : undefined) ?? valueText(value);
}

/** Figures of a node's output, without raw data. */
function runText(nodeType: string, output: Readonly<Record<string, unknown>>): string {
  const members =
    nodeType === 'screening'
      ? ['hits', 'silencedHits', 'topScore']
      : nodeType === 'risk-score'
        ? ['score', 'reasons']
        : [];
  const labels: Readonly<Record<string, string>> = words.figures;
  return members
    .filter((name) => output[name] !== undefined)
    .map((name) => `${labels[name]}: ${valueText(output[name])}`)
    .join('\n');
}
