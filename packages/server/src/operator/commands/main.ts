import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { SettingError } from '../../config/index.ts';
import { lowerThreadPriority } from '../../lib/lower-process-priority.ts';
import { OperatorRefusal } from '../../lib/operator-refusal.ts';
import { CommandFailure } from './command-failure.ts';

type AddCommand = (program: Command) => void;

/**
 * The commands of `gatehouse`, in the order of its help. A new one is a file of its own and a line here.
 * Only the file of the command that runs is loaded: comparing two names needs no server.
 */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./serve.ts')).addServeCommand,
  demo: async () => (await import('./demo.ts')).addDemoCommand,
  provision: async () => (await import('./provision.ts')).addProvisionCommand,
  plan: async () => (await import('./plan.ts')).addPlanCommand,
  export: async () => (await import('./export.ts')).addExportCommand,
  promote: async () => (await import('./promote.ts')).addPromoteCommand,
  lists: async () => {
    // Beside a server that screens, a command that reads lists has time.
    lowerThreadPriority();
    return (await import('./lists.ts')).addListsCommand;
  },
  reference: async () => (await import('./reference.ts')).addReferenceCommand,
  monitoring: async () => (await import('./monitoring.ts')).addMonitoringCommand,
  executions: async () => (await import('./executions.ts')).addExecutionsCommand,
  customers: async () => (await import('./customers.ts')).addCustomersCommand,
  audit: async () => (await import('./audit.ts')).addAuditCommand,
  people: async () => (await import('./people.ts')).addPeopleCommand,
  doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
  'export-store': async () => (await import('./export-store.ts')).addExportStoreCommand,
  'import-store': async () => (await import('./import-store.ts')).addImportStoreCommand,
  'move-tenant': async () => (await import('./move-tenant.ts')).addMoveTenantCommand,
  'vacuum-store': async () => (await import('./vacuum-store.ts')).addVacuumStoreCommand,
  'encrypt-files': async () => (await import('./encrypt-files.ts')).addEncryptFilesCommand,
  'export-table': async () => (await import('./export-table.ts')).addExportTableCommand,
  screen: async () => (await import('./screen.ts')).addScreenCommand,
  compare: async () => (await import('./compare.ts')).addCompareCommand,
  prove: async () => (await import('./prove.ts')).addProveCommand,
  'as-of': async () => (await import('./as-of.ts')).addAsOfCommand,
  mcp: async () => (await import('./mcp.ts')).addMcpCommand,
  call: async () => (await import('./call.ts')).addCallCommand,
  'webhook-types': async () => (await import('./webhook-types.ts')).addWebhookTypesCommand,
};

const refusals = [CommandFailure, OperatorRefusal, SettingError];

/** Runs one command line; sets the exit code and returns when the command is done. */
export async function main(commandLine: readonly string[]): Promise<void> {
  endWithLauncher();
  process.stdout.on('error', endOnClosedPipe);
  const program = new Command('gatehouse')
    .description('Self-hosted compliance gateway: screening, cases, workflows and webhooks.')
    .version(readVersion())
    // A command may then have options of the same name, such as `call --version`.
    .enablePositionalOptions()
    .showHelpAfterError('(see gatehouse --help)');
  for (const addCommand of await loadCommands(commandLine[0])) addCommand(program);
  try {
    await program.parseAsync(commandLine, { from: 'user' });
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exitCode = 1;
  }
}

/** The command that is named, or all of them where none is. */
function loadCommands(name: string | undefined): Promise<AddCommand[]> {
  const named =
    name !== undefined && Object.hasOwn(commands, name) ? [commands[name]!] : Object.values(commands);
  return Promise.all(named.map((load) => load()));
}

/** Refusals are a line each for whoever can put them right; a bug is printed with its stack. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `gatehouse: ${String(error)}`;
  const refused = refusals.some((refusal) => error instanceof refusal) || error.name === 'ListsRefusal';
  if (!refused) return `gatehouse: ${error.stack ?? error.message}`;
  return error.message.replace(/^(?=.)/gm, 'gatehouse: ');
}

/**
 * Under the launcher of an older Node, this process is its child and ends when the launcher is gone: a signal
 * that cannot be caught must not leave a server behind that nobody sees.
 */
function endWithLauncher(): void {
  if (process.env['GATEHOUSE_LAUNCHER_CHANNEL'] === undefined) return;
  delete process.env['GATEHOUSE_LAUNCHER_CHANNEL'];
  process.on('disconnect', () => process.exit(137));
  process.channel?.unref();
}

/** `gatehouse screen … | head` ends quietly. */
function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
