import type { Tx } from './database.ts';
import type { OpenDatabase } from './store.ts';

/** After this long without a beat a node counts as dead and its work may be taken over. */
const defaultTtlMs = 4_000;
const defaultBeatMs = 1_000;

export interface LeaseOptions {
  /** Unique to this run of the process: a restarted node is another one. */
  nodeId: string;
  version: string;
  beatMs?: number;
  ttlMs?: number;
  /** Told of beats that failed; the next one is tried all the same. */
  onError: (error: Error) => void;
}

export interface Lease {
  readonly nodeId: string;
  /** False once the last beat is so old that others may have taken over; counted from before it was sent. */
  isHeld(): boolean;
  /** Ends the lease and removes it, so that nobody has to wait for its end. */
  stop(): Promise<void>;
}

/** Announces this node and keeps telling that it lives. Times are the database's, whatever this clock says. */
export async function startLease(database: OpenDatabase, options: LeaseOptions): Promise<Lease> {
  const { nodeId, version, beatMs = defaultBeatMs, ttlMs = defaultTtlMs, onError } = options;
  let heldFrom = 0;
  const beat = async (): Promise<void> => {
    const sentAt = performance.now();
    await database.aside.operator((tx) =>
      tx.sql(
        `insert into gatehouse.node_lease (node_id, version) values ($1, $2)
        on conflict (node_id) do update set beat_at = now()`,
        [nodeId, version],
      ),
    );
    heldFrom = sentAt;
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
    stop: async () => {
      if (stopped) return;
      stopped = true;
      clearTimeout(timer);
      await last;
      await database.aside.operator((tx) =>
        tx.sql('delete from gatehouse.node_lease where node_id = $1', [nodeId]),
      );
    },
  };
}

/** The nodes whose lease ran out. Their rows stay, for whoever takes over, until `forgetNode`. */
export async function deadNodes(tx: Tx, ttlMs: number = defaultTtlMs): Promise<string[]> {
  const rows = await tx.sql<{ node_id: string }>(
    `select node_id from gatehouse.node_lease
    where beat_at < now() - make_interval(secs => $1 / 1000.0) order by node_id`,
    [ttlMs],
  );
  return rows.map(({ node_id }) => node_id);
}

/** Removes a dead node's lease once its work is taken over; false when it beats again. */
export async function forgetNode(tx: Tx, nodeId: string, ttlMs: number = defaultTtlMs): Promise<boolean> {
  const rows = await tx.sql(
    `delete from gatehouse.node_lease
    where node_id = $1 and beat_at < now() - make_interval(secs => $2 / 1000.0) returning node_id`,
    [nodeId, ttlMs],
  );
  return rows.length === 1;
}

/** Removes the leases of all nodes that have been silent for so long. */
export async function forgetDeadNodes(database: OpenDatabase, silentMs: number): Promise<void> {
  await database.aside.operator(async (tx) => {
    for (const nodeId of await deadNodes(tx, silentMs)) await forgetNode(tx, nodeId, silentMs);
  });
}
