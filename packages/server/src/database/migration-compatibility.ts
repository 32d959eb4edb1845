import { isVersionBefore, serviceVersion } from '../lib/service-version.ts';
import type { RunSql } from './bootstrap.ts';
import { isPresentLease } from './lease-conditions.ts';

interface MarkedMigration {
  readonly name: string;
  readonly worksSince?: string | null | undefined;
}

/**
 * A migration expands: what earlier versions do still works. One that takes away what earlier versions used has this line, and
 * is refused while one of these runs (docs/decisions/0022-upgrades-without-a-stop.md).
 */
const contractsMark = /^-- Contracts what no version since (\d+\.\d+\.\d+) uses\.$/m;

/** The first version that works once the migration is applied; undefined where every version does. */
export function worksSinceOf(text: string): string | undefined {
  return contractsMark.exec(text)?.[1];
}

/** @throws Error in one line where migrations that this version does not know took away what it uses */
export function requireUsable(
  newer: readonly MarkedMigration[],
  knownCount: number,
  version = serviceVersion,
): void {
  const contracting = newer.find(({ worksSince }) => worksSince && isVersionBefore(version, worksSince));
  if (contracting === undefined) return;
  throw new Error(
    `The database was migrated by a newer Gatehouse (${contracting.name}) and serves version ${contracting.worksSince} or newer; ` +
      `this is version ${version}, which knows ${knownCount} migrations`,
  );
}

/** @throws Error in one line where a node runs that would fail once the migration is applied */
export async function requireNoOldNodes(run: RunSql, { name, worksSince }: MarkedMigration): Promise<void> {
  if (!worksSince) return;
  const { rows } = await run<{ version: string }>(
    `select version from gatehouse.node_lease l where ${isPresentLease}`,
  );
  const old = rows.filter(({ version }) => isVersionBefore(version, worksSince));
  if (old.length === 0) return;
  throw new Error(
    `Migration ${name} takes away what versions before ${worksSince} use, and ${old.length} nodes of version ${old[0]!.version} run: stop them first`,
  );
}
