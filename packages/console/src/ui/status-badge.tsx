import type { CaseState } from '@gatehouse/contract';
import { Badge } from '@mantine/core';

const looks: Readonly<Record<CaseState, readonly [label: string, color: string]>> = {
  UNASSIGNED: ['Unassigned', 'gray'],
  UNDER_REVIEW: ['Under review', 'ink'],
  RETURNED: ['Returned', 'orange'],
  OTHER_GROUP: ['Next group', 'grape'],
  APPROVED: ['Approved', 'green'],
  REJECTED: ['Rejected', 'red'],
  CLOSED: ['Closed', 'gray'],
};

export function StatusBadge({ status }: { readonly status: CaseState }) {
  const [label, color] = looks[status];
  return (
    <Badge color={color} variant="outline">
      {label}
    </Badge>
  );
}
