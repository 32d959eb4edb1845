import { describe, expect, it } from 'vitest';
import { LruCache } from './lru-cache.ts';

describe('LruCache', () => {
  it('keeps what was asked for lately, and no more than twice as many as wanted', () => {
    const kept = new LruCache<number>(3);
    for (let n = 0; n < 100; n++) {
      kept.set(`${n}`, n);
      // Asked for repeatedly.
      expect(kept.get('0')).toBe(0);
    }
    expect([99, 98, 97].map((n) => kept.get(`${n}`))).toContain(99);
    const left = Array.from({ length: 100 }, (_, n) => kept.get(`${n}`)).filter((n) => n !== undefined);
    expect(left.length).toBeGreaterThanOrEqual(3);
    expect(left.length).toBeLessThanOrEqual(6);
  });
});
