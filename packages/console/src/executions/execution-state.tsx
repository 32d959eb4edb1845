import type { ExecutionSummary } from '@gatehouse/contract';
import { Badge } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import Play from 'lucide-react/icons/play';
import { text } from '../messages/text.ts';
import { Icon } from '../ui/icon.tsx';

const looks: Readonly<
  Record<ExecutionSummary['state'], { readonly color: string; readonly icon: LucideIcon }>
> = {
  RUNNING: { color: 'gray', icon: Play },
  WAITING: { color: 'blue', icon: Clock },
  COMPLETED: { color: 'green', icon: CircleCheck },
  FAILED: { color: 'red', icon: CircleX },
  CANCELLED: { color: 'gray', icon: Ban },
};

/** Whether an execution runs, waits or has ended, and how. */
export function ExecutionState({ state }: { readonly state: ExecutionSummary['state'] }) {
  const { color, icon } = looks[state];
  return (
    <Badge color={color} leftSection={<Icon of={icon} />}>
      {text(`executions.state-${state}`)}
    </Badge>
  );
}
