import { type ReportBlock, tableBlock } from '../../pdf/index.ts';
import type { WholeCase } from '../case-read.ts';
import { changesOf } from '../case-state.ts';
import type { ReportLanguage } from './report-language.ts';
import { actorText, kindText, personText } from './report-people.ts';
import type { ReportSource } from './report-source.ts';

type Entry = WholeCase['timeline'][number];
type Action = Extract<Entry, { kind: 'act' }>;
type NodeRun = Extract<Entry, { kind: 'visit' }>;

/** Who acted: each person, key and part of the service once. */
export function peopleBlocks(source: ReportSource): ReportBlock[] {
  const { whole, language } = source;
  const actions = changesOf(whole).flatMap((entry) => (entry.kind === 'act' ? [entry] : []));
  const byActor = Map.groupBy(actions, ({ actor }) => `${actor.kind} ${actor.name ?? actor.id}`);
  const { people } = language.texts;
  return tableBlock(
    [
      { title: people.name, width: 4.6 },
      { title: people.kind, width: 3.2 },
      { title: people.actions, width: 4 },
      { title: people.first, width: 3.4 },
      { title: people.last, width: 3.4 },
    ],
    [...byActor.values()].map((own) => [
      actorText(own[0]!.actor, source),
      kindText(own[0]!.actor, source),
      language.list([...new Set(own.map(({ act }) => language.action(act)))]),
      language.instant(own[0]!.at),
      language.instant(own.at(-1)!.at),
    ]),
  );
}

/** What changed the case, oldest first. */
export function historyBlocks(source: ReportSource): ReportBlock[] {
  const { whole, language } = source;
  const words = language.texts.history;
  const rows = changesOf(whole).map((entry) =>
    entry.kind === 'act'
      ? [
          language.instant(entry.at),
          actorText(entry.actor, source),
          language.action(entry.act),
          detailOf(entry, source),
        ]
      : [
          language.instant(entry.at),
          words.workflow,
          entry.nodeTitle ?? language.label(entry.nodeType),
          runText(entry, language),
        ],
  );
  return [
    ...tableBlock(
      [
        { title: words.at, width: 4.5 },
        { title: words.who, width: 3.7 },
        { title: words.what, width: 2.8 },
        { title: words.detail, width: 4.4 },
      ],
      rows,
    ),
    { kind: 'text', text: { text: words.left, isMuted: true } },
  ];
}

/** Members of an action's detail that say something to people. */
const shownDetails = [
  'alertId',
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

function detailOf({ object, detail }: Action, source: ReportSource): string {
  const { language } = source;
  const uploadId = object.kind === 'upload' ? object.id : detail['uploadId'];
  const file = source.whole.documents.find((document) => document.uploadId === uploadId);
  const details: Action['detail'] = { ...(file && { filename: file.filename }), ...detail };
  return shownDetails
    .flatMap((name) =>
      details[name] === undefined || details[name] === null ? [] : [[name, details[name]] as const],
    )
    .map(([name, value]) => language.labelled(language.label(name), shownDetail(name, value, source)))
    .join('\n');
}

/** Members whose value is the address of a person. */
const personDetails = new Set(['assignee', 'agreesWith', 'decidedBy']);

function shownDetail(name: string, value: unknown, source: ReportSource): string {
  const { whole, language } = source;
  if (personDetails.has(name) && typeof value === 'string') return personText(value, source);
  if (name === 'alertId')
    return whole.alerts.find(({ alertId }) => alertId === value)?.hit.name ?? language.texts.none;
  if (name === 'reason' && typeof value === 'string') return language.sentences.reason(value);
  if ((name === 'decision' || name === 'proposal') && typeof value === 'string') return language.label(value);
  const rulings: Readonly<Record<string, string>> = language.texts.rulings;
  return (typeof value === 'string' ? rulings[value] : undefined) ?? language.value(value);
}

/** Figures of a node's output, without raw data. */
function runText({ nodeType, output }: NodeRun, language: ReportLanguage): string {
  const members =
    nodeType === 'screening'
      ? ['hits', 'silencedHits', 'topScore']
      : nodeType === 'risk-score'
        ? ['score', 'reasons']
        : [];
  const labels: Readonly<Record<string, string>> = language.texts.history.figures;
  return members
    .filter((name) => output[name] !== undefined)
    .map((name) => {
      const value = output[name];
      return language.labelled(
        labels[name] ?? language.label(name),
        typeof value === 'number' ? language.number(value) : language.value(value),
      );
    })
    .join('\n');
}
