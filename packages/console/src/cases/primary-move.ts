import type { CaseDetail, CaseTransitionName } from '@gatehouse/contract';

interface Facts {
  readonly moves: readonly Pick<CaseDetail['moves'][number], 'move' | 'allowed'>[];
  readonly alerts: readonly Pick<CaseDetail['alerts'][number], 'resolution'>[];
}

/**
 * The next thing to do, which stands out: a case is claimed before it is decided on. Approval is not proposed against a
 * true match.
 */
export function primaryMoveOf({ moves, alerts }: Facts): CaseTransitionName | undefined {
  const isMatched = alerts.some(({ resolution }) => resolution === 'TRUE_MATCH');
  const order: readonly CaseTransitionName[] = [
    'claim',
    'resume',
    ...(isMatched ? [] : ['approve' as const]),
  ];
  return order.find((name) => moves.some(({ move, allowed }) => move === name && allowed));
}
