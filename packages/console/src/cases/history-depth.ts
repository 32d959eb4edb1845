import type { CaseDetail } from '@gatehouse/contract';
import { text } from '../messages/text.ts';
import { historyOf } from './case-history.ts';

type Entry = CaseDetail['timeline'][number];

/** How much of the history is shown: what decided the case, what happened, or every record with its names in the log. */
export const historyDepths = ['decisions', 'all', 'technical'] as const;
export type HistoryDepth = (typeof historyDepths)[number];

/** What a depth is called. */
export function depthLabel(depth: HistoryDepth): string {
  return text(`case.depth-${depth}`);
}

/** The same on paper, below the title. */
export function printedDepth(depth: HistoryDepth): string {
  return text(`case.printedDepth-${depth}`);
}

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

/** Acts of people that only look on. */
const looks: ReadonlySet<string> = new Set(['upload.read', 'case.print', 'case.report', 'case.bundle']);
/** Steps of a workflow whose result a reviewer goes by. */
const keySteps: ReadonlySet<string> = new Set([
  'screening',
  'risk-score',
  'decision',
  'ownership',
  'ownership-structure',
  'blocked-ownership',
]);

/** What a reader looks for first: decisions, what people did to the case, and the steps that led to it. */
export function isKeyEntry(entry: Entry): boolean {
  if (entry.kind === 'visit') return keySteps.has(entry.nodeType);
  return decisions.has(entry.act) || (entry.actor.kind === 'user' && !looks.has(entry.act));
}

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
  return text('case.technicalRun', {
    nodeType,
    nodeId,
    run: String(sequence),
    attempt: String(attempt),
    ms: String(finishedAt - at),
  });
}
