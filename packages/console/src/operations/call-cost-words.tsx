import type { ApiOperation } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text, textIfKnown } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { labelOf, listText } from '../ui/format.ts';
import type { CallCost } from './call-cost.ts';

/** What a call costs, and how much of it is left where one may see that. */
export function useCostSentence(cost: CallCost): string {
  const mayRead = useSession().permissions.includes('usage.read');
  const allowance = useQuery({
    queryKey: ['allowance'],
    queryFn: ({ signal }) => call('allowance.read', { signal }),
    enabled: mayRead && cost.kind !== 'none',
  });
  switch (cost.kind) {
    case 'none':
      return text('operations.costNone');
    case 'unclear':
      return text('operations.costUnclear');
    case 'unit': {
      const uses = text('operations.costUnit', { event: labelOf(cost.eventType) });
      const quota = allowance.data?.events.find(({ eventType }) => eventType === cost.eventType);
      if (allowance.data === undefined) return uses;
      const left =
        quota === undefined
          ? text('operations.notGranted')
          : text('operations.unitsLeft', { count: Math.max(0, quota.granted - quota.used) });
      return `${uses} ${left}`;
    }
    case 'credits': {
      const uses = text('operations.costCredits', {
        count: cost.engines.length,
        engines: listText(cost.engines),
      });
      const credits = allowance.data?.quickScan;
      if (credits === undefined) return uses;
      const count = Math.max(0, credits.granted - credits.used);
      return `${uses} ${text('operations.creditsLeft', { count })}`;
    }
  }
}

/** What an operation does beyond its answer. */
export function effectOf({ name }: Pick<ApiOperation, 'name'>): string {
  return textIfKnown(`operations.effect-${name}`) ?? text('operations.effectReads');
}

/** Whether an operation does anything beyond its answer. */
export function hasEffect({ name }: Pick<ApiOperation, 'name'>): boolean {
  return textIfKnown(`operations.effect-${name}`) !== undefined;
}

/** What a call costs and does, beside the button that makes it. */
export function CallCostWords(props: { readonly operation: ApiOperation; readonly sentence: string }) {
  const { user } = useSession();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="gh-call-cost" role="group" aria-label={text('operations.cost')}>
      <Text size="sm" fw={600}>
        {props.sentence}
      </Text>
      <Text size="sm">{effectOf(props.operation)}</Text>
      {hasEffect(props.operation) && user.environment !== 'test' && (
        <Text size="sm" className="gh-caution">
          {text('operations.production')}
        </Text>
      )}
      <Text size="xs" className="gh-dim">
        {text('operations.keyLimits')}
      </Text>
    </div>
  );
}
