import { resolve } from 'node:path';
import type { Command } from 'commander';
import { serviceVersion } from '../../app/core.ts';
import { loadConfig } from '../../config/index.ts';
import { asOperatorRefusal } from '../../lib/operator-refusal.ts';
import { exportStore, moveRefusal } from '../../store-move/index.ts';
import { createProgressBar } from './progress-bar.ts';
import { withSettingsFile } from './settings.ts';
import { describeMoved } from './store-move-report.ts';

/** `gatehouse export-store`: an embedded store into a folder, from which a PostgreSQL is filled. */
export function addExportStoreCommand(program: Command): void {
  withSettingsFile(program.command('export-store'))
    .description(
      'write the embedded store of a stopped service into a folder: every table, the work to be done and the uploaded files; the master key is not in it',
    )
    .argument('<folder>', 'a new or empty folder, or one with an export that was cut off')
    .option('--json', 'print JSON')
    .action(exportStoreCommand);
}

async function exportStoreCommand(
  folder: string,
  flags: { readonly json?: boolean; readonly config?: string },
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
      onProgress: (share, text) => bar.update(share, text),
    }),
  ).finally(() => bar.clear());
  process.stdout.write(
    flags.json ? `${JSON.stringify(manifest, null, 2)}\n` : describeMoved('exported', manifest),
  );
  process.stderr.write(
    'The store itself was not changed. Once the import is done, do not start it again: what waits would be done twice.\n',
  );
}
