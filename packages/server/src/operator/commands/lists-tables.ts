import type { ListStatus } from '../../lists/index-files/index.ts';
import type { SourceStatus, VersionRow } from '../../lists/updates/index.ts';
import type { ListsResponse } from '../admin-api/admin-socket.ts';
import { formatTable } from './table.ts';

/** One line of `lists status`: the active list, where there is one, and the state of its source. */
export type StatusRow = { readonly source: string } & Partial<Omit<ListStatus, 'source'>> &
  Partial<Omit<SourceStatus, 'source'>>;

/** What is active and what is configured, by source. */
export function statusRows({ lists, sources }: Pick<ListsResponse, 'lists' | 'sources'>): StatusRow[] {
  const ids = new Set([...lists, ...sources].map(({ source }) => source));
  return [...ids].sort().map((source) => ({
    source,
    ...lists.find((list) => list.source === source),
    ...sources.find((state) => state.source === source),
  }));
}

export function describeLists(rows: readonly StatusRow[], now: Date): string {
  if (rows.length === 0) {
    return 'No list is loaded yet. The next start or screening loads the configured lists or the bundled sample; the log of the node says what keeps it from that.\n';
  }
  const cells = rows.map((row) => [
    row.source,
    row.version ?? 'none',
    row.ageDays === undefined ? '' : row.ageDays === 1 ? '1 day' : `${row.ageDays} days`,
    String(row.entries ?? ''),
    String(row.names ?? ''),
    row.bytes === undefined ? '' : `${(row.bytes / 1e6).toFixed(1)} MB`,
    row.checkedAt ? `${timeSince(row.checkedAt, now)} ago` : '',
    remarksOf(row).join('; '),
  ]);
  return formatTable(
    [['SOURCE', 'VERSION', 'AGE', 'ENTRIES', 'NAMES', 'INDEX', 'CHECKED', ''], ...cells],
    [2, 3, 4, 5, 6],
  );
}

/** What an operator should know, the gravest first. */
function remarksOf(row: StatusRow): string[] {
  const { refused, failures, lastFailure, isStale, rejected, activeVersion, version, behindSeconds } = row;
  const remarks: string[] = [];
  if (version === undefined && activeVersion === null) remarks.push('no version yet');
  if (refused) remarks.push(`version ${refused.version} is refused: ${refused.message}`);
  if (failures)
    remarks.push(
      `the last ${failures === 1 ? 'check' : `${failures} checks`} failed: ${lastFailure?.message}`,
    );
  else if (lastFailure) remarks.push(`the last attempt failed: ${lastFailure.message}`);
  if (isStale) remarks.push('stale');
  if (activeVersion && version && activeVersion !== version)
    remarks.push(`${activeVersion} is being activated`);
  const behind = Object.values(row.nodes ?? {}).filter((own) => own !== activeVersion).length;
  if (behind > 0) {
    const minutes = Math.floor((behindSeconds ?? 0) / 60);
    const since = minutes > 0 ? `, for ${minutes} min` : '';
    remarks.push(`${behind} of ${Object.keys(row.nodes ?? {}).length} nodes have another version${since}`);
  }
  if (rejected && rejected.count > 0) remarks.push(`${rejected.count} records could not be read`);
  return remarks;
}

export function describeVersions(versions: readonly VersionRow[]): string {
  if (versions.length === 0) return 'No versions yet.\n';
  const cells = versions.map((row) => [
    row.source,
    row.version,
    row.state,
    minuteOf(row.foundAt),
    row.activatedAt === null ? '' : minuteOf(row.activatedAt),
    String(row.entries ?? ''),
    row.refusal?.message ?? '',
  ]);
  return formatTable([['SOURCE', 'VERSION', 'STATE', 'FOUND', 'ACTIVE SINCE', 'ENTRIES', ''], ...cells], [5]);
}

/** A server's answer carries instants as text. */
export function minuteOf(instant: Date | string): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

function timeSince(instant: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}
