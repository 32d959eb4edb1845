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
    const result = await replayPages(10_000, {
      onReplayed: (count) => seen.push(count),
      isRefusal: () => true,
      ask: (of) => {
        asked.push(of);
        return Promise.resolve(pages.shift()!);
      },
    });
    expect(asked).toEqual([{ last: 1000 }, { last: 1000, before: 'a' }, { last: 1000, before: 'b' }]);
    expect(seen).toEqual([1000, 2000, 2400]);
    expect(result).toMatchObject({ replayed: 2400, unchanged: 2400, decisions: [{ count: 2400 }] });
  });

  it('asks for no more than was wanted, and for 10,000 at most', async () => {
    const sizes: number[] = [];
    const options = { onReplayed: () => undefined, isRefusal: () => true };
    const ask = ({ last }: { readonly last: number }) => {
      sizes.push(last);
      return Promise.resolve(page(last, 'more'));
    };
    expect((await replayPages(1500, { ...options, ask })).replayed).toBe(1500);
    expect(sizes).toEqual([1000, 500]);
    expect((await replayPages(50_000, { ...options, ask })).replayed).toBe(10_000);
  });

  it('asks again where the service did not answer, and goes on; what it refuses ends it', async () => {
    let calls = 0;
    const answers = [new Error('no answer'), page(1000, 'a'), new Error('no answer'), page(5, null)];
    const options = {
      onReplayed: () => undefined,
      isRefusal: (error: unknown) => (error as Error).message === 'refused',
      waitsMs: [0],
    };
    const ask = () => {
      calls += 1;
      const answer = answers.shift()!;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    expect((await replayPages(5000, { ...options, ask })).replayed).toBe(1005);
    expect(calls).toBe(4);
    const refused = () => {
      calls += 1;
      return Promise.reject(new Error('refused'));
    };
    await expect(replayPages(10, { ...options, ask: refused })).rejects.toThrow('refused');
    expect(calls).toBe(5);
  });
});
