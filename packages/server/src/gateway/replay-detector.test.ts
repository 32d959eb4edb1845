import { describe, expect, it } from 'vitest';
import { ReplayDetector } from './replay-detector.ts';

const sign = (index: number) => index.toString(16).padStart(24, '0').padEnd(64, 'f');

describe('repeated bodies', () => {
  it('are those that the same key signed before', () => {
    const repeated = new ReplayDetector();
    expect([
      repeated.record('ak_a', sign(1)),
      repeated.record('ak_a', sign(2)),
      repeated.record('ak_b', sign(1)),
      repeated.record('ak_a', sign(1)),
    ]).toEqual([false, false, false, true]);
  });

  it('are remembered for the last 50,000 calls', () => {
    const repeated = new ReplayDetector();
    for (let index = 0; index <= 50_000; index += 1) repeated.record('ak_a', sign(index));
    expect(repeated.record('ak_a', sign(0))).toBe(false);
    expect(repeated.record('ak_a', sign(50_000))).toBe(true);
  });
});
