import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openMasterKeys } from '../../app/open-store.ts';
import { queueDefinitions } from '../../app/queues.ts';
import { loadConfig } from '../../config/index.ts';
import { createLogger } from '../../lib/logger.ts';
import { asOperatorRefusal } from '../../lib/operator-refusal.ts';
import { serviceVersion } from '../../lib/service-version.ts';
import { type ImportReport, importStore, moveRefusal } from '../../store-move/index.ts';
import { createProgressBar } from './progress-bar.ts';
import { withSettingsFile } from './settings.ts';
import { describeMoved } from './store-move-report.ts';

interface Flags {
  readonly keys?: string;
  readonly restart?: boolean;
  readonly json?: boolean;
  readonly config?: string;
}

/** `gatehouse import-store`: fills the empty PostgreSQL of DATABASE_URL, and compares. */
export function addImportStoreCommand(program: Command): void {
  withSettingsFile(program.command('import-store'))
    .description(
      'import an export into the empty PostgreSQL of DATABASE_URL, and compare every row and file; resumes an interrupted import',
    )
    .argument('<folder>', 'folder written by `gatehouse export-store`')
    .option('--keys <folder>', 'the newest folder of keys, for an export that was written with --keys')
    .option('--restart', 'remove the data of an interrupted import and start again')
    .option('--json', 'print JSON')
    .action(importStoreCommand);
}

async function importStoreCommand(folder: string, flags: Flags): Promise<void> {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, dataDir, objectStore } = config;
  if (url === undefined) throw moveRefusal('importIntoEmbedded');
  const masterKeys = await openMasterKeys(config);
  const bar = createProgressBar();
  const { manifest, isResumed, ...restored } = await asOperatorRefusal('the import', () =>
    importStore({
      folder: resolve(folder),
      keysFolder: flags.keys === undefined ? undefined : resolve(flags.keys),
      place: { url, ownerUrl },
      dataDir,
      objectStore,
      masterKeys,
      version: serviceVersion,
      queues: queueDefinitions,
      logger: createLogger('warn'),
      startsAnew: flags.restart === true,
      onProgress: (share, text) => bar.update(share, text),
    }),
  ).finally(() => bar.clear());
  if (isResumed && !flags.restart) process.stderr.write('Resumed an interrupted import.\n');
  process.stdout.write(
    flags.json
      ? `${JSON.stringify({ ...manifest, ...restored }, null, 2)}\n`
      : describeMoved('imported and verified as equal', manifest, restored),
  );
  process.stderr.write(describeLeft(restored));
}

/** What the export has of customers whose keys are gone, and files that are nowhere. */
function describeLeft({
  leftOut,
  emptied,
  missingFiles,
}: Omit<ImportReport, 'manifest' | 'isResumed'>): string {
  const left =
    leftOut + emptied === 0
      ? ''
      : `Not restored, since their keys are gone: ${leftOut} rows. Restored without their details: ${emptied} records.\n`;
  const missing =
    missingFiles.length === 0
      ? ''
      : `Missing or not as uploaded: ${missingFiles.length} uploaded files. The first is ${missingFiles[0]}: look for it in another backup, or among the old versions of the bucket.\n`;
  return left + missing;
}
