import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openMasterKeys } from '../../app/open-store.ts';
import { type Config, loadConfig } from '../../config/index.ts';
import { hasEmbeddedStore } from '../../database/index.ts';
import { asOperatorRefusal } from '../../lib/operator-refusal.ts';
import { serviceVersion } from '../../lib/service-version.ts';
import {
  type BackupReport,
  backUpStore,
  type ExportOptions,
  exportStore,
  moveRefusal,
} from '../../store-move/index.ts';
import { createProgressBar } from './progress-bar.ts';
import { withSettingsFile } from './settings.ts';
import { describeMoved } from './store-move-report.ts';

interface Flags {
  readonly keys?: string;
  readonly json?: boolean;
  readonly config?: string;
}

/** `gatehouse export-store`: an embedded store into a folder, from which a PostgreSQL is filled; with `--keys` a backup of either store. */
export function addExportStoreCommand(program: Command): void {
  withSettingsFile(program.command('export-store'))
    .description(
      'move or back up a store. Without --keys: the embedded store of a stopped service to a folder, to move it to PostgreSQL. With --keys: a backup of either store. The master key is never written',
    )
    .argument('<folder>', 'a new or empty folder, or one with an interrupted export')
    .option(
      '--keys <folder>',
      'encrypt the rows of customers, and write the keys to this other folder; a PostgreSQL may be in use',
    )
    .option('--json', 'print JSON')
    .action(exportStoreCommand);
}

async function exportStoreCommand(folder: string, flags: Flags): Promise<void> {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const bar = createProgressBar();
  const { dataDir, objectStore } = config;
  const options = {
    ...{ dataDir, objectStore, folder: resolve(folder), version: serviceVersion },
    onProgress: (share: number, text: string) => bar.update(share, text),
  };
  const { manifest, damaged } = await asOperatorRefusal('the export', () =>
    exportOf(config, options, flags.keys),
  ).finally(() => bar.clear());
  process.stdout.write(
    flags.json
      ? `${JSON.stringify({ ...manifest, ...(flags.keys !== undefined && { damaged }) }, null, 2)}\n`
      : describeMoved('exported', manifest),
  );
  if (damaged.length > 0) process.stderr.write(damagedNote(damaged));
  process.stderr.write(flags.keys === undefined ? movedNote : backupNote);
}

async function exportOf(
  config: Config,
  options: ExportOptions,
  keysFolder: string | undefined,
): Promise<BackupReport> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, dataDir } = config;
  if (keysFolder === undefined) {
    if (url !== undefined) throw moveRefusal('exportOfPostgres');
    return { manifest: await exportStore(options), damaged: [] };
  }
  // Else the master key would be looked for, or made, where there is no store.
  if (url === undefined && !hasEmbeddedStore(dataDir)) throw moveRefusal('noEmbeddedStore', dataDir);
  return backUpStore({
    ...options,
    place: url === undefined ? { dataDir } : { url, ownerUrl },
    keysFolder: resolve(keysFolder),
    masterKeys: await openMasterKeys(config),
  });
}

const movedNote =
  'The store itself was not changed. Do not start it again after the import: pending jobs would run twice.\n';
const backupNote =
  'Keep the folder of keys elsewhere, and for 30 days at most. A restore takes the newest: without it the backup has no customer.\n';

function damagedNote(keys: readonly string[]): string {
  const are = keys.length === 1 ? 'uploaded file is' : 'uploaded files are';
  return `${keys.length} ${are} missing or not as uploaded, and not in the backup. The first is ${keys[0]}: look for it in another backup, or among the old versions of the bucket.\n`;
}
