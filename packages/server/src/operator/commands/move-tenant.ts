import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openMasterKeys } from '../../app/open-store.ts';
import { queueDefinitions } from '../../app/queues.ts';
import { type Config, loadConfig } from '../../config/index.ts';
import { createLogger } from '../../lib/logger.ts';
import { asOperatorRefusal } from '../../lib/operator-refusal.ts';
import { serviceVersion } from '../../lib/service-version.ts';
import {
  cancelMove,
  cellKeyOf,
  completeMove,
  deleteMovedTenant,
  exportTenantFolder,
  formatCellKey,
  importTenantFolder,
  openCell,
  parseCellKey,
  requireStore,
} from '../../tenant-move/index.ts';
import { CommandFailure } from './command-failure.ts';
import { createProgressBar } from './progress-bar.ts';
import { withSettingsFile } from './settings.ts';
import { describeMoved } from './store-move-report.ts';

interface Flags {
  readonly config?: string;
  readonly json?: boolean;
}

interface ExportFlags extends Flags {
  readonly to: string;
  readonly key: string;
  readonly wait: string;
}

/** `gatehouse move-tenant`: one tenant to another deployment. */
export function addMoveTenantCommand(program: Command): void {
  const move = program.command('move-tenant').description('move one tenant to another deployment (cell)');
  withSettingsFile(move.command('key'))
    .description('print the key of this deployment, which the other one is given; it is no secret')
    .action(printKey);
  withSettingsFile(move.command('export'))
    .description(
      'stop a tenant and export it to a folder, sealed for the other deployment; the tenant stays stopped',
    )
    .argument('<tenant>', 'tenant ID')
    .argument('<folder>', 'a new or empty folder, or one with an interrupted export')
    .requiredOption('--to <name>', 'name of the other deployment, for the audit log')
    .requiredOption('--key <key>', 'what `gatehouse move-tenant key` prints there')
    .option('--wait <seconds>', 'how long work in progress may take to end', '300')
    .option('--json', 'print JSON')
    .action(exportCommand);
  withSettingsFile(move.command('import'))
    .description(
      'import an exported tenant into this deployment, compare every row and file, and print the receipt',
    )
    .argument('<folder>', 'folder written by `gatehouse move-tenant export`')
    .requiredOption('--from <key>', 'what `gatehouse move-tenant key` prints at the deployment that exported')
    .option('--json', 'print JSON')
    .action(importCommand);
  withSettingsFile(move.command('complete'))
    .description('take the receipt of the other deployment: the tenant is there from now on')
    .argument('<tenant>', 'tenant ID')
    .argument('<receipt>', 'what `gatehouse move-tenant import` printed')
    .action(completeCommand);
  withSettingsFile(move.command('cancel'))
    .description('open a tenant again whose export nobody imported')
    .argument('<tenant>', 'tenant ID')
    .action(cancelCommand);
  withSettingsFile(move.command('delete'))
    .description('delete the rows, files and audit records of a tenant that moved')
    .argument('<tenant>', 'tenant ID')
    .action(deleteCommand);
}

function readSettings(flags: Flags): Config {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return config;
}

function placeOf({ databaseUrl: url, databaseOwnerUrl: ownerUrl, dataDir }: Config) {
  return url === undefined ? { dataDir } : { url, ownerUrl };
}

async function printKey(flags: Flags): Promise<void> {
  const config = readSettings(flags);
  // Opening keys makes one where there is none.
  requireStore(placeOf(config));
  process.stdout.write(`${formatCellKey(cellKeyOf(await openMasterKeys(config)))}\n`);
}

async function exportCommand(tenantId: string, folder: string, flags: ExportFlags): Promise<void> {
  const config = readSettings(flags);
  const recipient = parseCellKey(flags.key);
  if (!/^[1-9]\d{0,5}$/.test(flags.wait)) throw new CommandFailure('--wait is a number of seconds');
  const masterKeys = await openMasterKeys(config);
  const bar = createProgressBar();
  const manifest = await asOperatorRefusal('the export', () =>
    exportTenantFolder({
      tenantId,
      folder: resolve(folder),
      recipient,
      destination: flags.to,
      waitSeconds: Number(flags.wait),
      place: placeOf(config),
      dataDir: config.dataDir,
      objectStore: config.objectStore,
      masterKeys,
      version: serviceVersion,
      onProgress: (share, text) => bar.update(share, text),
    }),
  ).finally(() => bar.clear());
  process.stdout.write(
    flags.json ? `${JSON.stringify(manifest, null, 2)}\n` : describeMoved(`exported ${tenantId}`, manifest),
  );
  process.stderr.write(
    `Tenant ${tenantId} is stopped here. Import the folder at ${flags.to}, then run: gatehouse move-tenant complete ${tenantId} RECEIPT\n`,
  );
}

async function importCommand(folder: string, flags: Flags & { readonly from: string }): Promise<void> {
  const config = readSettings(flags);
  const source = parseCellKey(flags.from);
  const masterKeys = await openMasterKeys(config);
  const bar = createProgressBar();
  const { manifest, receipt, wasImported } = await asOperatorRefusal('the import', () =>
    importTenantFolder({
      folder: resolve(folder),
      source,
      place: placeOf(config),
      dataDir: config.dataDir,
      objectStore: config.objectStore,
      masterKeys,
      version: serviceVersion,
      queues: queueDefinitions,
      logger: createLogger('warn'),
      onProgress: (share, text) => bar.update(share, text),
    }),
  ).finally(() => bar.clear());
  const { tenantId } = manifest;
  if (flags.json) {
    process.stdout.write(`${JSON.stringify({ ...manifest, receipt }, null, 2)}\n`);
    return;
  }
  process.stdout.write(
    wasImported
      ? `${tenantId} was imported before\n`
      : describeMoved(`imported ${tenantId} and verified as equal`, manifest),
  );
  process.stdout.write(`receipt: ${receipt}\n`);
}

async function completeCommand(tenantId: string, receipt: string, flags: Flags): Promise<void> {
  const database = await openCell(placeOf(readSettings(flags)));
  try {
    const { destination } = await completeMove(database, { tenantId, receipt });
    process.stdout.write(`tenant ${tenantId} moved to ${destination}\n`);
  } finally {
    await database.close();
  }
}

async function cancelCommand(tenantId: string, flags: Flags): Promise<void> {
  const database = await openCell(placeOf(readSettings(flags)));
  try {
    await cancelMove(database, tenantId);
  } finally {
    await database.close();
  }
  process.stdout.write(`tenant ${tenantId} is open again: destroy what was exported of it\n`);
}

async function deleteCommand(tenantId: string, flags: Flags): Promise<void> {
  const config = readSettings(flags);
  const { dataDir, objectStore } = config;
  const bar = createProgressBar();
  const { rows, files } = await asOperatorRefusal('the deletion', () =>
    deleteMovedTenant({
      tenantId,
      place: placeOf(config),
      dataDir,
      objectStore,
      onProgress: (share, text) => bar.update(share, text),
    }),
  ).finally(() => bar.clear());
  process.stdout.write(`deleted: ${rows} rows, ${files} uploaded files of tenant ${tenantId}\n`);
}
