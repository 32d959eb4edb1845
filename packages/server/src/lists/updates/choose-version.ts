import type { VersionRow } from './source-queries.ts';

/** The version that an operator means, or why there is none. */
export function chooseVersion(
  versions: readonly VersionRow[],
  named: string | undefined,
  reason: 'accept' | 'rollback',
): VersionRow | string {
  const candidates = versions
    .filter((row) =>
      reason === 'accept' ? row.state === 'refused' && row.refusal?.reason !== 'unreadable' : wasActive(row),
    )
    // A version may have been refused when its publisher offered it again: when it was active counts.
    .toSorted((one, other) => (reason === 'rollback' ? since(other) - since(one) : 0));
  if (named === undefined) {
    const none =
      reason === 'accept'
        ? 'there is no refused version to accept'
        : 'there is no earlier version to go back to';
    // A version that an operator went back from is taken again only by its name.
    return candidates.find(({ refusal }) => refusal?.reason !== 'rolledBack') ?? none;
  }
  const found = candidates.find(({ version }) => version === named);
  if (found) return found;
  const row = versions.find(({ version }) => version === named);
  if (row === undefined) return `version ${named} is unknown`;
  if (row.state === 'active') return `${named} is already active`;
  if (row.refusal?.reason === 'unreadable') return `${named} cannot be read: ${row.refusal.message}`;
  return reason === 'accept'
    ? `${named} was not refused; use rollback`
    : `${named} was never active; use accept`;
}

/** What an operator may do with a version; null: nothing. */
export function choiceOf(row: VersionRow): 'accept' | 'rollback' | null {
  if (wasActive(row)) return 'rollback';
  return row.state === 'refused' && row.refusal?.reason !== 'unreadable' ? 'accept' : null;
}

/**
 * The active one and the last that were, so many in all; beside them what was refused last, and what of that can be
 * accepted. However often a publisher sends rubbish, the version to go back to stays.
 */
export function retainedVersions(versions: readonly VersionRow[], keep: number): string[] {
  const active = versions.filter(({ state }) => state === 'active');
  const former = versions.filter(wasActive).toSorted((one, other) => since(other) - since(one));
  const refused = versions.filter((row) => row.state === 'refused' && !wasActive(row));
  const acceptable = refused.find(({ refusal }) => refusal?.reason !== 'unreadable');
  const kept = [...active, ...former.slice(0, keep - active.length), ...refused.slice(0, 1)];
  return [...new Set([...kept, ...(acceptable ? [acceptable] : [])].map(({ version }) => version))];
}

function wasActive({ state, activatedAt }: VersionRow): boolean {
  return state !== 'active' && activatedAt !== null;
}

function since({ activatedAt }: VersionRow): number {
  return activatedAt?.getTime() ?? 0;
}
