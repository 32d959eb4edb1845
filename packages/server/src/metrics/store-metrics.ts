import type { Instruments } from './instruments.ts';

/** What a scrape asks the store for; values of a deployment, the same on every node but for the last one. */
export interface StoreMetrics {
  /** By queue, for how long its oldest due job has waited that no node has taken; queues without one are absent. */
  readonly oldestDueSeconds: Readonly<Record<string, number>>;
  /** Audit records that no block seals yet. */
  readonly auditUnsealed: number;
  /** Since the oldest of them was written; 0 without one. */
  readonly auditLagSeconds: number;
  /** By destination of the audit stream, since the oldest record was sealed that it has not taken; 0 without one. */
  readonly streamLagSeconds: Readonly<Record<string, number>>;
  /** Bytes of uploaded files. */
  readonly uploadedBytes: number;
  readonly databaseBytes: number;
  /** Connections of this node to the database. */
  readonly pool: { readonly open: number; readonly idle: number; readonly waiting: number };
}

/** Each answers undefined where nothing is known: the metric is then absent, because a 0 would be a figure. */
interface StoreSamples {
  store(): Promise<StoreMetrics | undefined>;
  /** Free on the file system of this node's data directory, also while the store does not answer. */
  freeBytes(): Promise<number | undefined>;
}

/** Defines the metrics of the store and of the disk beside it. */
export function defineStoreMetrics(instruments: Instruments, samples: StoreSamples): void {
  const gauge = (name: string, help: string) => instruments.gauge({ name, help });
  const oldestDue = instruments.gauge({
    name: 'gatehouse_oldest_due_job_seconds',
    help: 'For how long the oldest due job of a queue has waited that no node has taken; 0 while none waits.',
    labels: ['queue'],
  });
  const unsealed = gauge('gatehouse_audit_unsealed_records', 'Audit records that no block seals yet.');
  const lag = gauge(
    'gatehouse_audit_lag_seconds',
    'Since the oldest audit record was written that no block seals yet; 0 without one.',
  );
  const streamLag = instruments.gauge({
    name: 'gatehouse_siem_lag_seconds',
    help: 'Since the oldest audit record was sealed that a SIEM has not taken, by destination (`http`, `syslog`); 0 without one.',
    labels: ['destination'],
  });
  const uploaded = gauge('gatehouse_stored_upload_bytes', 'Bytes of all uploaded files that are kept.');
  const database = gauge('gatehouse_database_bytes', 'Bytes that the database takes on its disk.');
  const free = gauge(
    'gatehouse_data_directory_free_bytes',
    'Free bytes on the file system of this node’s data directory.',
  );
  const pool = instruments.gauge({
    name: 'gatehouse_database_connections',
    help: 'Database connections of this node by state: `open` (idle ones included), `idle`, and `waiting` for work that waits for one.',
    labels: ['state'],
  });
  instruments.beforeScrape(async () => {
    const [values, freeBytes] = await Promise.all([samples.store(), samples.freeBytes()]);
    for (const each of [oldestDue, streamLag, pool]) each.reset();
    // A reset would write 0 where there are no labels.
    for (const each of [unsealed, lag, uploaded, database, free]) each.remove();
    if (freeBytes !== undefined) free.set(freeBytes);
    if (values === undefined) return;
    for (const [queue, seconds] of Object.entries(values.oldestDueSeconds)) oldestDue.set({ queue }, seconds);
    unsealed.set(values.auditUnsealed);
    lag.set(values.auditLagSeconds);
    for (const [destination, seconds] of Object.entries(values.streamLagSeconds)) {
      streamLag.set({ destination }, seconds);
    }
    uploaded.set(values.uploadedBytes);
    database.set(values.databaseBytes);
    for (const [state, count] of Object.entries(values.pool)) pool.set({ state }, count);
  });
}
