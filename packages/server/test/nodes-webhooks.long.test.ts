import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../src/database/index.ts';
import { endsRejected, type PlannedCustomer, planCustomers } from './support/kill-plan.ts';
import { runThroughKills } from './support/kill-run.ts';
import { createKillStage, type KillStage } from './support/kill-stage.ts';
import { printFigures } from './support/load.ts';
import { until, untilGreen } from './support/server-process.ts';
import { everyStore } from './support/service.ts';

const customers = planCustomers(120);

describe.skipIf(!everyStore().includes('PostgreSQL'))('three nodes that call a slow server', () => {
  let stage: KillStage;
  let database: OpenDatabase | undefined;
  afterEach(async () => {
    await database?.close();
    await stage?.remove();
  });

  /** Nodes, each with the name under which it holds its lease. */
  async function startNodes(count: number) {
    const nodes = [];
    for (let started = 1; started <= count; started += 1) {
      const process = stage.serve();
      const url = await process.ready;
      await untilGreen(url);
      database ??= await stage.deployment.open();
      const leases = await database.operator((tx) =>
        tx.sql<{ node: string }>('select node_id as node from node_lease order by node_id desc'),
      );
      // Names are given in the order of time.
      nodes.push({ process, caller: stage.caller(url), name: leases[0]!.node });
    }
    return nodes;
  }

  /** Calls and segments in the hands of nodes. */
  const heldBy = (names: readonly string[]) =>
    database!.operator((tx) =>
      tx.sql<{ id: string; kind: string; node: string }>(
        `select execution_id::text as id, 'execution' as kind, owner_node as node from execution
         where state = 'RUNNING' and owner_node = any($1)
         union all
         select delivery_id::text, 'hook', owner_node from webhook_delivery
         where kind = 'hook' and state = 'PENDING' and owner_node = any($1)`,
        [names],
      ),
    );

  it('take over from a killed and from a frozen one within ten seconds, and run nothing past its fence', {
    timeout: 240_000,
  }, async () => {
    const undisturbed = await runThroughKills('PostgreSQL', customers);
    stage = await createKillStage('PostgreSQL', customers, { answerMs: 300 });
    const [steady, frozen, killed] = await startNodes(3);
    const away = [frozen!.name, killed!.name];
    // A caller who lost the answer asks whether the execution is there; of a rejected one it is not told, and submits
    // again. Those are answered before anything is killed.
    const submits = (wanted: (customer: PlannedCustomer) => boolean) =>
      [steady, frozen, killed].map((node, third) =>
        stage.submits.some(
          (customer, turn) => turn < 90 && turn % 3 === third && wanted(customer),
          node!.caller,
        ),
      );
    const certain = submits(endsRejected);
    const submitted = submits((customer) => !endsRejected(customer)).map((some) =>
      some.catch(() => undefined),
    );
    await Promise.all(certain);
    await until('both to hold something', async () => {
      const found = await heldBy(away);
      return found.length >= 8 && new Set(found.map(({ node }) => node)).size === 2;
    });
    frozen!.process.signal('SIGSTOP');
    killed!.process.signal('SIGKILL');
    const awayFrom = performance.now();
    const held = await heldBy(away);
    await until('what they held to be taken over', async () => (await heldBy(away)).length === 0);
    const takeoverSeconds = (performance.now() - awayFrom) / 1000;
    await sleep(Math.max(0, 7_000 - takeoverSeconds * 1000));
    frozen!.process.signal('SIGCONT');
    await Promise.all(submitted);
    await stage.submits.upTo(customers.length, steady!.caller);
    await stage.untilFinished(steady!.caller);
    for (const node of [steady, frozen]) node!.process.signal('SIGTERM');
    for (const node of [steady, frozen]) expect(await node!.process.ended).toEqual({ code: 0, signal: null });
    const outcome = await stage.outcome();
    const repeated = [...outcome.calls.values()].filter((times) => times > 1).length;
    printFigures({ takeoverSeconds, held: held.length, calls: outcome.calls.size, repeated });
    expect(held.length).toBeGreaterThan(1);
    expect(takeoverSeconds).toBeLessThan(10);
    expect(outcome.executions).toEqual(undisturbed.executions);
    expect(outcome.books).toEqual(undisturbed.books);
    expect(new Set(outcome.calls.keys())).toEqual(outcome.attempts);
  });
});
