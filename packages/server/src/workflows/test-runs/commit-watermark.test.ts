import { describe, expect, it } from 'vitest';
import { committedUntil, type Watermark } from './commit-watermark.ts';

const at = (seconds: number, ...transactions: string[]): Watermark => ({ at: seconds * 1_000, transactions });

describe('until when all executions can be seen', () => {
  it('is not known before a second look', () => {
    expect(committedUntil(undefined, at(10, '3/7'))).toEqual({ until: undefined, watermark: at(10, '3/7') });
  });

  it('is the first look once its transactions are over, whatever began since', () => {
    expect(committedUntil(at(10, '3/7', '4/1'), at(15, '3/8'))).toEqual({
      until: 8_000,
      watermark: at(15, '3/8'),
    });
  });

  it('waits for a transaction for as long as it takes, and for no later one', () => {
    const second = committedUntil(at(10, '3/7', '4/1'), at(15, '3/7', '5/2'));
    expect(second).toEqual({ until: undefined, watermark: at(10, '3/7') });
    const third = committedUntil(second.watermark, at(600, '3/7', '5/2'));
    expect(third).toEqual({ until: undefined, watermark: at(10, '3/7') });
    expect(committedUntil(third.watermark, at(605, '5/2')).until).toBe(8_000);
  });
});
