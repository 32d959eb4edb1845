import type { CaseDetail } from '@gatehouse/contract';
import { decisionLabel } from '../ui/decision-label.ts';
import { labelOf } from '../ui/format.ts';
import { blockedSummary } from './ownership-facts.ts';

type Entry = CaseDetail['timeline'][number];
type ActEntry = Extract<Entry, { kind: 'act' }>;
type NodeRunEntry = Extract<Entry, { kind: 'visit' }>;

/** `case.approve` as `Case: approved`. */
export function actName(act: string): string {
  const known = actWords[act];
  if (known !== undefined) return known;
  const [noun = '', verb = ''] = act.split('.');
  return `${labelOf(noun)}: ${verb.replaceAll('_', ' ')}`;
}

/** Acts whose words in the history of a case differ: the end of its execution is the case's own. */
const titlesInCase: Readonly<Record<string, string>> = { 'execution.complete': 'Case resolved' };

/**
 * What was done, on a page that says by itself what it was done to.
 * @param titleOf title of a node by its ID
 */
export function actTitle({ act, detail }: ActEntry, titleOf: (nodeId: string) => string = String): string {
  // Who leaves a hit open rules on nothing.
  if (act === 'case.rule' && detail['ruling'] === 'UNDECIDED') return 'Hit marked undecided';
  const words = (titlesInCase[act] ?? actName(act)).replace(/^(?:Case|Submit): /, '');
  const more = moreOf[act]?.(detail, titleOf);
  const title = more === undefined ? words : `${words}${more}`;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/**
 * The result of a node in a few words; undefined where its type says all.
 * @param titleOf title of another node by its ID
 */
export function nodeRunLabels(
  { nodeType, input, output }: NodeRunEntry,
  titleOf: (nodeId: string) => string,
): string | undefined {
  switch (nodeType) {
    case 'screening':
      return screeningLabel({
        entries: entriesOf(output),
        suppressed: Number(output['silencedHits'] ?? 0),
        invalid: lengthOf(output['invalidIdentifiers']),
        isCut: lengthOf(output['exceededHitLimits']) > 0,
      });
    case 'risk-score':
      return riskLabel(String(output['score']), Array.isArray(output['reasons']) ? output['reasons'] : []);
    case 'decision': {
      const { outcome, groups } = (input ?? {}) as { outcome?: string; groups?: string[] };
      return outcome === undefined ? undefined : decisionNodeLabel(outcome, groups ?? []);
    }
    case 'ownership':
    case 'ownership-structure':
      if (output['beneficialOwners'] === undefined) return undefined;
      return ownersLabel({
        certain: lengthOf(output['beneficialOwners']),
        possible: lengthOf(output['possibleBeneficialOwners']),
        changes: lengthOf(output['changes']),
      });
    case 'blocked-ownership':
      return blockedSummary(output);
    case 'branch':
      return typeof output['to'] === 'string' ? `continued at “${titleOf(output['to'])}”` : undefined;
    default:
      return undefined;
  }
}

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);

/** Each entry once, by whichever engine and for whomever. */
function entriesOf(output: NodeRunEntry['output']): number {
  const ids = output['entityIds'];
  return Array.isArray(ids) ? new Set(ids).size : Number(output['hits'] ?? 0);
}

/** What a screening found. Entries: the page of a case joins those that are one entity into one hit. */
export function screeningLabel(found: {
  readonly entries: number;
  readonly suppressed: number;
  readonly invalid: number;
  /** Whether more matched than was kept. */
  readonly isCut: boolean;
}): string {
  const { entries, suppressed, invalid, isCut } = found;
  return [
    entries === 0 ? 'no hits' : entries === 1 ? '1 matching list entry' : `${entries} matching list entries`,
    ...(suppressed > 0 ? [`${suppressed} suppressed by earlier rulings`] : []),
    ...(isCut ? ['more matched than was kept'] : []),
    ...(invalid > 0 ? [`${counted(invalid, 'identifier')} not valid`] : []),
  ].join(', ');
}

/** A risk score with its reasons. */
export function riskLabel(score: number | string, reasons: readonly string[]): string {
  return reasons.length === 0 ? String(score) : `${score}: ${reasons.join(', ')}`;
}

/** What a decision node did; a manual one routes to its groups. */
export function decisionNodeLabel(outcome: string, groups: readonly string[]): string {
  if (outcome !== 'manual') return decisionLabel(outcome).toLowerCase();
  return groups.length === 0 ? 'routed to review' : `routed to ${groups.join(', then ')}`;
}

/** How many own the customer, and how many may. */
export function ownersLabel(found: {
  readonly certain: number;
  readonly possible: number;
  /** Absent: not counted. */
  readonly changes?: number;
}): string {
  const { changes = 0 } = found;
  return [
    counted(found.certain, 'beneficial owner'),
    ...(found.possible > 0 ? [`${found.possible} possible`] : []),
    ...(changes > 0 ? [counted(changes, 'change')] : []),
  ].join(', ');
}

/** A count with its noun, which takes an s for more than one, and for none. */
function counted(count: number, noun: string): string {
  return count === 0 ? `no ${noun}s` : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Acts whose own words say too little. */
const actWords: Readonly<Record<string, string>> = {
  'execution.submit': 'Submit: received',
  'execution.monitor': 'Submit: screened again after a list change',
  'execution.wait': 'Submit: waiting',
  'execution.complete': 'Submit: decided',
  'execution.cancel': 'Submit: cancelled',
  'execution.fail': 'Submit: failed',
  'execution.resume': 'Submit: resumed',
  'flow.open': 'Hosted link opened',
  'flow.consent': 'Hosted flow: consented and started',
  'flow.give': 'Hosted flow: step submitted',
  'flow.reopen': 'Hosted flow: step reopened',
  'flow.submit': 'Hosted flow: reviewed and submitted',
  'case.claim': 'Case: claimed',
  'case.assign': 'Case: assigned',
  'case.release': 'Case: released',
  'case.return': 'Case: returned',
  'case.resume': 'Case: resumed',
  'case.pass_on': 'Case: passed on',
  'case.propose': 'Case: decision proposed',
  'case.approve': 'Case: approved',
  'case.reject': 'Case: rejected',
  'case.close': 'Case: closed',
  'case.cancel': 'Case: cancelled',
  'case.hold': 'Case: decision made, not in effect yet',
  'case.take_back': 'Case: decision taken back',
  'case.void': 'Case: decision not applied',
  'case.note': 'Case: note added',
  'case.attach': 'Case: file attached',
  'case.accept_document': 'Case: document accepted',
  'case.reject_document': 'Case: document rejected',
  'case.ask_document': 'Case: document requested again',
  'case.receive_document': 'Case: document received again',
  'case.export': 'Case: evidence bundle exported',
  'case.report': 'Case: report made',
  'case.print': 'Case: printed or saved as PDF',
  'case.rule': 'Case: hit ruling',
  'case.join': 'Case: list entries joined as one entity',
  'case.split': 'Case: list entries separated',
  'case_list.export': 'Cases: list exported',
  'quickscan.open_case': 'Quick scan: case requested',
  'case_view.save': 'Cases: view saved',
  'case_view.remove': 'Cases: view removed',
  'audit.export': 'Audit: log exported',
  'upload.read': 'Document viewed',
  'upload.create': 'Document received',
};

const ruled: Readonly<Record<string, string>> = {
  TRUE_MATCH: 'true match',
  FALSE_POSITIVE: 'false positive',
  UNDECIDED: 'undecided',
};

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** What an act's detail adds to its words. */
const moreOf: Readonly<
  Record<string, (detail: ActEntry['detail'], titleOf: (nodeId: string) => string) => string | undefined>
> = {
  'case.assign': ({ assignee }) => text(assignee) && ` to ${text(assignee)}`,
  'case.pass_on': ({ toGroup }) => text(toGroup) && ` to ${text(toGroup)}`,
  'case.propose': ({ proposal }) => text(proposal) && `: ${text(proposal)}`,
  'case.hold': ({ decision, seconds }) =>
    text(decision) && `: ${text(decision)}, held for ${String(seconds)} s`,
  'case.take_back': ({ decision, decidedBy }) =>
    text(decision) && `: ${text(decision)} by ${text(decidedBy)}`,
  'case.void': ({ decision, because }) => text(decision) && `: ${text(decision)}, because ${text(because)}`,
  'case.rule': ({ ruling, entityIds }) =>
    `: ${ruled[String(ruling)] ?? String(ruling)}${Array.isArray(entityIds) ? `, ${entityIds.length} list entries` : ''}`,
  'case.approve': ({ agreesWith }) => text(agreesWith) && `, as proposed by ${text(agreesWith)}`,
  'case.reject': ({ agreesWith }) => text(agreesWith) && `, as proposed by ${text(agreesWith)}`,
  'case.close': ({ agreesWith }) => text(agreesWith) && `, as proposed by ${text(agreesWith)}`,
  'flow.give': ({ nodeId }, titleOf) => text(nodeId) && `, ${titleOf(text(nodeId)!)}`,
  'flow.reopen': ({ nodeId }, titleOf) => text(nodeId) && `, ${titleOf(text(nodeId)!)}`,
  'flow.open': ({ device }) => text(device) && `: ${text(device)}`,
  'execution.complete': ({ decision }) =>
    text(decision) && `: ${decisionLabel(text(decision)!).toLowerCase()}`,
};
