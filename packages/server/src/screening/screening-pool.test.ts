import { join } from 'node:path';
import { chooseEngines } from '@gatehouse/contract';
import { enginePolicies, openVersion, type Subject, screen } from '@gatehouse/matching';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newDirectory } from '../../test/support/new-directory.ts';
import { type ListSnapshot, openLists } from '../lists/index-files/index.ts';
import { madeUpList, writeListFile } from '../lists/index-files/made-up-list.fixture.ts';
import { ScreeningClosed, ScreeningTimedOut } from './screening-errors.ts';
import { ScreeningPool, type ScreeningPoolOptions } from './screening-pool.ts';

const quillon = { id: 9001, first: 'Quillon', last: 'Zorblax', birthDate: '1961-02-03' };
const ottoline = { id: 9002, first: 'Ottoline', last: 'Vantreely' };
const engines = chooseEngines(['GLOBAL_CHECK', 'RISK_LISTS']);
const subject: Subject = { name: 'Quillon Zorblax', type: 'individual' };

async function snapshotOf(number: number, people: Parameters<typeof madeUpList>[0]): Promise<ListSnapshot> {
  const folder = newDirectory();
  const listsDir = join(folder, 'lists');
  await writeListFile(join(listsDir, 'un-sc', 'consolidated.xml'), madeUpList(people));
  const { snapshot } = await openLists({ dataDir: join(folder, 'data'), listsDir });
  return { ...snapshot, number };
}

let first: ListSnapshot;
let second: ListSnapshot;
beforeAll(async () => {
  first = await snapshotOf(1, [quillon, ottoline]);
  second = await snapshotOf(2, [ottoline]);
});

let pool: ScreeningPool | undefined;
afterEach(() => pool?.close());

function open(options: ScreeningPoolOptions = {}, snapshot: () => ListSnapshot = () => first): ScreeningPool {
  pool = new ScreeningPool(snapshot, { threads: 1, ...options });
  return pool;
}

/** Work for some seconds. */
const muchWork = (): Subject[] =>
  Array.from({ length: 20_000 }, (_, index) => ({ ...subject, name: `Name ${index}` }));

describe('ScreeningPool', () => {
  it('finds in a thread what is found without one, by engine and subject', async () => {
    const { snapshot, results } = await open().run({
      subjects: [subject, { name: 'Nobody Atall', type: 'individual' }],
      engines,
    });
    const indexes = first.lists.map((list) => openVersion(list.index));
    expect(snapshot).toBe(first);
    expect(results[0]).toEqual({
      GLOBAL_CHECK: screen(
        indexes,
        subject,
        enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 20 }),
      ),
      RISK_LISTS: screen(indexes, subject, enginePolicies.RISK_LISTS({ searchType: 'Precise', maxHits: 20 })),
    });
    expect(results[0]?.GLOBAL_CHECK?.hits.map((hit) => hit.entityId)).toEqual(['un-sc:9001']);
    expect(results[1]?.GLOBAL_CHECK).toEqual({ hits: [], capped: false });
  });

  it('answers every one of many requests that wait for few threads', async () => {
    const pool = open({ threads: 2, batch: 4 });
    const names = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0 ? 'Quillon Zorblax' : `Name ${index}`,
    );
    const answers = await Promise.all(
      names.map((name) => pool.run({ subjects: [{ name, type: 'individual' }], engines })),
    );
    expect(answers.map(({ results }) => results[0]?.GLOBAL_CHECK?.hits.length)).toEqual(
      names.map((name) => (name === 'Quillon Zorblax' ? 1 : 0)),
    );
  });

  it('searches the lists that are active when the request is sent', async () => {
    let active = first;
    const pool = open({}, () => active);
    const hits = async () =>
      (await pool.run({ subjects: [subject], engines })).results[0]?.GLOBAL_CHECK?.hits.length;
    expect(await hits()).toBe(1);
    active = second;
    expect(await hits()).toBe(0);
    await pool.closeOldLists();
    expect(await hits()).toBe(0);
  });

  it('fails a request that cannot be screened and not those beside it', async () => {
    const pool = open({ batch: 8 });
    const broken = { ...subject, name: undefined as unknown as string };
    const requested = [[subject], [broken], [subject]].map((subjects) => pool.run({ subjects, engines }));
    const settled = await Promise.allSettled(requested);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(requested[1]).rejects.toThrow('screening a subject failed');
  });

  it('gives up on a request that ran out of time, ends the thread that still works, and goes on', async () => {
    const pool = open({ graceMs: 50 });
    await expect(pool.run({ subjects: muchWork(), engines }, { timeoutMs: 20 })).rejects.toThrow(
      ScreeningTimedOut,
    );
    const { results } = await pool.run({ subjects: [subject], engines });
    expect(results[0]?.GLOBAL_CHECK?.hits).toHaveLength(1);
  });

  it('ends the wait when the caller gives up', async () => {
    const pool = open();
    const caller = new AbortController();
    const running = pool.run({ subjects: muchWork().slice(0, 500), engines });
    const waiting = pool.run({ subjects: [subject], engines }, { signal: caller.signal });
    caller.abort(new Error('no longer wanted'));
    await expect(waiting).rejects.toThrow('no longer wanted');
    await expect(pool.run({ subjects: [subject], engines }, { signal: caller.signal })).rejects.toThrow(
      'no longer wanted',
    );
    expect((await running).results).toHaveLength(500);
  });

  it('lets what was asked end before it closes, and refuses what comes later', async () => {
    const pool = open();
    const requested = Array.from({ length: 20 }, () => pool.run({ subjects: [subject], engines }));
    const closed = pool.close();
    await expect(pool.run({ subjects: [subject], engines })).rejects.toThrow(ScreeningClosed);
    await closed;
    expect(await Promise.all(requested)).toHaveLength(20);
  });
});
