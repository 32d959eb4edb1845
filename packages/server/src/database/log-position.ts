import type { Database } from './database.ts';

/**
 * A place in the store's write-ahead log, as `<timeline>-<LSN>`: everything that was committed and seen before it was
 * asked for lies before it. A failover begins a new timeline, whose numbers say nothing of the old one's.
 */

/** SQL: the timeline that the primary writes. */
export const currentTimeline = 'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)';

/** SQL: where the primary's log ends now. */
export const currentPosition = `${currentTimeline} || '-' || pg_current_wal_insert_lsn()::text`;

export interface LogPosition {
  readonly timeline: string;
  readonly lsn: bigint;
}

/** Undefined for what is no position. */
export function parsePosition(text: string): LogPosition | undefined {
  const [, timeline, lsn] = /^([0-9A-F]{8})-([0-9A-F]{1,8}\/[0-9A-F]{1,8})$/.exec(text) ?? [];
  return timeline === undefined || lsn === undefined ? undefined : { timeline, lsn: parseLsn(lsn) };
}

/** Of PostgreSQL's own form, such as `16/B374D848`. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Where the log of the primary ends now. */
export async function readPosition(database: Pick<Database, 'operator'>): Promise<string> {
  const [row] = await database.operator((tx) =>
    tx.sql<{ position: string }>(`select ${currentPosition} as position`),
  );
  return row!.position;
}
