import type { CaseState, CaseSummary, LatestCase } from '@gatehouse/contract';
import { Badge } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleDot from 'lucide-react/icons/circle-dot';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import Undo2 from 'lucide-react/icons/undo-2';
import Users from 'lucide-react/icons/users';
import { text } from '../messages/text.ts';
import { Icon } from './icon.tsx';

const looks: Readonly<Record<CaseState, readonly [label: string, color: string, icon: LucideIcon]>> = {
  UNASSIGNED: [text('ui.unassigned'), 'gray', CircleDashed],
  UNDER_REVIEW: [text('ui.underReview'), 'ink', CircleDot],
  RETURNED: [text('ui.returned'), 'orange', Undo2],
  OTHER_GROUP: [text('ui.escalated'), 'grape', ArrowUpRight],
  APPROVED: [text('ui.approved'), 'green', CircleCheck],
  REJECTED: [text('ui.rejected'), 'red', CircleX],
  CLOSED: [text('ui.closed'), 'gray', CircleCheck],
};

/** A case that waits for the second of two people has the state of one that waits for the next group. */
export function StatusBadge({
  caseSummary,
}: {
  readonly caseSummary: Pick<CaseSummary, 'status' | 'proposal' | 'pending'>;
}) {
  const { status, proposal, pending } = caseSummary;
  return (
    <CaseStateBadge
      status={status}
      isPending={pending !== null}
      // A proposal without a reason is one by passing on.
      awaitsSecondApproval={status === 'OTHER_GROUP' && typeof proposal?.reason === 'string'}
    />
  );
}

/** The same of a case of which nothing else is known. */
export function CaseStateBadge({
  status,
  isPending,
  awaitsSecondApproval,
}: Pick<LatestCase, 'status' | 'isPending' | 'awaitsSecondApproval'>) {
  const [label, color, icon] = isPending
    ? ([text('ui.decisionPending'), 'ink', Clock] as const)
    : awaitsSecondApproval
      ? ([text('ui.awaitingSecondApproval'), 'grape', Users] as const)
      : looks[status];
  return (
    // A narrow column sets the variable: its words are cut there, and in the title.
    <Badge
      color={color}
      leftSection={<Icon of={icon} />}
      title={label}
      miw="var(--gh-badge-min, max-content)"
      maw="100%"
    >
      {label}
    </Badge>
  );
}
