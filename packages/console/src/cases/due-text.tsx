import type { CaseSummary } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { formatAge, formatLateness, formatZonedInstant } from '../ui/format.ts';

/** By when a case is to be resolved, or whether it was in time. */
export function DueText({
  caseSummary,
}: {
  readonly caseSummary: Pick<CaseSummary, 'dueAt' | 'resolvedAt'>;
}) {
  if (caseSummary.dueAt === null) return '—';
  const late = caseSummary.dueAt < (caseSummary.resolvedAt ?? Date.now());
  const words =
    caseSummary.resolvedAt === null
      ? formatAge(caseSummary.dueAt)
      : late
        ? text('cases.late')
        : text('cases.onTime');
  return (
    <Text
      component="span"
      inherit
      className={late ? 'gh-contradict' : ''}
      fw={late ? 600 : 400}
      title={formatZonedInstant(caseSummary.dueAt)}
    >
      {late && caseSummary.resolvedAt === null
        ? text('cases.overdueBy', { time: formatLateness(caseSummary.dueAt) })
        : words}
    </Text>
  );
}
