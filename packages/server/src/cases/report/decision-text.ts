import type { WholeCase } from '../case-read.ts';
import type { ReportDocument, ReportTone } from './report-blocks.ts';
import type { ReportLanguage } from './report-language.ts';
import type { ReportSource } from './report-source.ts';

/** The decision with who made it, why, and who confirmed it; of an open case, what is still missing. */
export function decisionOf({ whole, language }: ReportSource): ReportDocument['decision'] {
  const words = language.texts.decision;
  if (whole.resolvedAt !== null) return resolved(whole, whole.resolvedAt, language);
  if (whole.pending !== null) {
    const { decision, by, reason } = whole.pending;
    return {
      tone: 'warning',
      title: words.pending(words.verbs[decision]),
      text: [words.madeBy(by), words.reason(language.sentences.reason(reason)), words.pendingText].join('\n'),
    };
  }
  if (whole.proposal !== null) {
    const { decision, by, reason } = whole.proposal;
    return {
      tone: 'warning',
      title: words.proposed(words.verbs[decision]),
      text: [words.proposedBy(by), reasonLine(reason, language)].join('\n'),
    };
  }
  return {
    tone: 'neutral',
    title: words.open,
    text: words.openText(language.texts.statuses[whole.status]),
  };
}

const tones: Readonly<Record<string, ReportTone>> = { APPROVED: 'positive', REJECTED: 'negative' };
const decisions: ReadonlySet<string> = new Set(['case.approve', 'case.reject', 'case.close', 'case.cancel']);

function resolved(
  whole: WholeCase,
  resolvedAt: number,
  language: ReportLanguage,
): ReportDocument['decision'] {
  const words = language.texts.decision;
  const acts = whole.timeline.flatMap((entry) => (entry.kind === 'act' ? [entry] : []));
  const last = acts.findLast(({ act }) => decisions.has(act));
  const first = last?.detail['agreesWith'];
  const at = language.instant(resolvedAt);
  const proposal = acts.findLast(({ act, actor }) => act === 'case.propose' && actor.id === first);
  const lines = [
    last === undefined ? words.decidedAutomatically(at) : words.decidedBy(language.actorName(last.actor), at),
    reasonLine(last?.detail['reason'], language),
    ...(typeof first === 'string' ? [words.confirms(first)] : []),
    ...(typeof proposal?.detail['reason'] === 'string'
      ? [words.firstReason(language.sentences.reason(proposal.detail['reason']))]
      : []),
  ];
  return {
    tone: tones[whole.status] ?? 'neutral',
    title: language.texts.statuses[whole.status],
    text: lines.join('\n'),
  };
}

function reasonLine(reason: unknown, language: ReportLanguage): string {
  const words = language.texts.decision;
  return typeof reason === 'string' && reason !== ''
    ? words.reason(language.sentences.reason(reason))
    : words.noReason;
}
