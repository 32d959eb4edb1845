import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { loadConfig } from '../../config/index.ts';
import { writeYaml } from '../../lib/yaml/write-yaml.ts';
import type { ExportedTenant } from '../../provisioning/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write a tenant file of what a tenant has, console edits included, without its secrets')
    .argument('<tenant>', 'id of the tenant')
    .option(
      '--out <file>',
      'where the file goes instead of the standard output; JSON where its name ends in .json',
    )
    .option('--config <file>', 'a YAML file with the settings')
    .action(exportCommand);
}

async function exportCommand(tenantId: string, options: { out?: string; config?: string }): Promise<void> {
  const { config, warnings } = loadConfig(process.env, options.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const exported = await runAdminCommand(config, 'exportTenant', { tenantId });
  if (exported === null) throw new CommandFailure(`there is no tenant ${tenantId}`);
  const advice = adviceOf(exported);
  for (const line of advice) process.stderr.write(`notice: ${line}\n`);
  const value = { tenants: [exported.tenant] };
  const { out } = options;
  const text = out?.toLowerCase().endsWith('.json')
    ? `${JSON.stringify(value, null, 2)}\n`
    : writeYaml(value, [`Written by gatehouse export ${tenantId}.`, ...advice]);
  if (out === undefined) process.stdout.write(text);
  else await writeFile(out, text);
}

/** What has to be known before the file is applied. */
function adviceOf({ tenant, variables, notices }: ExportedTenant): string[] {
  const masked = JSON.stringify(tenant.webhooks ?? []).includes('"defaultValue":"***"');
  return [
    ...(variables.length === 0 ? [] : [`secrets are not exported: set ${variables.join(', ')} to apply it`]),
    ...((tenant.users ?? []).length === 0
      ? []
      : [
          'passwords are not exported: who is new elsewhere gets one by gatehouse people link TENANT EMAIL, or signs in by single sign-on',
        ]),
    ...(masked
      ? [
          'header values that may be credentials are ***, which keeps the stored value: elsewhere write the value itself',
        ]
      : []),
    ...notices,
  ];
}
