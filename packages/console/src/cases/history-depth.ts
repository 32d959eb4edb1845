import type { CaseDetail } from '@gatehouse/contract';
import { historyOf } from './case-history.ts';

type Entry = CaseDetail['timeline'][number];

/** How much of the history is shown: what decided the case, what happened, or every record with its names in the log. */
export const historyDepths = ['decisions', 'all', 'technical'] as const;
export type HistoryDepth = (typeof historyDepths)[number];

export const historyTexts = {
  label: 'Depth of the history',
  depths: { decisions: 'Decisions', all: 'All', technical: 'Technical' },
  /** On paper, below the title. */
  printed: {
    decisions: 'Decisions only',
    all: 'All events',
    technical: 'All records, with technical details',
  },
  none: 'No decision yet.',
} as const;

/** Actions that decide something of a case, or end it. */
const decisions: ReadonlySet<string> = new Set([
  'case.propose',
  'case.approve',
  'case.reject',
  'case.close',
  'case.cancel',
  'case.take_back',
  'case.void',
  'case.pass_on',
  'case.return',
  'case.rule',
  'case.join',
  'case.split',
  'execution.complete',
  'execution.cancel',
  'execution.fail',
]);

/** The entries of a depth, oldest first. Only `technical` has records that say the same of one decision again. */
export function entriesAt(depth: HistoryDepth, timeline: readonly Entry[]): readonly Entry[] {
  switch (depth) {
    case 'decisions':
      return historyOf(timeline).filter((entry) =>
        entry.kind === 'act' ? decisions.has(entry.act) : entry.nodeType === 'decision',
      );
    case 'all':
      return historyOf(timeline);
    case 'technical':
      return timeline;
  }
}

/** What the log calls an entry: action and object, or node, attempt and duration. */
export function technicalText(entry: Entry): string {
  if (entry.kind === 'act')
    return `${entry.act} · ${entry.object.kind} ${entry.object.id} · ${entry.actor.kind}`;
  const { nodeId, nodeType, sequence, attempt, at, finishedAt } = entry;
  return `${nodeType} · node ${nodeId} · run ${sequence} · attempt ${attempt} · ${finishedAt - at} ms`;
}
