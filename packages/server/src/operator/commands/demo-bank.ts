import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config/index.ts';
import { asOperatorRefusal } from '../../lib/operator-refusal.ts';
import { deleteDemoTenant } from '../../tenant-move/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { bankAdmin, bankAnalyst, bankFile, bankIdentity, bankOthers } from '../demo/demo-bank.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { CommandFailure } from './command-failure.ts';
import { faultsFailure } from './provision.ts';
import { withSettingsFile } from './settings.ts';

interface Flags {
  readonly config?: string;
  readonly baseUrl?: string;
}

/** `gatehouse demo fill` and `remove`: a made-up bank at work, beside the other tenants. */
export function addDemoBankCommands(demo: Command): void {
  withSettingsFile(demo.command('fill'))
    .description('make a made-up bank with forty cases in the running service, and print who can sign in')
    .option('--base-url <url>', 'address of the gateway; default: of the demo in the data directory')
    .action(fill);
  withSettingsFile(demo.command('remove'))
    .description('delete the made-up bank and nothing else; the service has to be stopped')
    .action(remove);
}

async function fill(flags: Flags): Promise<void> {
  const { config } = loadConfig(process.env, flags.config, { isDemo: true });
  const baseUrl = flags.baseUrl ?? (await baseUrlOf(config));
  await refuseUnreached(baseUrl);
  const { tenantId } = bankIdentity;
  if ((await runAdminCommand(config, 'exportTenant', { tenantId })) !== null) {
    throw new CommandFailure(`the tenant ${tenantId} is there already; gatehouse demo remove deletes it`);
  }
  const started = performance.now();
  const [secret, password] = [randomBytes(32), randomBytes(12)].map((bytes) => bytes.toString('base64url'));
  const env = { GATEHOUSE_DEMO_BANK_SECRET: secret!, GATEHOUSE_DEMO_BANK_PASSWORD: password! };
  const provisioned = await runAdminCommand(config, 'provision', { file: bankFile, env });
  if (!provisioned.ok) throw faultsFailure(provisioned.faults);
  const made = await orNameRemoval(async () => {
    const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(envFile(config), lines.join(''), { mode: 0o600 });
    return fillDemo({ baseUrl, secret: secret!, password: password! });
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`made ${made.cases} cases of the tenant ${tenantId} in ${seconds} s

  console   ${baseUrl.replace(/\/gateway$/, '/console')}
  admin     ${bankAdmin}
  admin     ${bankOthers.secondAdmin}
  analyst   ${bankAnalyst}
  developer ${bankOthers.developer}
  auditor   ${bankOthers.auditor}
  password  ${password}

All of them are made up. To delete the bank again, stop the service and run: gatehouse demo remove
`);
}

/** From here the tenant is there, and a second `fill` would refuse it. */
async function orNameRemoval<Result>(fillIn: () => Promise<Result>): Promise<Result> {
  try {
    return await fillIn();
  } catch (error) {
    process.stderr.write(
      `gatehouse: the tenant ${bankIdentity.tenantId} is there, but not complete. To delete it, stop the service and run: gatehouse demo remove\n`,
    );
    throw error;
  }
}

async function remove(flags: Flags): Promise<void> {
  const { config } = loadConfig(process.env, flags.config, { isDemo: true });
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, dataDir, objectStore } = config;
  const { rows } = await asOperatorRefusal('the removal', () =>
    deleteDemoTenant({
      identity: bankIdentity,
      place: url === undefined ? { dataDir } : { url, ownerUrl },
      dataDir,
      objectStore,
    }),
  );
  await rm(envFile(config), { force: true });
  process.stdout.write(`removed the tenant ${bankIdentity.tenantId}: ${rows} rows\n`);
}

function envFile({ dataDir }: Config): string {
  return join(dataDir, 'demo-bank.env');
}

/** Where the demo of the data directory answers, else where a service with these settings would. */
async function baseUrlOf({ dataDir, port }: Config): Promise<string> {
  const known: NodeJS.Dict<string> = await readFile(join(dataDir, 'demo.env'), 'utf8').then(
    parseEnv,
    () => ({}),
  );
  return known['GATEHOUSE_BASE_URL'] ?? `http://127.0.0.1:${port}/gateway`;
}

/** Before anything is made. */
async function refuseUnreached(baseUrl: string): Promise<void> {
  try {
    await fetch(baseUrl.replace(/\/gateway$/, '/console/api/session'));
  } catch {
    throw new CommandFailure(
      `no service answers at ${baseUrl}: start it in another terminal, or name its address by --base-url`,
    );
  }
}
