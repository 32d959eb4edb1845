/** What the store remembers of a run: when each execution was created and when it was decided, by its own clock. */
import { type DatabaseLocation, openDatabase } from '../../packages/server/src/database/index.ts';
import type { Submitted } from './load.ts';

export interface Record {
  readonly decided: number;
  readonly approved: number;
  readonly waiting: number;
  readonly failed: number;
  /** Executions that were taken from the store more than once: work that was done in vain. */
  readonly takenTwice: number;
  /** Decisions within the time of the load, over that time. */
  readonly decidedPerSecond: number;
  /** From the submit's transaction to the decision's. */
  readonly milliseconds: readonly number[];
  /** Executions without a decision at each tenth of the load's time. */
  readonly backlog: readonly number[];
}

interface Row {
  readonly createdAt: number;
  readonly decided: number;
  readonly state: string;
  readonly fence: number;
}

/** Reads it once the service has stopped, so that looking disturbs nothing. */
export async function readRecord(place: DatabaseLocation, submitted: Submitted): Promise<Record> {
  const database = await openDatabase(place);
  const rows = await database.operator((tx) =>
    tx.sql<Row>(
      `select (extract(epoch from created_at) * 1000)::double precision as "createdAt",
         (extract(epoch from updated_at) * 1000)::double precision as decided, state, fence
       from execution where created_at >= $1 and created_at <= $2`,
      [submitted.from, submitted.until],
    ),
  );
  await database.close();
  const from = submitted.from.getTime();
  const until = from + submitted.seconds * 1000;
  const settled = rows.filter(({ state }) => state !== 'RUNNING');
  const within = settled.filter(({ decided }) => decided <= until).length;
  const of = (state: string) => rows.filter((row) => row.state === state).length;
  return {
    decided: settled.length,
    approved: of('COMPLETED'),
    waiting: of('WAITING'),
    failed: of('FAILED'),
    takenTwice: rows.filter(({ fence }) => fence > 1).length,
    decidedPerSecond: within / submitted.seconds,
    milliseconds: settled.map(({ createdAt, decided }) => decided - createdAt),
    backlog: Array.from({ length: 10 }, (_, tenth) => {
      const at = from + ((until - from) * (tenth + 1)) / 10;
      return rows.filter((row) => row.createdAt <= at && (row.state === 'RUNNING' || row.decided > at))
        .length;
    }),
  };
}
