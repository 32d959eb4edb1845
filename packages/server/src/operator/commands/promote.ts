import type { Command } from 'commander';
import { type Config, loadConfig, publicUrlOf } from '../../config/index.ts';
import type { FileFault } from '../../lib/yaml/file-fault.ts';
import {
  type ExportedTenant,
  type PromotedObject,
  type PromoteOptions,
  type PromotionOrigin,
  parseTenantFile,
  promotedKinds,
  promotedTenant,
} from '../../provisioning/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import { reportPlan } from './plan.ts';
import { faultsFailure, reportProvision, usedVariables } from './provision.ts';

interface PromoteFlags extends PromoteOptions {
  readonly from: string;
  readonly to: string;
  readonly toConfig?: string;
  readonly plan?: boolean;
  readonly config?: string;
}

export function addPromoteCommand(program: Command): void {
  program
    .command('promote')
    .description('copy a workflow, a webhook or a setting from one environment to another')
    .argument('<kind>', promotedKinds.join(', '))
    .argument('<id>', 'of the workflow or webhook; of a setting its key in the tenant file, e.g. branding')
    .requiredOption('--from <tenant>', 'where it is: TENANT, of a workflow TENANT/DOMAIN')
    .requiredOption('--to <tenant>', 'where it goes: TENANT, of a workflow TENANT/DOMAIN')
    .option(
      '--to-config <file>',
      'the settings of the deployment that it goes to; absent: the same deployment',
    )
    .option('--draft', 'of a workflow: take what was saved last, and leave it unpublished')
    .option('--url <url>', 'of a webhook: its address there; absent: the one it has there')
    .option('--secret-env <name>', 'of a webhook: the environment variable with its secret there')
    .option('--plan', 'print what would change, and change nothing')
    .option('--config <file>', 'a YAML file with the settings')
    .addHelpText(
      'after',
      '\nExit code with --plan: 0 nothing would change, 2 something would, 1 the command failed.',
    )
    .action(promoteCommand);
}

async function promoteCommand(kind: string, id: string, flags: PromoteFlags): Promise<void> {
  if (!promotedKinds.includes(kind as never)) {
    throw new CommandFailure(`${kind} cannot be promoted: name one of ${promotedKinds.join(', ')}`);
  }
  const from = placeOf(flags.from, kind, '--from');
  const to = placeOf(flags.to, kind, '--to');
  const fromConfig = configOf(flags.config);
  const toConfig = flags.toConfig === undefined ? fromConfig : configOf(flags.toConfig);
  const object = { kind, id, from, to } as PromotedObject;
  const made = promotedTenant(object, {
    source: await exportOf(fromConfig, from.tenantId),
    target: await exportOf(toConfig, to.tenantId),
    options: flags,
  });
  if (!made.ok) throw new CommandFailure(made.message);
  const file = `${kind} ${id}`;
  const text = JSON.stringify({ tenants: [made.tenant] });
  const { environment, used } = usedVariables();
  const read = await parseTenantFile(file, text, environment);
  if (!read.ok) throw faultsFailure(read.faults.map(placedInObject));
  const sent = { file, text, env: used() };
  const answer = flags.plan
    ? await runAdminCommand(toConfig, 'plan', sent)
    : await runAdminCommand(toConfig, 'provision', {
        ...sent,
        promotion: promotionOf(object, flags, fromConfig),
      });
  if (!answer.ok) throw faultsFailure(answer.faults.map(placedInObject));
  if ('unchanged' in answer) reportPlan(answer, {});
  else reportProvision(answer, process.stdout);
}

/** What the audit log of the other environment says of the origin. */
function promotionOf({ kind, id, to }: PromotedObject, flags: PromoteFlags, source: Config): PromotionOrigin {
  const { from, toConfig } = flags;
  return {
    kind,
    id,
    from,
    ...(toConfig !== undefined && { deployment: publicUrlOf(source, source.port) }),
    ...(kind === 'workflow' && { domain: to.domain }),
  };
}

/** Nobody wrote the file that is sent: a fault is placed in the object alone. */
function placedInObject({ file, place, message }: FileFault): FileFault {
  return { file, place: place.replace(/^tenants\[0\]\.\w+(\[0\](\.workflow)?)?\.?/, ''), message };
}

function configOf(file: string | undefined): Config {
  const { config, warnings } = loadConfig(process.env, file);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return config;
}

async function exportOf(config: Config, tenantId: string): Promise<ExportedTenant> {
  const exported = await runAdminCommand(config, 'exportTenant', { tenantId });
  if (exported === null) throw new CommandFailure(`there is no tenant ${tenantId}`);
  return exported;
}

function placeOf(text: string, kind: string, flag: string): { tenantId: string; domain: string } {
  const [tenantId = '', domain = '', ...rest] = text.split('/');
  const isWhole = kind === 'workflow' ? domain !== '' : domain === '';
  if (tenantId === '' || rest.length > 0 || !isWhole) {
    const form = kind === 'workflow' ? 'TENANT/DOMAIN, e.g. acme/retail' : 'TENANT, e.g. acme';
    throw new CommandFailure(`${flag} ${text}: must be ${form}`);
  }
  return { tenantId, domain };
}
