import type { CaseSummary } from '@gatehouse/contract';
import { text } from '../messages/text.ts';
import { formatAge, formatLateness, formatZonedInstant } from '../ui/format.ts';

/** A case that is two weeks late fills the bar: what is later needs no finer scale. */
const fullMs = 14 * 86_400_000;

/** As long before its deadline a case is marked: those that Home counts as due soon. */
const soonMs = 4 * 3_600_000;

/** By when a case is to be resolved, or whether it was in time; how late an open one is also as a length. */
export function DueText({
  caseSummary,
}: {
  readonly caseSummary: Pick<CaseSummary, 'dueAt' | 'resolvedAt'>;
}) {
  const { dueAt, resolvedAt } = caseSummary;
  if (dueAt === null) return '—';
  const lateMs = (resolvedAt ?? Date.now()) - dueAt;
  const isLate = lateMs > 0;
  if (!isLate || resolvedAt !== null) {
    const isSoon = resolvedAt === null && lateMs > -soonMs;
    return (
      <span className={isLate || isSoon ? 'gh-caution gh-late' : undefined} title={formatZonedInstant(dueAt)}>
        {resolvedAt === null ? formatAge(dueAt) : isLate ? text('cases.late') : text('cases.onTime')}
      </span>
    );
  }
  return (
    <span className="gh-caution gh-late" title={formatZonedInstant(dueAt)}>
      <span className="gh-late-words">{text('cases.overdueBy', { time: formatLateness(dueAt) })}</span>
      <span className="gh-late-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(1, lateMs / fullMs) * 100}%` }} />
      </span>
    </span>
  );
}
