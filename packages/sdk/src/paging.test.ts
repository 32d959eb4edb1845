import { describe, expect, it } from 'vitest';
import { setUp } from '../test/client-at-gateway.ts';
import { collect } from '../test/collect.ts';
import { ok, type ReceivedCall } from '../test/tiny-gateway.ts';
import { ScanNotDoneError } from './index.ts';

const all = ['h1', 'h2', 'h3', 'h4', 'h5'];

/** Pages of five hits. */
function hits({ input }: ReceivedCall) {
  const { id, provider, page = 1, pageSize = 20 } = input.data;
  const shown = all.slice((page - 1) * pageSize, page * pageSize).map((hitId) => ({ hitId }));
  const truncated = page * pageSize < all.length;
  return ok({ code: 200, id, totalHits: all.length, truncated, hits: { [provider]: shown } });
}

const query = { id: 's1', provider: 'GLOBAL_CHECK', pageSize: 2 } as const;

describe('hits of a quick scan', () => {
  it('are a page when they are awaited', async () => {
    const { client, gateway } = await setUp({ 'quickscan.hits': hits });
    expect(await client.quickscan.hits(query)).toMatchObject({ totalHits: 5, truncated: true });
    expect(gateway.calls).toHaveLength(1);
  });

  it('are all of them in for await, page by page as they are read', async () => {
    const { client, gateway } = await setUp({ 'quickscan.hits': hits });
    const seen: string[] = [];
    for await (const { hitId } of client.quickscan.hits(query)) {
      seen.push(hitId);
      if (seen.length === 2) expect(gateway.calls).toHaveLength(1);
    }
    expect(seen).toEqual(all);
    expect(gateway.calls).toHaveLength(3);
  });

  it('begin at the page that was asked for', async () => {
    const { client } = await setUp({ 'quickscan.hits': hits });
    const seen = await collect(client.quickscan.hits({ ...query, page: 3 }));
    expect(seen.map(({ hitId }) => hitId)).toEqual(['h5']);
  });

  it.each(['RUNNING', 'FAILED'])('are no empty list of a scan that is %s', async (status) => {
    const answer = { code: 200, id: 's1', status, totalHits: 0, truncated: false, hits: {} };
    const { client } = await setUp({ 'quickscan.hits': () => ok(answer) });
    await expect(collect(client.quickscan.hits(query))).rejects.toThrow(ScanNotDoneError);
    await expect(client.quickscan.hits(query)).resolves.toMatchObject({ status });
  });
});
