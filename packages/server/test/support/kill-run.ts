import { setTimeout as sleep } from 'node:timers/promises';
import type { PlannedCustomer } from './kill-plan.ts';
import { createKillStage, type KillOutcome } from './kill-stage.ts';
import { type ServerProcess, untilGreen } from './server-process.ts';
import type { StoreName } from './service.ts';

/** How one life of the server ends. */
export interface PlannedKill {
  /** Whether it kills itself at the next point; otherwise it is killed from outside after `afterMs`. */
  readonly atPoint: boolean;
  /** At the how many-th such moment of this life. */
  readonly turn: number;
  readonly afterMs: number;
}

export interface KillRun extends KillOutcome {
  /** How often each point was reached. */
  readonly reached: ReadonlyMap<string, number>;
}

/** A server that takes calls and does not come to its point within this time is killed wherever it is. */
const timeoutMs = 8_000;

const preload = `--import=${new URL('kill-points.ts', import.meta.url).href}`;

const calm = { points: [], kills: [] };

/**
 * Submits every customer once, over as many lives of the server as there are kills and a last one that is left in
 * peace, and answers the result. The store, the caller's server and the tenant are the run's own.
 */
export async function runThroughKills(
  store: StoreName,
  customers: readonly PlannedCustomer[],
  { points, kills }: { readonly points: readonly string[]; readonly kills: readonly PlannedKill[] } = calm,
): Promise<KillRun> {
  // In turn, repeatedly; one that was not reached in its life comes again soon.
  const queue = [...points];
  const stage = await createKillStage(store, customers);
  try {
    const reached = new Map<string, number>();
    for (const [life, kill] of kills.entries()) {
      const point = kill.atPoint ? queue.shift() : undefined;
      const server = stage.serve(
        point === undefined
          ? {}
          : { NODE_OPTIONS: preload, STORY_KILL_POINT: point, STORY_KILL_TURN: String(kill.turn) },
      );
      const goal = Math.ceil(((life + 1) * customers.length) / (kills.length + 1));
      const work = server.ready.then((url) => stage.submits.upTo(goal, stage.caller(url)));
      work.catch(() => undefined);
      const isReached = await killedItself(server, point === undefined ? kill.afterMs : undefined);
      if (point !== undefined && isReached) {
        reached.set(point, (reached.get(point) ?? 0) + 1);
        queue.push(point);
      } else if (point !== undefined) queue.splice(2, 0, point);
      await work.catch(() => undefined);
    }
    const last = stage.serve();
    const caller = stage.caller(await last.ready);
    await untilGreen(await last.ready);
    await stage.submits.upTo(customers.length, caller);
    await stage.untilFinished(caller).catch(async (error: Error) => {
      last.signal('SIGKILL');
      await last.ended;
      const left = JSON.stringify(await stage.unended(), null, 1);
      throw new Error(`${error.message}; not ended: ${left}; ${last.complaint()}`, { cause: error });
    });
    last.signal('SIGTERM');
    const end = await last.ended;
    if (end.code !== 0) throw new Error(`the last server did not end well: ${last.complaint()}`);
    return { ...(await stage.outcome()), reached };
  } finally {
    await stage.remove();
  }
}

/** Whether the server came to its point; otherwise it was killed from outside, after `afterMs` where it has no point. */
export async function killedItself(server: ServerProcess, afterMs: number | undefined): Promise<boolean> {
  const timeout = new AbortController();
  const wait = (ms: number) => sleep(ms, false, { signal: timeout.signal });
  const byItself = await Promise.race([
    server.ended.then(() => true),
    afterMs === undefined ? server.ready.then(() => wait(timeoutMs)) : wait(afterMs),
  ]).catch(() => true);
  timeout.abort();
  server.signal('SIGKILL');
  const { signal } = await server.ended;
  if (signal !== 'SIGKILL') throw new Error(`the server ended by ${signal}: ${server.complaint()}`);
  return byItself;
}
