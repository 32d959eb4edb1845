import type { ReportDocument, ReportTone } from '../../pdf/index.ts';
import { missingLines } from './missing-decision.ts';
import type { ReportLanguage } from './report-language.ts';
import { actorText, personText } from './report-people.ts';
import type { ReportSource } from './report-source.ts';

const tones: Readonly<Record<string, ReportTone>> = { APPROVED: 'positive', REJECTED: 'negative' };
const decisions: ReadonlySet<string> = new Set(['case.approve', 'case.reject', 'case.close', 'case.cancel']);
const ends: ReadonlySet<string> = new Set(['execution.complete', 'execution.cancel', 'execution.fail']);

/** The decision with who made it, why, and who confirmed it; of an open case, what is still missing. */
export function decisionOf(source: ReportSource): ReportDocument['decision'] {
  const { whole, language } = source;
  const words = language.texts.decision;
  if (whole.resolvedAt !== null) return resolved(source, whole.resolvedAt);
  if (whole.pending !== null) {
    const { decision, by, reason } = whole.pending;
    return {
      tone: 'warning',
      title: words.pending(words.verbs[decision]),
      text: [
        words.madeBy(personText(by, source), instantOf(source, 'case.hold', by)),
        words.reason(language.sentences.reason(reason)),
        words.pendingText,
      ].join('\n'),
    };
  }
  if (whole.proposal !== null) {
    const { decision, by, reason } = whole.proposal;
    return {
      tone: 'warning',
      title: words.proposed(words.verbs[decision]),
      text: [
        words.proposedBy(personText(by, source), instantOf(source, 'case.propose', by)),
        reasonLine(reason, language),
        ...earlierApprovals(source),
        ...missingLines(source),
      ].join('\n'),
    };
  }
  return {
    tone: 'neutral',
    title: words.open,
    text: [
      words.openText(language.texts.statuses[whole.status]),
      ...earlierApprovals(source),
      ...missingLines(source),
    ].join('\n'),
  };
}

function resolved(source: ReportSource, resolvedAt: number): ReportDocument['decision'] {
  const { whole, language } = source;
  const words = language.texts.decision;
  const acts = whole.timeline.flatMap((entry) => (entry.kind === 'act' ? [entry] : []));
  const at = language.instant(resolvedAt);
  const last = acts.findLast(({ act }) => decisions.has(act));
  if (last === undefined) return decidedWithoutPerson(source, at);
  const first = last.detail['agreesWith'];
  const proposal = acts.findLast(({ act, actor }) => act === 'case.propose' && actor.id === first);
  const lines = [
    words.decidedBy(actorText(last.actor, source), at),
    reasonLine(last.detail['reason'], language),
    ...(typeof first === 'string'
      ? [words.confirms(personText(first, source), instantOf(source, 'case.propose', first))]
      : []),
    ...(typeof proposal?.detail['reason'] === 'string'
      ? [words.firstReason(language.sentences.reason(proposal.detail['reason']))]
      : []),
    ...earlierApprovals(source),
  ];
  return {
    tone: tones[whole.status] ?? 'neutral',
    title: language.texts.statuses[whole.status],
    text: lines.join('\n'),
  };
}

/** Whether the workflow ended in a decision that no person made. */
export function isDecidedByWorkflow({ resolvedAt, timeline }: ReportSource['whole']): boolean {
  const acts = timeline.flatMap((entry) => (entry.kind === 'act' ? [entry] : []));
  const end = acts.findLast(({ act }) => act === 'execution.complete');
  return resolvedAt !== null && end?.actor.kind === 'system' && !acts.some(({ act }) => decisions.has(act));
}

/** Of a case that the workflow decided, by its node, or that something else than a decision ended. */
function decidedWithoutPerson(source: ReportSource, at: string): ReportDocument['decision'] {
  const { whole, language } = source;
  const words = language.texts.decision;
  const end = whole.timeline.findLast((entry) => entry.kind === 'act' && ends.has(entry.act));
  const isOther = end?.kind === 'act' && !isDecidedByWorkflow(whole);
  const node = whole.timeline.findLast((entry) => entry.kind === 'visit');
  const step = node?.kind === 'visit' ? (node.nodeTitle ?? language.label(node.nodeType)) : undefined;
  const lines = isOther
    ? [words.decidedBy(actorText(end.actor, source), at), reasonLine(end.detail['reason'], language)]
    : [words.decidedAutomatically(at), ...(step === undefined ? [] : [words.step(step)])];
  return {
    tone: tones[whole.status] ?? 'neutral',
    title: language.texts.statuses[whole.status],
    text: lines.join('\n'),
  };
}

/** When somebody last did this in the case. */
function instantOf({ whole, language }: ReportSource, act: string, by: string): string {
  const entry = whole.timeline.findLast(
    (one) => one.kind === 'act' && one.act === act && one.actor.id === by,
  );
  return entry === undefined ? language.texts.none : language.instant(entry.at);
}

/** Who passed the case on to the group that follows, since it was last sent back. */
function earlierApprovals(source: ReportSource): string[] {
  const { whole, language } = source;
  const words = language.texts.decision;
  const acts = whole.timeline.flatMap((entry) => (entry.kind === 'act' ? [entry] : []));
  const sentBack = acts.findLastIndex(({ act }) => act === 'case.return');
  return acts
    .slice(sentBack + 1)
    .filter(({ act }) => act === 'case.pass_on')
    .flatMap(({ actor, at, detail }) => [
      words.passedOn({
        by: actorText(actor, source),
        group: language.value(detail['group']),
        at: language.instant(at),
      }),
      reasonLine(detail['reason'], language),
    ]);
}

function reasonLine(reason: unknown, language: ReportLanguage): string {
  const words = language.texts.decision;
  return typeof reason === 'string' && reason !== ''
    ? words.reason(language.sentences.reason(reason))
    : words.noReason;
}
