import { describe, expect, it } from 'vitest';
import { costOf } from './call-cost.ts';

const cost = (billing: 'free' | 'eventQuota' | 'engineCredits', body: string) =>
  costOf({ billing }, body, ['WATCHLIST']);

describe('the cost of a call', () => {
  it('is nothing for what is free, whatever the body', () => {
    expect(cost('free', '{')).toEqual({ kind: 'none' });
  });

  it('is a unit of the event type that the body has', () => {
    expect(cost('eventQuota', '{"eventType":"KYC_EVENT"}')).toEqual({ kind: 'unit', eventType: 'KYC_EVENT' });
    expect(cost('eventQuota', '{"eventType":7}')).toEqual({ kind: 'unclear' });
    expect(cost('eventQuota', '{"eventType":"KYC_')).toEqual({ kind: 'unclear' });
  });

  it('is a credit for each engine once, but not for those that are free', () => {
    const scan = (providers: unknown) =>
      cost('engineCredits', JSON.stringify({ data: { name: 'Jane', providers } }));
    expect(scan(['GLOBAL_CHECK', 'WATCHLIST', 'RISK_LISTS', 'GLOBAL_CHECK'])).toEqual({
      kind: 'credits',
      engines: ['GLOBAL_CHECK', 'RISK_LISTS'],
    });
    expect(scan(['WATCHLIST'])).toEqual({ kind: 'none' });
    expect(scan('GLOBAL_CHECK')).toEqual({ kind: 'unclear' });
    expect(cost('engineCredits', 'null')).toEqual({ kind: 'unclear' });
  });
});
