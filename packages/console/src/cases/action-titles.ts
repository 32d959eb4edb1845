import type { CaseDetail } from '@gatehouse/contract';
import { text, textIfKnown } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { labelOf } from '../ui/format.ts';

type ActEntry = Extract<CaseDetail['timeline'][number], { kind: 'act' }>;
type Detail = ActEntry['detail'];

/** `case.approve` as `Case: approved`. */
export function actName(act: string): string {
  const [noun = '', verb = ''] = act.split('.');
  const what = textIfKnown(`case.act-${act}`);
  if (what === undefined)
    return text('case.actOf', {
      object: labelOf(noun),
      what: textIfKnown(`audit.verb-${verb.replaceAll('_', '-')}`) ?? verb.replaceAll('_', ' '),
    });
  if (noun === 'case') return text('case.actOfCase', { what });
  return noun === 'execution' ? text('case.actOfExecution', { what }) : what;
}

/**
 * What was done, on a page that says by itself what it was done to.
 * @param titleOf title of a node by its ID
 */
export function actTitle({ act, detail }: ActEntry, titleOf: (nodeId: string) => string = String): string {
  const title = titleWith(act, detail, titleOf) ?? textIfKnown(`case.act-${act}`) ?? actName(act);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** What was done with what the detail says of it; undefined where it says nothing further. */
function titleWith(act: string, detail: Detail, titleOf: (nodeId: string) => string): string | undefined {
  const stated = (name: string) => (typeof detail[name] === 'string' ? detail[name] : undefined);
  const decision = decisionText(stated('decision') ?? stated('proposal'));
  const by = stated('agreesWith');
  const step = stated('nodeId');
  switch (act) {
    case 'case.rule':
      return rulingTitle(detail);
    case 'case.assign':
      return withText(stated('assignee'), (assignee) =>
        text('case.assignedTo', { assignee: personName(assignee) }),
      );
    case 'case.pass_on':
      return withText(stated('toGroup'), (group) => text('case.passedOnTo', { group }));
    case 'case.propose':
      return withText(decision, (word) => text('case.proposedDecision', { decision: word }));
    case 'case.hold':
      return withText(decision, (word) =>
        text('case.heldDecision', { decision: word, seconds: String(detail['seconds']) }),
      );
    case 'case.take_back':
      return withText(decision, (word) =>
        text('case.takenBackDecision', { decision: word, by: personName(stated('decidedBy') ?? '') }),
      );
    case 'case.void':
      return withText(decision, (word) =>
        text('case.voidDecision', { decision: word, because: stated('because') ?? '' }),
      );
    case 'case.approve':
      return withText(by, (name) => text('case.approvedAs', { by: personName(name) }));
    case 'case.reject':
      return withText(by, (name) => text('case.rejectedAs', { by: personName(name) }));
    case 'case.close':
      return withText(by, (name) => text('case.closedAs', { by: personName(name) }));
    case 'flow.give':
      return withText(step, (nodeId) => text('case.stepSubmitted', { step: titleOf(nodeId) }));
    case 'flow.reopen':
      return withText(step, (nodeId) => text('case.stepReopened', { step: titleOf(nodeId) }));
    case 'flow.open':
      return withText(stated('device') || undefined, (device) => text('case.linkOpenedOn', { device }));
    // The end of its execution is the case's own.
    case 'execution.complete':
      return resolvedTitle(stated('decision'));
    default:
      return undefined;
  }
}

function withText(value: string | undefined, write: (value: string) => string): string | undefined {
  return value === undefined ? undefined : write(value);
}

function rulingTitle(detail: Detail): string {
  const code = String(detail['ruling']);
  // Who leaves a hit open rules on nothing.
  if (code === 'UNDECIDED') return text('case.hitUndecided');
  const ruling = textIfKnown(`case.ruled-${code}`) ?? code;
  const { entityIds } = detail;
  return Array.isArray(entityIds)
    ? text('case.hitRulingOfEntries', { ruling, count: entityIds.length })
    : text('case.hitRuling', { ruling });
}

function resolvedTitle(decision: string | undefined): string {
  if (decision === undefined) return text('case.caseResolved');
  return text('case.caseResolvedBy', { decision: outcomeText(decision) });
}

/** What somebody decides: `reject`; another word stays as it is. */
function decisionText(decision: string | undefined): string | undefined {
  return decision === undefined ? undefined : (textIfKnown(`case.decide-${decision}`) ?? decision);
}

/** What was decided: `rejected`; another word stays as it is. */
export function outcomeText(decision: string): string {
  return textIfKnown(`case.outcome-${decision}`) ?? decision;
}
