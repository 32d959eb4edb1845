/** Where a page of a list ended that is ordered by instant and id; opaque to callers. */
export interface PagePosition {
  /** With microseconds, which a Date has not: `2026-01-31T08:00:00.123456Z`. */
  readonly instant: string;
  readonly id: string;
}

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const idForm = /^[0-9a-f-]{36}$/;

/** Formats a timestamptz column as `PagePosition` has it. */
export function instantKey(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

export function writePageCursor({ instant, id }: PagePosition): string {
  return Buffer.from(`${instant} ${id}`).toString('base64url');
}

/** Undefined for a text that `writePageCursor` did not make. */
export function readPageCursor(cursor: string): PagePosition | undefined {
  const [instant = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const isOurs = instantForm.test(instant) && idForm.test(id) && rest.length === 0;
  return isOurs && !Number.isNaN(Date.parse(instant)) ? { instant, id } : undefined;
}
