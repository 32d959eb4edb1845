import type { ErasureBlocksView, ErasureView, LegalHoldView } from '@gatehouse/contract';
import { Link } from '@tanstack/react-router';
import { text } from '../messages/text.ts';

const states = {
  REQUESTED: text('erasure.stateRequested'),
  CONFIRMED: text('erasure.stateConfirmed'),
  REFUSED: text('erasure.stateRefused'),
  DONE: text('erasure.stateDone'),
} as const;

export function stateText(state: ErasureView['state']): string {
  return states[state];
}

/** What keeps a customer from being erased now, each in words; empty where nothing does. */
export function blocksText({ holds, openCases, executions }: ErasureBlocksView): string[] {
  return [
    ...(holds > 0 ? [text('erasure.blockedByHolds', { count: holds })] : []),
    ...(openCases > 0 ? [text('erasure.blockedByCases', { count: openCases })] : []),
    ...(executions > 0 ? [text('erasure.blockedByExecutions', { count: executions })] : []),
  ];
}

/** Who placed a hold, on what and why. */
export function holdText({ caseNo, placedBy, reason }: LegalHoldView): string {
  const values = { person: placedBy, reason };
  return caseNo === null
    ? text('erasure.holdBy', values)
    : text('erasure.holdOnCaseBy', { ...values, caseNo });
}

export function CustomerLink({
  domain,
  customerId,
}: {
  readonly domain: string;
  readonly customerId: string;
}) {
  return (
    <Link to="/customers/$domain/$customerId" params={{ domain, customerId }} dir="auto">
      {customerId}
    </Link>
  );
}
