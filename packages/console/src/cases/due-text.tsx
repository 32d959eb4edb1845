import type { CaseSummary } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { formatAge, formatInstant } from '../ui/format.ts';

/** By when a case is to be concluded, or whether it was in time. */
export function DueText({ of }: { readonly of: Pick<CaseSummary, 'dueAt' | 'resolvedAt'> }) {
  if (of.dueAt === null) return '—';
  const late = of.dueAt < (of.resolvedAt ?? Date.now());
  const words = of.resolvedAt === null ? formatAge(of.dueAt) : late ? 'was late' : 'in time';
  return (
    <Text
      component="span"
      inherit
      className={late ? 'gh-contradict' : ''}
      fw={late ? 600 : 400}
      title={formatInstant(of.dueAt)}
    >
      {late && of.resolvedAt === null ? `overdue, ${words}` : words}
    </Text>
  );
}
