import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadConfig } from '../../config/index.ts';
import { asOperatorRefusal } from '../../lib/operator-refusal.ts';
import { serviceVersion } from '../../lib/service-version.ts';
import { exportStore, moveRefusal } from '../../store-move/index.ts';
import { createProgressBar } from './progress-bar.ts';
import { withSettingsFile } from './settings.ts';
import { describeMoved } from './store-move-report.ts';

/** `gatehouse export-store`: an embedded store into a folder, from which a PostgreSQL is filled. */
export function addExportStoreCommand(program: Command): void {
  withSettingsFile(program.command('export-store'))
    .description(
      'export the embedded store of a stopped service to a folder: all tables, pending jobs and uploaded files, without the master key',
    )
    .argument('<folder>', 'a new or empty folder, or one with an interrupted export')
    .option(
      '--without-keys',
      'leave out the keys that erasures delete, for an export that is kept as a backup',
    )
    .option('--json', 'print JSON')
    .action(exportStoreCommand);
}

async function exportStoreCommand(
  folder: string,
  flags: { readonly json?: boolean; readonly withoutKeys?: boolean; readonly config?: string },
): Promise<void> {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  if (config.databaseUrl !== undefined) throw moveRefusal('exportOfPostgres');
  const { dataDir, objectStore } = config;
  const bar = createProgressBar();
  const manifest = await asOperatorRefusal('the export', () =>
    exportStore({
      dataDir,
      objectStore,
      folder: resolve(folder),
      version: serviceVersion,
      withoutKeys: flags.withoutKeys === true,
      onProgress: (share, text) => bar.update(share, text),
    }),
  ).finally(() => bar.clear());
  process.stdout.write(
    flags.json ? `${JSON.stringify(manifest, null, 2)}\n` : describeMoved('exported', manifest),
  );
  process.stderr.write(
    'The store itself was not changed. Do not start it again after the import: pending jobs would run twice.\n',
  );
}
