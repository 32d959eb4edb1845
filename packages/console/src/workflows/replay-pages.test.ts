import type { ReplayResult } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { replayPages } from './replay-pages.ts';

const page = (replayed: number, next: string | null): ReplayResult => ({
  replayed,
  unchanged: replayed,
  changed: [],
  decisions: [{ before: 'approve', after: 'approve', count: replayed }],
  next,
});

describe('a replay of more submits than one call takes', () => {
  it('continues where each call ended, adds up, and says how far it is', async () => {
    const asked: object[] = [];
    const seen: number[] = [];
    const pages = [page(1000, 'a'), page(1000, 'b'), page(400, null)];
    const result = await replayPages(
      10_000,
      (count) => seen.push(count),
      (of) => {
        asked.push(of);
        return Promise.resolve(pages.shift()!);
      },
    );
    expect(asked).toEqual([{ last: 1000 }, { last: 1000, before: 'a' }, { last: 1000, before: 'b' }]);
    expect(seen).toEqual([1000, 2000, 2400]);
    expect(result).toMatchObject({ replayed: 2400, unchanged: 2400, decisions: [{ count: 2400 }] });
  });

  it('asks for no more than was wanted, and for 10,000 at most', async () => {
    const sizes: number[] = [];
    const replay = ({ last }: { readonly last: number }) => {
      sizes.push(last);
      return Promise.resolve(page(last, 'more'));
    };
    expect((await replayPages(1500, () => undefined, replay)).replayed).toBe(1500);
    expect(sizes).toEqual([1000, 500]);
    expect((await replayPages(50_000, () => undefined, replay)).replayed).toBe(10_000);
  });
});
