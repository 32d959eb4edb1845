import { changesOf } from '../case-state.ts';
import type { ReportSource } from './report-source.ts';

/** When the case came into the state that is shown: its last change, whoever or whatever made it. */
export function stateInstant({ whole, rulings }: Pick<ReportSource, 'whole' | 'rulings'>): number {
  return Math.max(
    whole.openedAt,
    whole.resolvedAt ?? 0,
    ...changesOf(whole).map((entry) => (entry.kind === 'visit' ? entry.finishedAt : entry.at)),
    ...whole.notes.map(({ writtenAt }) => writtenAt),
    ...whole.documentReviews.map(({ reviewedAt }) => reviewedAt),
    ...whole.alerts.map(({ ruling }) => ruling?.ruledAt ?? 0),
    ...rulings.map(({ ruledAt }) => ruledAt),
  );
}
