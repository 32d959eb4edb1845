import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { loadConfig } from '../../config/index.ts';
import { type WarehouseTable, warehouseTables } from '../admin-api/export-table.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { withSettingsFile } from './settings.ts';

interface Flags {
  readonly tenant?: string;
  readonly personal?: boolean;
  readonly json?: boolean;
  readonly config?: string;
}

/** `gatehouse export-table`: executions, cases or hits as a Parquet file for a warehouse. */
export function addExportTableCommand(program: Command): void {
  withSettingsFile(program.command('export-table'))
    .description('write executions, cases or hits as a Parquet file, without personal data')
    .argument('<table>', Object.keys(warehouseTables).join(', '))
    .argument('<file>', 'a Parquet file; one that is there is replaced')
    .option('--tenant <id>', 'of one tenant')
    .addOption(new Option('--personal', 'with the columns that may say something of a person'))
    .option('--json', 'print JSON')
    .action(async (table: string, file: string, flags: Flags, command: Command) => {
      if (!Object.hasOwn(warehouseTables, table)) {
        command.error(`gatehouse: ${table} is none of ${Object.keys(warehouseTables).join(', ')}`);
      }
      const { config, warnings } = loadConfig(process.env, flags.config);
      for (const warning of warnings) process.stderr.write(`${warning}\n`);
      const report = await runAdminCommand(config, 'exportTable', {
        table: table as WarehouseTable,
        file: resolve(file),
        tenantId: flags.tenant,
        withPersonal: flags.personal ?? false,
      });
      const omitted = report.omitted.length === 0 ? '' : `; left out: ${report.omitted.join(', ')}`;
      process.stdout.write(
        flags.json
          ? `${JSON.stringify(report, null, 2)}\n`
          : `${report.rows} rows of ${report.columns.length} columns${omitted}\n`,
      );
    });
}
