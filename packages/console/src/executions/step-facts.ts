import type { ExecutionDetail, ExecutionStep, StepAnswer, StepEdge } from '@gatehouse/contract';
import { maxAnswerItems } from '@gatehouse/contract/answer-limits';
import { reasonsByRegime, reasonsOf, statusText, unscreenedTitle } from '../cases/ownership-facts.ts';
import { ownershipChange, structureFinding } from '../cases/ownership-sentences.ts';
import { decisionNodeLabel, ownersLabel, riskLabel, screeningLabel } from '../cases/timeline-labels.ts';
import { enginesText } from '../hits/engine-settings.ts';
import { listTitle } from '../hits/list-titles.ts';
import { shareInterval } from '../hits/subject-label.ts';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { decisionLabel } from '../ui/decision-label.ts';
import { clausesText, formatNumber, listText, percentText, percent as scoreText } from '../ui/format.ts';
import { rounded } from '../ui/percent.ts';
import { answerFieldText, answerValueText } from '../ui/stated-answer.ts';
import { entriesText, isoDurationText, listWithMore, pointsText } from './execution-texts.ts';

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
      return [
        [
          text('executions.waited'),
          answer.duration === null ? text('executions.notLogged') : isoDurationText(answer.duration),
        ],
      ];
    case 'decision':
      return decisionFacts(answer);
    case 'submitted':
      return answer.information.particulars.map((one) => [answerFieldText(one), answerValueText(one)]);
    case 'choice':
    case 'none':
      return [];
  }
}

function screeningFacts(answer: AnswerOf<'screening'>): readonly Fact[] {
  const { subjects, subjectCount, engines, lists, hits, suppressedHits, topScore } = answer;
  const settings = Object.fromEntries(engines.map((used) => [used.engine, used.settings]));
  return [
    [text('executions.screened'), orNone(listWithMore(subjects, subjectCount))],
    [text('executions.engines'), orNone(enginesText({ settings }))],
    ...(lists.length === 0 ? [] : [[text('executions.lists'), listWithMore(lists.map(listTitle))] as const]),
    [text('executions.entries'), entriesText(hits, suppressedHits)],
    ...(topScore === null ? [] : [[text('executions.topScore'), scoreText(topScore)] as const]),
    ...(answer.invalidIdentifiers === 0
      ? []
      : [[text('executions.invalidIdentifiers'), formatNumber(answer.invalidIdentifiers)] as const]),
  ];
}

function riskFacts({ score, base, reasons }: AnswerOf<'riskScore'>): readonly Fact[] {
  return [
    [text('executions.score'), formatNumber(score)],
    ...(base === null ? [] : [[text('executions.baseScore'), formatNumber(base)] as const]),
    ...reasons.map(({ reason, points }) => [reason, pointsText(points)] as const),
  ];
}

function ownershipFacts(answer: AnswerOf<'ownership'>): readonly Fact[] {
  const owners = answer.beneficialOwners.map(({ name, percent, percentAtMost }) =>
    percent === null
      ? name
      : text('executions.ownerShare', { name, share: shareInterval(percent, percentAtMost) }),
  );
  return [
    [text('executions.parties'), formatNumber(answer.parties)],
    [text('executions.beneficialOwners'), orNone(listWithMore(owners, answer.beneficialOwnerCount))],
    ...(answer.possibleCount === 0
      ? []
      : [
          [
            text('executions.possibleOwners'),
            listWithMore(answer.possibleBeneficialOwners, answer.possibleCount),
          ] as const,
        ]),
    ...(answer.unknownPercent === null
      ? []
      : [[text('executions.unknownPercent'), percentText(rounded(answer.unknownPercent))] as const]),
    ...unlessEmpty(text('executions.findings'), answer.findings.map(structureFinding)),
    ...unlessEmpty(text('executions.changes'), answer.changes.map(ownershipChange)),
  ];
}

function blockedFacts(answer: AnswerOf<'blockedOwnership'>): readonly Fact[] {
  return [
    ...regimeFacts(answer),
    ...unlessEmpty(text('executions.reasons'), reasonsByRegime(answer.reasons)),
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
    [text('executions.webhook'), webhook ?? text('executions.notLogged')],
    ...(webhook === null ? [] : [[text('executions.sent'), orNone(listText(inputs))] as const]),
    [
      text('executions.httpStatus'),
      httpStatus === null ? text('executions.noHttpAnswer') : String(httpStatus),
    ],
    [text('executions.takenOver'), orNone(listText(outputs))],
  ];
}

function decisionFacts(answer: AnswerOf<'decision'>): readonly Fact[] {
  const { outcome, groups, fourEyes, riskScore, reasons } = answer;
  return [
    [text('executions.decision'), decisionLabel(outcome)],
    ...(groups.length === 0
      ? []
      : [
          [
            text('terms.groups'),
            groups.reduce((one, other) => text('executions.thenGroup', { one, other })),
          ] as const,
        ]),
    ...(fourEyes ? [[text('executions.fourEyes'), text('executions.fourEyesOn')] as const] : []),
    ...(riskScore === null ? [] : [[text('executions.score'), formatNumber(riskScore)] as const]),
    ...(reasons.length === 0 ? [] : [[text('executions.reasons'), listText(reasons)] as const]),
  ];
}

/** What people decided at a manual decision, as far as the execution says. */
export function peopleFacts(step: ExecutionStep, { state, decision }: ExecutionDetail): readonly Fact[] {
  const isManual = step.answer.kind === 'decision' && step.answer.outcome === 'manual';
  if (!isManual || state !== 'COMPLETED' || decision === null || decision === 'manual') return [];
  return [[text('executions.finalDecision'), decisionLabel(decision)]];
}

/** Why an edge was taken; undefined where the log does not say. */
function edgeReason({ conditions, isOtherwise, isFailure }: StepEdge): string | undefined {
  if (isFailure) return text('executions.onFailure');
  const reasons = [
    ...conditions.map((condition) => text('executions.conditionTrue', { condition })),
    ...(isOtherwise ? [text('executions.otherwise')] : []),
  ];
  return reasons.length === 0
    ? undefined
    : reasons.reduce((one, other) => text('executions.or', { one, other }));
}

/** Which edge was taken and why. @param titleOf title of a node by its ID */
export function edgeFacts(edge: StepEdge, titleOf: (nodeId: string) => string): readonly Fact[] {
  const reason = edgeReason(edge);
  return [
    [text('executions.continued'), edge.title ?? titleOf(edge.nodeId)],
    ...(reason === undefined ? [] : [[text('executions.because'), reason] as const]),
    ...(edge.values.length === 0
      ? []
      : [
          [
            text('executions.values'),
            listText(edge.values.map(({ name, value }) => `${name} = ${value}`)),
          ] as const,
        ]),
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
  return [
    [
      text('executions.reachedBy'),
      reason === undefined ? from : text('executions.viaBecause', { from, reason }),
    ],
  ];
}

/** A step in one line, for the list of all. @param titleOf title of a node by its ID */
export function stepSummary(
  { answer, failure, next, exceededHitLimits }: ExecutionStep,
  titleOf: (nodeId: string) => string,
): string {
  if (failure !== null) return text('executions.failedBecause', { reason: failureText(failure) });
  const way =
    next === null ? '' : text('executions.continuedTo', { node: next.title ?? titleOf(next.nodeId) });
  return (
    [upperFirst(answerSummary(answer, exceededHitLimits.length > 0)), way]
      .filter((part) => part !== '')
      .join('. ') || text('executions.noAnswer')
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
      return topScore === null ? found : text('executions.topScoreOf', { found, score: scoreText(topScore) });
    }
    case 'riskScore':
      return riskLabel(answer.score, [
        ...(answer.base === null ? [] : [text('executions.base', { points: answer.base })]),
        ...answer.reasons.map(({ reason, points }) => `${reason} ${pointsText(points)}`),
      ]);
    case 'ownership':
      return ownersLabel({
        certain: answer.beneficialOwnerCount,
        possible: answer.possibleCount,
      });
    case 'blockedOwnership':
      return clausesText(
        regimeFacts(answer).map(([name, value]) => text('entities.labelled', { name, value })),
      );
    case 'webhook':
      return answer.httpStatus === null
        ? text('executions.noHttpAnswer')
        : text('executions.httpStatusIs', { status: String(answer.httpStatus) });
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
    [particulars.length, 'executions.statedFields'],
    [declarations.length, 'executions.statedDeclarations'],
    [documents.length, 'executions.statedDocuments'],
    [contacts.length, 'executions.statedContacts'],
    [consents.length, 'executions.statedConsents'],
  ] as const;
  return listText(counts.flatMap(([count, key]) => (count === 0 ? [] : [text(key, { count })])));
}

function upperFirst(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function orNone(words: string): string {
  return words === '' ? text('executions.nothing') : words;
}

function unlessEmpty(label: string, items: readonly string[]): readonly Fact[] {
  return items.length === 0 ? [] : [[label, clausesText(items)]];
}
