import type { ExecutionDetail, ExecutionStep, StepAnswer, StepEdge } from '@gatehouse/contract';
import { maxAnswerItems } from '@gatehouse/contract/answer-limits';
import { reasonsByRegime, reasonsOf, statusText, unscreenedTitle } from '../cases/ownership-facts.ts';
import {
  counted,
  decisionNodeLabel,
  ownersLabel,
  riskLabel,
  screeningLabel,
} from '../cases/timeline-labels.ts';
import { enginesText } from '../hits/engine-settings.ts';
import { listTitle } from '../hits/list-titles.ts';
import { shareInterval } from '../hits/subject-label.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import { rounded } from '../ui/percent.ts';
import {
  entriesText,
  isoDurationText,
  listText,
  pointsText,
  executionTexts as texts,
} from './execution-texts.ts';

/** A label and what it says. */
export type Fact = readonly [label: string, value: string];
type AnswerOf<Kind extends StepAnswer['kind']> = Extract<StepAnswer, { kind: Kind }>;

/** What a step asked and answered, as labelled facts; empty where the log has none, or parts of the page show it. */
export function answerFacts(answer: StepAnswer): readonly Fact[] {
  switch (answer.kind) {
    case 'screening':
      return screeningFacts(answer);
    case 'riskScore':
      return riskFacts(answer);
    case 'ownership':
      return ownershipFacts(answer);
    case 'blockedOwnership':
      return blockedFacts(answer);
    case 'webhook':
      return webhookFacts(answer);
    case 'wait':
      return [[texts.waited, answer.duration === null ? texts.notLogged : isoDurationText(answer.duration)]];
    case 'decision':
      return decisionFacts(answer);
    case 'submitted':
      return answer.information.particulars.map(({ label, value }) => [label, value]);
    case 'choice':
    case 'none':
      return [];
  }
}

function screeningFacts(answer: AnswerOf<'screening'>): readonly Fact[] {
  const { subjects, subjectCount, engines, lists, hits, suppressedHits, topScore } = answer;
  const settings = Object.fromEntries(engines.map((used) => [used.engine, used.settings]));
  return [
    [texts.screened, orNone(listText(subjects, subjectCount))],
    [texts.engines, orNone(enginesText({ settings }))],
    ...(lists.length === 0 ? [] : [[texts.lists, listText(lists.map(listTitle))] as const]),
    [texts.entries, entriesText(hits, suppressedHits)],
    ...(topScore === null ? [] : [[texts.topScore, topScore.toFixed(2)] as const]),
    ...(answer.invalidIdentifiers === 0
      ? []
      : [[texts.invalidIdentifiers, String(answer.invalidIdentifiers)] as const]),
  ];
}

function riskFacts({ score, base, reasons }: AnswerOf<'riskScore'>): readonly Fact[] {
  return [
    [texts.score, String(score)],
    ...(base === null ? [] : [[texts.baseScore, String(base)] as const]),
    ...reasons.map(({ reason, points }) => [reason, pointsText(points)] as const),
  ];
}

function ownershipFacts(answer: AnswerOf<'ownership'>): readonly Fact[] {
  const owners = answer.beneficialOwners.map(({ name, percent, percentAtMost }) =>
    percent === null ? name : `${name} (${shareInterval(percent, percentAtMost)})`,
  );
  return [
    [texts.parties, String(answer.parties)],
    [texts.beneficialOwners, orNone(listText(owners, answer.beneficialOwnerCount))],
    ...(answer.possibleCount === 0
      ? []
      : [[texts.possibleOwners, listText(answer.possibleBeneficialOwners, answer.possibleCount)] as const]),
    ...(answer.unknownPercent === null
      ? []
      : [[texts.unknownPercent, `${rounded(answer.unknownPercent)} %`] as const]),
    ...unlessEmpty(texts.findings, answer.findings),
    ...unlessEmpty(texts.changes, answer.changes),
  ];
}

function blockedFacts(answer: AnswerOf<'blockedOwnership'>): readonly Fact[] {
  return [
    ...regimeFacts(answer),
    ...unlessEmpty(texts.reasons, reasonsByRegime(answer.reasons)),
    ...unlessEmpty(unscreenedTitle, answer.unscreened),
  ];
}

function regimeFacts({ regimes, reasons }: AnswerOf<'blockedOwnership'>): readonly Fact[] {
  // Where reasons were left off, they may be of any regime: none is then said to have no other reason.
  const areCut = reasons.length >= maxAnswerItems;
  return regimes.map((answer) => {
    const isSearched = !answer.gaps.includes('list-not-searched');
    return [
      answer.regime,
      statusText({ ...answer, isSearched, reasons: areCut ? reasons : reasonsOf(answer, reasons) }),
    ];
  });
}

function webhookFacts({ webhook, inputs, httpStatus, outputs }: AnswerOf<'webhook'>): readonly Fact[] {
  return [
    [texts.webhook, webhook ?? texts.notLogged],
    ...(webhook === null ? [] : [[texts.sent, orNone(inputs.join(', '))] as const]),
    [texts.httpStatus, httpStatus === null ? texts.noHttpAnswer : String(httpStatus)],
    [texts.takenOver, orNone(outputs.join(', '))],
  ];
}

function decisionFacts(answer: AnswerOf<'decision'>): readonly Fact[] {
  const { outcome, groups, fourEyes, riskScore, reasons } = answer;
  return [
    [texts.decision, decisionLabel(outcome)],
    ...(groups.length === 0 ? [] : [[texts.groups, groups.join(', then ')] as const]),
    ...(fourEyes ? [[texts.fourEyes, texts.fourEyesOn] as const] : []),
    ...(riskScore === null ? [] : [[texts.score, String(riskScore)] as const]),
    ...(reasons.length === 0 ? [] : [[texts.reasons, reasons.join(', ')] as const]),
  ];
}

/** What people decided at a manual decision, as far as the execution says. */
export function peopleFacts(step: ExecutionStep, { state, decision }: ExecutionDetail): readonly Fact[] {
  const isManual = step.answer.kind === 'decision' && step.answer.outcome === 'manual';
  if (!isManual || state !== 'COMPLETED' || decision === null || decision === 'manual') return [];
  return [[texts.finalDecision, decisionLabel(decision)]];
}

/** Why an edge was taken; undefined where the log does not say. */
function edgeReason({ conditions, isOtherwise, isFailure }: StepEdge): string | undefined {
  if (isFailure) return texts.onFailure;
  const reasons = [
    ...conditions.map((condition) => `${condition} ${texts.conditionTrue}`),
    ...(isOtherwise ? [texts.otherwise] : []),
  ];
  return reasons.length === 0 ? undefined : reasons.join(', or ');
}

/** Which edge was taken and why. @param titleOf title of a node by its ID */
export function edgeFacts(edge: StepEdge, titleOf: (nodeId: string) => string): readonly Fact[] {
  const reason = edgeReason(edge);
  return [
    [texts.continued, edge.title ?? titleOf(edge.nodeId)],
    ...(reason === undefined ? [] : [[texts.because, reason] as const]),
    ...(edge.values.length === 0
      ? []
      : [[texts.values, edge.values.map(({ name, value }) => `${name} = ${value}`).join(', ')] as const]),
  ];
}

/** The edge by which a step was reached, where the step before it had a choice. */
export function reachedFacts(
  step: ExecutionStep,
  steps: readonly ExecutionStep[],
  titleOf: (nodeId: string) => string,
): readonly Fact[] {
  const before = steps[steps.indexOf(step) - 1];
  if (before?.next?.nodeId !== step.nodeId) return [];
  const reason = edgeReason(before.next);
  const from = titleOf(before.nodeId);
  return [[texts.reachedBy, reason === undefined ? from : `${from}: ${reason}`]];
}

/** A step in one line, for the list of all. @param titleOf title of a node by its ID */
export function stepSummary(
  { answer, failure, next, exceededHitLimits }: ExecutionStep,
  titleOf: (nodeId: string) => string,
): string {
  if (failure !== null) return `${texts.failed}: ${failure}`;
  const way = next === null ? '' : `${texts.continued} ${next.title ?? titleOf(next.nodeId)}`;
  return (
    [upperFirst(answerSummary(answer, exceededHitLimits.length > 0)), way]
      .filter((part) => part !== '')
      .join('. ') || texts.noAnswer
  );
}

function answerSummary(answer: StepAnswer, isCut: boolean): string {
  switch (answer.kind) {
    case 'screening': {
      const { hits: entries, suppressedHits: suppressed, topScore } = answer;
      const found = screeningLabel({
        entries,
        suppressed,
        invalid: answer.invalidIdentifiers,
        isCut,
      });
      return topScore === null ? found : `${found}, ${texts.topScore.toLowerCase()} ${topScore.toFixed(2)}`;
    }
    case 'riskScore':
      return riskLabel(answer.score, [
        ...(answer.base === null ? [] : [`${texts.base} ${answer.base}`]),
        ...answer.reasons.map(({ reason, points }) => `${reason} ${pointsText(points)}`),
      ]);
    case 'ownership':
      return ownersLabel({
        certain: answer.beneficialOwnerCount,
        possible: answer.possibleCount,
      });
    case 'blockedOwnership':
      return regimeFacts(answer)
        .map(([regime, status]) => `${regime}: ${status}`)
        .join('; ');
    case 'webhook':
      return answer.httpStatus === null ? texts.noHttpAnswer : `${texts.httpStatus} ${answer.httpStatus}`;
    case 'wait':
      return answer.duration === null ? '' : isoDurationText(answer.duration);
    case 'submitted':
      return submittedSummary(answer);
    case 'decision':
      return decisionNodeLabel(answer.outcome, answer.groups);
    case 'choice':
    case 'none':
      return '';
  }
}

function submittedSummary({ information, documents }: AnswerOf<'submitted'>): string {
  const { particulars, declarations, contacts, consents } = information;
  const counts = [
    [particulars.length, 'field'],
    [declarations.length, 'declaration'],
    [documents.length, 'document'],
    [contacts.length, 'verified contact'],
    [consents.length, 'consent'],
  ] as const;
  return counts.flatMap(([count, noun]) => (count === 0 ? [] : [counted(count, noun)])).join(', ');
}

function upperFirst(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function orNone(text: string): string {
  return text === '' ? texts.none : text;
}

function unlessEmpty(label: string, items: readonly string[]): readonly Fact[] {
  return items.length === 0 ? [] : [[label, items.join('; ')]];
}
