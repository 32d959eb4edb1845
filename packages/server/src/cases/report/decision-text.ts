import { missingLines } from './missing-decision.ts';
import type { ReportDocument, ReportTone } from './report-blocks.ts';
import type { ReportLanguage } from './report-language.ts';
import { actorText, personText } from './report-people.ts';
import type { ReportSource } from './report-source.ts';

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
        words.madeBy(personText(by, source)),
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
        words.proposedBy(personText(by, source)),
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

const tones: Readonly<Record<string, ReportTone>> = { APPROVED: 'positive', REJECTED: 'negative' };
const decisions: ReadonlySet<string> = new Set(['case.approve', 'case.reject', 'case.close', 'case.cancel']);

function resolved(source: ReportSource, resolvedAt: number): ReportDocument['decision'] {
  const { whole, language } = source;
  const words = language.texts.decision;
  const acts = whole.timeline.flatMap((entry) => (entry.kind === 'act' ? [entry] : []));
  const last = acts.findLast(({ act }) => decisions.has(act));
  const first = last?.detail['agreesWith'];
  const at = language.instant(resolvedAt);
  const proposal = acts.findLast(({ act, actor }) => act === 'case.propose' && actor.id === first);
  const lines = [
    last === undefined ? words.decidedAutomatically(at) : words.decidedBy(actorText(last.actor, source), at),
    reasonLine(last?.detail['reason'], language),
    ...(typeof first === 'string' ? [words.confirms(personText(first, source))] : []),
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
