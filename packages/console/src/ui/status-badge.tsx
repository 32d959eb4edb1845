import type { CaseState, CaseSummary } from '@gatehouse/contract';
import { Badge } from '@mantine/core';

const looks: Readonly<Record<CaseState, readonly [label: string, color: string]>> = {
  UNASSIGNED: ['Unassigned', 'gray'],
  UNDER_REVIEW: ['Under review', 'ink'],
  RETURNED: ['Returned', 'orange'],
  OTHER_GROUP: ['Escalated', 'grape'],
  APPROVED: ['Approved', 'green'],
  REJECTED: ['Rejected', 'red'],
  CLOSED: ['Closed', 'gray'],
};

/** A case that waits for the second of two people has the state of one that waits for the next group. */
export function StatusBadge({
  caseSummary,
}: {
  readonly caseSummary: Pick<CaseSummary, 'status' | 'proposal' | 'pending'>;
}) {
  // A proposal without a reason is one by passing on.
  const isProposed = caseSummary.status === 'OTHER_GROUP' && typeof caseSummary.proposal?.reason === 'string';
  const [label, color] =
    caseSummary.pending !== null
      ? (['Decision pending', 'ink'] as const)
      : isProposed
        ? (['Awaiting second approval', 'grape'] as const)
        : looks[caseSummary.status];
  return (
    <Badge color={color} variant="outline">
      {label}
    </Badge>
  );
}
