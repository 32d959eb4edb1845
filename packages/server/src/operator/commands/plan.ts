import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadConfig } from '../../config/index.ts';
import type { ProvisionChange, ProvisionPlan } from '../../provisioning/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { editedBy, environmentOf, faultsFailure } from './provision.ts';

/** As `terraform plan -detailed-exitcode` has it: 0 nothing to change, 1 failed, 2 changes. */
const changesExitCode = 2;

interface PlanOptions {
  readonly json?: boolean;
  readonly withoutSecrets?: boolean;
  readonly config?: string;
}

export function addPlanCommand(program: Command): void {
  program
    .command('plan')
    .description('show what provisioning a tenant file would change, without changing anything')
    .argument('<file>', 'tenant file, YAML or JSON')
    .option('--json', 'print JSON')
    .option(
      '--without-secrets',
      'compare everything except secrets and passwords; their variables need not be set',
    )
    .option('--config <file>', 'YAML file with settings')
    .addHelpText(
      'after',
      '\nExit code: 0 no changes, 2 changes, 1 the file has faults or the command failed.',
    )
    .action(planCommand);
}

async function planCommand(file: string, options: PlanOptions): Promise<void> {
  const { config, warnings } = loadConfig(process.env, options.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const path = resolve(file);
  const env = options.withoutSecrets ? 'ignoreSecrets' : await environmentOf(path);
  reportPlan(await runAdminCommand(config, 'plan', { file: path, env }), options);
}

/** Prints a plan and sets the exit code. @throws CommandFailure with every fault */
export function reportPlan(plan: ProvisionPlan, { json = false }: { json?: boolean }): void {
  if (!plan.ok) throw faultsFailure(plan.faults);
  for (const notice of plan.notices) process.stderr.write(`${notice}\n`);
  process.stdout.write(json ? `${JSON.stringify(planJson(plan), null, 2)}\n` : planText(plan));
  if (realChanges(plan).length > 0) process.exitCode = changesExitCode;
}

type MadePlan = Extract<ProvisionPlan, { ok: true }>;

/** Warnings about a workflow come with its publication and are no change. */
function realChanges({ changes }: MadePlan): ProvisionChange[] {
  return changes.filter(({ action }) => action !== 'warn');
}

function planJson(plan: MadePlan) {
  const warnings = plan.changes.filter(({ action }) => action === 'warn');
  return {
    changes: realChanges(plan).map(({ consoleEdit, ...change }) => ({
      ...change,
      ...(consoleEdit && { consoleEdit: { ...consoleEdit, at: new Date(consoleEdit.at).toISOString() } }),
    })),
    unchanged: plan.unchanged,
    warnings: warnings.map(({ subject, words }) => `${subject}: ${words}`),
  };
}

function planText(plan: MadePlan): string {
  const lines = plan.changes.flatMap((change, index) => {
    const isFurther = change.action !== 'warn' && plan.changes[index - 1]?.subject === change.subject;
    const line = isFurther ? `    ${change.words}` : `${signOf(change)} ${change.subject}${detailOf(change)}`;
    const { consoleEdit } = change;
    return consoleEdit === undefined ? line : [line, `    overwrites what ${editedBy(consoleEdit)}`];
  });
  const changes = realChanges(plan);
  const kept = `${plan.unchanged.length} unchanged`;
  if (changes.length === 0) return [...lines, `Nothing to change: ${kept}.`, ''].join('\n');
  const created = new Set(changes.filter(({ action }) => action === 'create').map(({ subject }) => subject));
  const all = new Set(changes.map(({ subject }) => subject));
  return [
    ...lines,
    `Plan: ${created.size} to create, ${all.size - created.size} to change, ${kept}.`,
    '',
  ].join('\n');
}

function signOf({ action }: ProvisionChange): string {
  if (action === 'create') return '+';
  if (action === 'warn') return '!';
  return action.startsWith('remove') ? '-' : '~';
}

function detailOf({ kind, action, members, words }: ProvisionChange): string {
  if (action === 'create') return '';
  const isDrawn = kind === 'workflow' && action === 'change';
  return `: ${isDrawn ? members.map(({ field }) => field).join(', ') : words}`;
}
