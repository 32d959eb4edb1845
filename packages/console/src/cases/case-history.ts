import type { CaseDetail } from '@gatehouse/contract';
import { nodeTypeTitle } from '../ui/field-labels.ts';

type Entry = CaseDetail['timeline'][number];
type ActionEntry = Extract<Entry, { kind: 'act' }>;
type NodeRunEntry = Extract<Entry, { kind: 'visit' }>;

/** Decisions of a person that resolve a case, by the action that records them. */
const decisionOfAction: Readonly<Record<string, string>> = {
  'case.approve': 'approve',
  'case.reject': 'reject',
  'case.close': 'close',
};

function outcomeOf({ nodeType, input }: NodeRunEntry): unknown {
  return nodeType === 'decision' ? (input as { outcome?: unknown } | null)?.outcome : undefined;
}

/** The run of the decision node whose outcome resolved the case, where no person did. */
function decidedBy(end: ActionEntry, timeline: readonly Entry[]): NodeRunEntry | undefined {
  if (end.act !== 'execution.complete') return undefined;
  return timeline.find(
    (entry): entry is NodeRunEntry =>
      entry.kind === 'visit' &&
      entry.nodeId === end.detail['nodeId'] &&
      outcomeOf(entry) === end.detail['decision'],
  );
}

/**
 * The history of a case with each decision once. A decision is recorded as the action of a person or the run of a node,
 * and as the end of the execution. A person's action is kept, with its reason; of an automatic decision the end is kept.
 */
export function historyOf(timeline: readonly Entry[]): readonly Entry[] {
  const actions = timeline.filter((entry) => entry.kind === 'act');
  const ends = actions.filter(({ act }) => act === 'execution.complete');
  const isByPerson = (end: ActionEntry) =>
    actions.some(({ act }) => act in decisionOfAction && decisionOfAction[act] === end.detail['decision']);
  const left = new Set<Entry>(
    ends.flatMap((end) => (isByPerson(end) ? end : (decidedBy(end, timeline) ?? []))),
  );
  return withoutRepeats(timeline.filter((entry) => !left.has(entry)));
}

/** A ruling on several list entries of one entity is recorded for each; the first record stays, and names them all. */
function withoutRepeats(timeline: readonly Entry[]): readonly Entry[] {
  let ruling = '';
  let seen = new Set<unknown>();
  return timeline.filter((entry) => {
    const own = entry.kind === 'act' && entry.act === 'case.rule' ? entry : undefined;
    const entityIds = own?.detail['entityIds'];
    if (own === undefined || !Array.isArray(entityIds)) {
      ruling = '';
      return true;
    }
    const key = JSON.stringify([
      own.actor,
      own.detail['subject'],
      own.detail['ruling'],
      own.detail['reason'],
      entityIds.map(String).toSorted((one, other) => one.localeCompare(other)),
    ]);
    const entityId = own.detail['entityId'];
    // The same ruling on the same entry is a new one.
    const isRepeat = key === ruling && !seen.has(entityId);
    seen = isRepeat ? seen.add(entityId) : new Set([entityId]);
    ruling = key;
    return !isRepeat;
  });
}

/** The run of the step of the workflow that an entry is about; undefined for an action of a person or of the service. */
export function stepOf(entry: Entry, timeline: readonly Entry[]): NodeRunEntry | undefined {
  return entry.kind === 'visit' ? entry : decidedBy(entry, timeline);
}

/** The title of a node that ran, else its type; of one that did not run its ID. */
export function titleOfStep(nodeId: string, timeline: readonly Entry[]): string {
  const run = timeline.find((entry) => entry.kind === 'visit' && entry.nodeId === nodeId);
  return run?.kind === 'visit' ? (run.nodeTitle ?? nodeTypeTitle(run.nodeType)) : nodeId;
}
