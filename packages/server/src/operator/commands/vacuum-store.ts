import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config/index.ts';
import { hasEmbeddedStore } from '../../database/index.ts';
import { openEmbeddedSession, openPostgresSession } from '../../database/move-session.ts';
import { type VacuumReport, vacuumFull } from '../../database/vacuum-full.ts';
import { asOperatorRefusal } from '../../lib/operator-refusal.ts';
import { CommandFailure } from './command-failure.ts';
import { createProgressBar } from './progress-bar.ts';
import { withSettingsFile } from './settings.ts';

/** `gatehouse vacuum-store`: nothing of deleted rows is left in the files of the store. */
export function addVacuumStoreCommand(program: Command): void {
  withSettingsFile(program.command('vacuum-store'))
    .description(
      'rewrite all tables and discard the old write-ahead log, so that no deleted row is left in the files of the store; the embedded store of a stopped service, or PostgreSQL, whose tables are locked one after the other',
    )
    .action(vacuumStoreCommand);
}

async function vacuumStoreCommand(flags: { readonly config?: string }): Promise<void> {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const report = await asOperatorRefusal('the store', () => vacuumStore(config));
  process.stdout.write(`Rewrote ${report.rewritten} tables.\n`);
  const left = describeLeft(report);
  if (left.length > 0) throw new CommandFailure(left.join('\n'));
}

async function vacuumStore({ databaseUrl, databaseOwnerUrl, dataDir }: Config): Promise<VacuumReport> {
  if (databaseUrl === undefined && !hasEmbeddedStore(dataDir))
    throw new CommandFailure(`there is no store in ${dataDir}: GATEHOUSE_DATA_DIR names its folder`);
  const session = await (databaseUrl === undefined
    ? openEmbeddedSession(dataDir)
    : openPostgresSession(databaseOwnerUrl ?? databaseUrl));
  const bar = createProgressBar();
  try {
    return await vacuumFull(session.run, (share, text) => bar.update(share, text));
  } finally {
    bar.clear();
    await session.close();
  }
}

/** What a superuser has to do beside. */
function describeLeft({ skipped, log }: VacuumReport): string[] {
  const left: string[] = [];
  if (skipped.length > 0)
    left.push(
      `not rewritten, for want of rights or because of locks: ${describeTables(skipped)}. Run VACUUM FULL of them as a superuser, or this command again`,
    );
  if (log === 'noRights')
    left.push(
      'the write-ahead log was not discarded: run CHECKPOINT and SELECT pg_switch_wal() as a superuser',
    );
  if (log === 'recycled')
    left.push(
      'the server renames old segments of its write-ahead log and writes over them later: set wal_recycle = off to have them deleted',
    );
  if (log === 'kept')
    left.push(
      'old segments of the write-ahead log are kept by a replication slot, by archiving or by wal_keep_size; they go when nothing needs them',
    );
  return left;
}

const maxNames = 5;

function describeTables(names: readonly string[]): string {
  const others = names.length - maxNames;
  return others > 0 ? `${names.slice(0, maxNames).join(', ')} and ${others} more` : names.join(', ');
}
