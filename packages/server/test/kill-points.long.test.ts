import { describe, expect, it } from 'vitest';
import { planCustomers } from './support/kill-plan.ts';
import { type PlannedKill, runThroughKills } from './support/kill-run.ts';
import { killPoints } from './support/kill-steps.ts';
import { printFigures, randomNumbers, storySeed } from './support/load.ts';
import { storyStores } from './support/service.ts';

/** Kills on each store; GATEHOUSE_TEST_KILLS=100 is the long run. */
const killCount = Number(process.env['GATEHOUSE_TEST_KILLS'] ?? 4);
const submitsOfALife = 4;

describe.each(storyStores())('kill -9 at the boundaries of steps, %s', (store) => {
  it('ends as it would have without, and repeats calls under their ids alone', {
    timeout: 180_000 + killCount * 40_000,
  }, async () => {
    const seed = storySeed();
    const customers = planCustomers((killCount + 1) * submitsOfALife);
    const undisturbed = await runThroughKills(store, customers);
    const killed = await runThroughKills(store, customers, planKills(seed));
    const repeated = [...killed.calls.values()].filter((times) => times > 1).length;
    const { reached } = killed;
    printFigures({
      store,
      seed,
      kills: killCount,
      executions: customers.length,
      calls: killed.calls.size,
      repeated,
    });
    printFigures(Object.fromEntries(reached));

    expect(killed.executions).toEqual(undisturbed.executions);
    expect(killed.books).toEqual(undisturbed.books);
    const { unitsUsed, unitsBilled, executions, running } = killed.books;
    const count = customers.length;
    expect({ unitsUsed, unitsBilled, executions, running }).toEqual({
      unitsUsed: count,
      unitsBilled: count,
      executions: count,
      running: 0,
    });
    // Every attempt that is written down came at least once, and nothing came that is not written down.
    for (const { calls, attempts } of [undisturbed, killed]) expect(new Set(calls.keys())).toEqual(attempts);
    expect([...undisturbed.calls.values()].every((times) => times === 1)).toBe(true);
    // A long run has come to every point.
    if (killCount >= 3 * killPoints.length) expect(new Set(reached.keys())).toEqual(new Set(killPoints));
  });
});

/** Every point in turn, in an order of the seed's after the first; every sixth life ends wherever it is, on its way up among others. */
function planKills(seed: number): { points: string[]; kills: PlannedKill[] } {
  const random = randomNumbers(seed);
  const points = killPoints
    // A job that is fetched and not yet anybody's is the hardest to miss: every run, however short, has it.
    .map((point) => ({ point, at: point === 'before claim' ? -1 : random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ point }) => point);
  const kills = Array.from(
    { length: killCount },
    (_, life): PlannedKill => ({
      atPoint: life % 6 !== 5,
      turn: 1 + Math.floor(random() * 3),
      afterMs: random() * 2_500,
    }),
  );
  return { points, kills };
}
