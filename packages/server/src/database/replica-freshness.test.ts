import { describe, expect, it } from 'vitest';
import { ReplicaFreshness } from './replica-freshness.ts';

const timeline = '00000001';

/** A primary that beats each second from the time 0 on, as seen by a node that allows five seconds. */
function followed(beats: number) {
  const freshness = new ReplicaFreshness(5_000);
  for (let second = 0; second < beats; second += 1) {
    freshness.beatSent({ at: 1_000 + second, timeline, sentAt: second * 1_000 });
  }
  const show = (beat: number | null, replayed = '0/100') =>
    freshness.observe({ isStandby: true, beat, replayed });
  return { freshness, show };
}

describe('a read replica', () => {
  it('is not used before it has shown anything', () => {
    expect(followed(3).freshness.state(3_000)).toBe('unknown');
  });

  it('is as old as the last beat that it has', () => {
    const { freshness, show } = followed(4);
    show(1_002);
    expect(freshness.lagMs(3_500)).toBe(1_500);
    expect(freshness.state(3_500)).toBe('usable');
    expect(freshness.state(7_000)).toBe('usable');
    expect(freshness.state(7_001)).toBe('behind');
  });

  it('stays fresh while nothing but beats is written', () => {
    const { freshness, show } = followed(2);
    for (let second = 2; second < 100; second += 1) {
      freshness.beatSent({ at: 1_000 + second, timeline, sentAt: second * 1_000 });
      show(1_000 + second);
      expect(freshness.state(second * 1_000 + 900)).toBe('usable');
    }
  });

  it('that has stopped grows old, and is used again once it has caught up', () => {
    const { freshness, show } = followed(3_600);
    show(1_001);
    expect(freshness.state(3_600_000)).toBe('unknown');
    show(3_599 + 1_000);
    expect(freshness.state(3_600_000)).toBe('usable');
    for (let second = 3_600; second < 3_700; second += 1) {
      freshness.beatSent({ at: 1_000 + second, timeline, sentAt: second * 1_000 });
      show(3_599 + 1_000);
    }
    expect(freshness.state(3_700_000)).toBe('behind');
    expect(freshness.lagMs(3_700_000)).toBe(101_000);
  });

  it.each([
    ['promoted', { isStandby: false, beat: 1_002, replayed: null }],
    ['unknown', { isStandby: true, beat: null, replayed: '0/100' }],
  ] as const)('that is %s is not used, although it was', (state, facts) => {
    const { freshness, show } = followed(3);
    show(1_002);
    freshness.observe(facts);
    expect(freshness.state(2_100)).toBe(state);
    show(1_002);
    expect(freshness.state(2_100)).toBe('usable');
  });

  it('that gives no answer is not used', () => {
    const { freshness, show } = followed(3);
    show(1_002);
    freshness.lose();
    expect(freshness.state(2_100)).toBe('unreachable');
  });

  it('has the positions that it has applied, on the timeline of the primary', () => {
    const { freshness, show } = followed(3);
    show(1_002, '1/FF');
    expect(freshness.has([])).toBe(true);
    expect(freshness.has(['00000001-1/FF', '00000001-0/FFFFFFFF'])).toBe(true);
    expect(freshness.has(['00000001-1/FF', '00000001-1/100'])).toBe(false);
    expect(freshness.has(['00000002-0/1'])).toBe(false);
    expect(freshness.has(['unknown'])).toBe(false);
    expect(freshness.has([''])).toBe(false);
  });
});
