import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config/index.ts';
import type { DeploymentReport } from '../../monitoring/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import { withSettingsFile } from './settings.ts';
import { formatTable } from './table.ts';

/** `gatehouse monitoring`: what continuous monitoring has done, and a rescreening on order. */
export function addMonitoringCommand(program: Command): void {
  const monitoring = program
    .command('monitoring')
    .description('customers who are screened again when lists change');
  withSettingsFile(monitoring.command('status'))
    .description('show the newest runs')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean; config?: string }) => {
      const runs = await runAdminCommand(readConfig(flags.config), 'monitoring', {});
      process.stdout.write(flags.json ? `${JSON.stringify(runs, null, 2)}\n` : describeRuns(runs));
    });
  withSettingsFile(monitoring.command('run'))
    .description('start a full rescreening of the monitored customers of a domain')
    .argument('<tenant>', 'tenant ID')
    .argument('<domain>', 'domain of the tenant')
    .action(async (tenantId: string, domain: string, flags: { config?: string }) => {
      const { runId } = await runAdminCommand(readConfig(flags.config), 'rescreen', { tenantId, domain });
      if (runId === null) throw new CommandFailure(`tenant ${tenantId} has no domain ${domain}`);
      process.stdout.write(`${runId}\n`);
    });
}

function readConfig(file: string | undefined): Config {
  const { config, warnings } = loadConfig(process.env, file);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return config;
}

function describeRuns(runs: readonly DeploymentReport[]): string {
  if (runs.length === 0) return 'No runs yet.\n';
  const rows = runs.map((run) => [
    `${run.tenantId}/${run.domain}`,
    run.kind,
    run.state,
    run.startedAt === null ? '' : new Date(run.startedAt).toISOString(),
    run.entriesChanged === null ? 'all' : String(run.entriesChanged),
    String(run.customersConsidered ?? ''),
    String(run.customersScreened),
    String(run.alerts),
    String(run.executions),
    String(run.failures),
    `${(run.workedMs / 1000).toFixed(1)} s`,
    run.failure ?? '',
  ]);
  const head = [
    'DOMAIN',
    'KIND',
    'STATE',
    'STARTED',
    'ENTRIES',
    'CUSTOMERS',
    'SCREENED',
    'ALERTS',
    'EXECUTIONS',
    'FAILURES',
    'WORK',
    '',
  ];
  return formatTable([head, ...rows], [4, 5, 6, 7, 8, 9, 10]);
}
