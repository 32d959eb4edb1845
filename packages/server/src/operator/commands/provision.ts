import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadConfig } from '../../config/index.ts';
import { type FileFault, formatFault } from '../../lib/yaml/file-fault.ts';
import {
  changeText,
  type ProvisionChange,
  type ProvisionResult,
  readTenantFile,
} from '../../provisioning/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';

export function addProvisionCommand(program: Command): void {
  program
    .command('provision')
    .description('apply a tenant file; applying it again changes nothing')
    .argument('<file>', 'tenant file, YAML or JSON')
    .option('--config <file>', 'YAML file with settings')
    .action(provisionCommand);
}

/** Applies a tenant file and tells what changed. */
async function provisionCommand(file: string, options: { config?: string }): Promise<void> {
  const { config, warnings } = loadConfig(process.env, options.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const path = resolve(file);
  const answer = await runAdminCommand(config, 'provision', { file: path, env: await environmentOf(path) });
  if (!answer.ok) throw faultsFailure(answer.faults);
  reportProvision(answer, process.stdout);
}

/** Tells what changed, and generated secrets this once. */
export function reportProvision(result: ProvisionResult, to: NodeJS.WritableStream): void {
  if (!result.ok) throw faultsFailure(result.faults);
  for (const notice of result.notices) process.stderr.write(`${notice}\n`);
  for (const change of result.changes) to.write(`${changeText(change)}${overwriting(change)}\n`);
  if (result.changes.length === 0) to.write('nothing changed\n');
  for (const { tenantId, apiKey, secret } of result.generated) {
    to.write(`secret of api key ${apiKey} of ${tenantId}, shown only once: ${secret}\n`);
  }
}

function overwriting({ consoleEdit }: ProvisionChange): string {
  return consoleEdit === undefined ? '' : ` (overwrites what ${editedBy(consoleEdit)})`;
}

/** Who changed something in the console, and when. */
export function editedBy({ actor, at }: NonNullable<ProvisionChange['consoleEdit']>): string {
  return `${actor} changed in the console at ${new Date(at).toISOString()}`;
}

/**
 * Reads a tenant file for its faults, and answers the variables of the environment that it asks for: a running server
 * reads the file again, with the secrets of this environment.
 */
export async function environmentOf(file: string): Promise<Readonly<Record<string, string>>> {
  const { environment, used } = usedVariables();
  const read = await readTenantFile(file, environment);
  if (!read.ok) throw faultsFailure(read.faults);
  return used();
}

/** The environment, and which of its variables were asked for: only those are handed on. */
export function usedVariables() {
  const used = new Map<string, string>();
  return { environment: recording(process.env, used), used: () => Object.fromEntries(used) };
}

/** Every fault of a file, each on its own line. */
export function faultsFailure(faults: readonly FileFault[]): CommandFailure {
  return new CommandFailure(faults.map(formatFault).join('\n'));
}

/** Remembers which variables a file asks for, so that only those are handed on. */
function recording(env: NodeJS.ProcessEnv, used: Map<string, string>): Record<string, string | undefined> {
  return new Proxy(env, {
    get: (target, name) => {
      const value = typeof name === 'string' ? target[name] : undefined;
      if (typeof name === 'string' && value !== undefined) used.set(name, value);
      return value;
    },
  });
}
