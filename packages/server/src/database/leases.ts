import type { Tx } from './database.ts';
import { defaultTtlMs, isSteadyLease } from './lease-conditions.ts';
import { currentTimeline } from './log-position.ts';
import type { OpenDatabase } from './store.ts';

const defaultBeatMs = 1_000;
/** One renewal as the store wrote it; a read replica that has it has everything that was committed before it was sent. */
export interface Beat {
  /** Seconds since 1970 by the store's clock. */
  readonly at: number;
  /** The timeline of the store's log that it was written on. */
  readonly timeline: string;
  /** By `performance.now()`. */
  readonly sentAt: number;
}

/** SQL: when a lease `l` was renewed, exact enough to be compared by `=`. */
const beatSeconds = 'extract(epoch from l.beat_at)::double precision';

/** SQL, for a replica: the last beat of the server node `$1` that it has; null without one. */
export const lastBeat = `(select ${beatSeconds} from gatehouse.node_lease l where l.node_id = $1)`;

export interface LeaseOptions {
  /** Unique to this run of the process: a restarted server node is another one. */
  nodeId: string;
  version: string;
  beatMs?: number;
  ttlMs?: number;
  /** Called with beats that failed; the next one is tried anyway. */
  onError: (error: Error) => void;
  /** Called with each beat that the store took. */
  onBeat?: ((beat: Beat) => void) | undefined;
}

export interface Lease {
  readonly nodeId: string;
  /** False once the last beat is so old that others may have taken over; counted from before it was sent. */
  isHeld(): boolean;
  /** Marks the server node as ready: from now on a crash counts against its jobs. */
  markReady(): void;
  /**
   * Whether a crash of this server node counts against its jobs by what the store knows. Only then it takes over from dead
   * nodes.
   */
  isSteady(): boolean;
  /** Ends the lease and removes it, so that nobody has to wait for its end. */
  stop(): Promise<void>;
}

/** Writes this server node's lease and renews it. Times are the database's, not this process's. */
export async function startLease(database: OpenDatabase, options: LeaseOptions): Promise<Lease> {
  const { nodeId, version, beatMs = defaultBeatMs, ttlMs = defaultTtlMs, onError, onBeat } = options;
  let heldFrom = 0;
  let isReady = false;
  let isReadySaved = false;
  let isSteady = false;
  const beat = async (): Promise<void> => {
    const sentAt = performance.now();
    const wasReady = isReady;
    const [row] = await database.reserved.operator((tx) =>
      tx.sql<{ isSteady: boolean; at: number; timeline: string }>(
        `insert into gatehouse.node_lease as l (node_id, version, reads_encrypted_files) values ($1, $2, true)
        on conflict (node_id) do update set beat_at = now(), started_at = case when $3 then l.started_at else now() end
        returning ${isSteadyLease} as "isSteady", ${beatSeconds} as at, ${currentTimeline} as timeline`,
        [nodeId, version, isReadySaved],
      ),
    );
    heldFrom = sentAt;
    isReadySaved = wasReady;
    isSteady = row!.isSteady;
    onBeat?.({ at: row!.at, timeline: row!.timeline, sentAt });
  };
  await beat();

  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  const turn = async (): Promise<void> => {
    last = beat().catch((error: unknown) => {
      onError(new Error('The lease of this node could not be renewed; trying again', { cause: error }));
    });
    await last;
    wait();
  };
  const wait = (): void => {
    if (stopped) return;
    timer = setTimeout(() => void turn(), beatMs);
    timer.unref();
  };
  wait();

  return {
    nodeId,
    isHeld: () => !stopped && performance.now() - heldFrom < ttlMs,
    markReady: () => {
      isReady = true;
    },
    isSteady: () => isSteady,
    stop: async () => {
      if (stopped) return;
      stopped = true;
      clearTimeout(timer);
      await last;
      await database.reserved.operator((tx) =>
        tx.sql('delete from gatehouse.node_lease where node_id = $1', [nodeId]),
      );
    },
  };
}

/**
 * Ends the leases of all server nodes of a store that has one owner: whoever held one before is gone. The rows stay, since they
 * tell how long each node had been ready.
 */
export async function expireLeases(tx: Tx, ttlMs: number = defaultTtlMs): Promise<void> {
  await tx.sql(
    `update gatehouse.node_lease l set beat_at = e.at, started_at = l.started_at - (l.beat_at - e.at)
    from (select now() - make_interval(secs => $1 / 1000.0) as at) e where l.beat_at > e.at`,
    [ttlMs],
  );
}

/** The server nodes whose lease ran out. Their rows stay until `deleteServerNode`, for those that take over. */
export async function deadServerNodes(tx: Tx, ttlMs: number = defaultTtlMs): Promise<string[]> {
  const rows = await tx.sql<{ node_id: string }>(
    `select node_id from gatehouse.node_lease
    where beat_at < now() - make_interval(secs => $1 / 1000.0) order by node_id`,
    [ttlMs],
  );
  return rows.map(({ node_id }) => node_id);
}

/** Removes a dead server node's lease once its work is taken over; false when it beats again. */
export async function deleteServerNode(
  tx: Tx,
  nodeId: string,
  ttlMs: number = defaultTtlMs,
): Promise<boolean> {
  const rows = await tx.sql(
    `delete from gatehouse.node_lease
    where node_id = $1 and beat_at < now() - make_interval(secs => $2 / 1000.0) returning node_id`,
    [nodeId, ttlMs],
  );
  return rows.length === 1;
}

/** Removes the leases of all server nodes that have been silent for so long. */
export async function deleteDeadServerNodes(database: OpenDatabase, silentMs: number): Promise<void> {
  await database.reserved.operator(async (tx) => {
    for (const nodeId of await deadServerNodes(tx, silentMs)) await deleteServerNode(tx, nodeId, silentMs);
  });
}
