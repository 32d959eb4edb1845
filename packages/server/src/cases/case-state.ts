import type { WholeCase } from './case-read.ts';

/** The state of a case as bundles carry it and reports name it: by its hash both can be told to be of the same one. */

/** What the case is, without what the person who reads it may do and how long they may. */
export function contentOf({
  moves: _moves,
  mayRule: _mayRule,
  mayReviewDocuments: _mayReviewDocuments,
  mayNote: _mayNote,
  mayTakeBack: _mayTakeBack,
  holdSeconds: _holdSeconds,
  pending,
  ...content
}: WholeCase) {
  return { ...content, pending: pending && withoutCountdown(pending) };
}

function withoutCountdown({ decision, by, reason }: NonNullable<WholeCase['pending']>) {
  return { decision, by, reason };
}

/** The content without who read the case or took it out: that changes nothing of it. */
export function stateOf(whole: WholeCase) {
  return { ...contentOf(whole), timeline: changesOf(whole) };
}

const readingActions: ReadonlySet<string> = new Set([
  'case.export',
  'case.print',
  'case.report',
  'upload.read',
]);

/** The history without who read or took out the case. */
export function changesOf({ timeline }: Pick<WholeCase, 'timeline'>): WholeCase['timeline'] {
  return timeline.filter((entry) => entry.kind === 'visit' || !readingActions.has(entry.act));
}

/** A value as files of a bundle have it. */
export function stateText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
