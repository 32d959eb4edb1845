import { describe, expect, it } from 'vitest';
import { setUp } from '../test/client-at-gateway.ts';
import { inTurn, ok } from '../test/tiny-gateway.ts';

describe('quickscan.run', () => {
  const subject = {
    name: 'Jane',
    customerType: 'Individual',
    providers: ['GLOBAL_CHECK', 'WATCHLIST'],
  } as const;
  const started = () => ok({ code: 200, id: 's1', status: 'RUNNING' });
  const running = ok({ code: 200, id: 's1', status: 'RUNNING' });

  it('polls about every 3 s and returns inlined hits', async () => {
    const hits = { GLOBAL_CHECK: [{ hitId: 'h' }], WATCHLIST: [] };
    const done = ok({
      code: 200,
      id: 's1',
      status: 'DONE',
      totalHits: 1,
      truncated: false,
      hitCounts: { GLOBAL_CHECK: 1, WATCHLIST: 0 },
      hits,
    });
    const { client, clock } = await setUp({
      'quickscan.submit': started,
      'quickscan.detail': inTurn(running, running, done),
    });
    const result = await client.quickscan.run(subject);
    expect(result).toEqual({
      kind: 'done',
      id: 's1',
      totalHits: 1,
      hitCounts: { GLOBAL_CHECK: 1, WATCHLIST: 0 },
      hits,
    });
    expect(clock.pauses).toEqual([250, 3000, 3000]);
  });

  it('fetches every page of every engine when the hits are not inlined', async () => {
    const pages: Record<string, string[][]> = { GLOBAL_CHECK: [['a', 'b'], ['c']], WATCHLIST: [[]] };
    const done = ok({
      code: 200,
      id: 's1',
      status: 'DONE',
      totalHits: 51,
      truncated: true,
      hitCounts: {},
      hits: null,
    });
    const { client } = await setUp({
      'quickscan.submit': started,
      'quickscan.detail': () => done,
      'quickscan.hits': ({ input }) => {
        const { provider, page } = input.data as { provider: string; page: number };
        const all = pages[provider]!;
        const hits = { [provider]: all[page - 1]!.map((hitId) => ({ hitId })) };
        return ok({ code: 200, id: 's1', totalHits: 3, truncated: page < all.length, hits });
      },
    });
    await expect(client.quickscan.run(subject)).resolves.toMatchObject({
      kind: 'done',
      hits: { GLOBAL_CHECK: [{ hitId: 'a' }, { hitId: 'b' }, { hitId: 'c' }], WATCHLIST: [] },
    });
  });

  it('tells a failed scan and one that outlasts the timeout', async () => {
    const { client } = await setUp({
      'quickscan.submit': started,
      'quickscan.detail': inTurn(ok({ code: 200, id: 's1', status: 'FAILED' }), running),
    });
    await expect(client.quickscan.run(subject)).resolves.toEqual({ kind: 'failed', id: 's1' });
    await expect(client.quickscan.run(subject, { timeoutMs: 4000 })).resolves.toEqual({
      kind: 'stillRunning',
      id: 's1',
    });
  });
});
