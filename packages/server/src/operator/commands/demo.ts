import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import type { App } from '../../app/app.ts';
import { isReachedByOthers } from '../../app/message-channels.ts';
import { loadConfig } from '../../config/index.ts';
import { readTenantFile } from '../../provisioning/index.ts';
import { addDemoBankCommands } from './demo-bank.ts';
import { faultsFailure } from './provision.ts';
import { runService } from './serve.ts';

const demoFile = fileURLToPath(new URL('../../../../../examples/demo/tenants.yaml', import.meta.url));

/** As the file of the tenant has them: an erasure, a shorter retention period or the release of a hold takes two people. */
const secondAdmin = 'second-admin@demo.test';

/** What a person or `gatehouse call` needs to use the demo tenant; the file in the data directory holds it too. */
interface DemoEnvironment {
  readonly GATEHOUSE_BASE_URL: string;
  readonly GATEHOUSE_API_KEY: string;
  readonly GATEHOUSE_API_SECRET: string;
  readonly GATEHOUSE_DOMAIN: string;
  readonly GATEHOUSE_DEMO_EMAIL: string;
  readonly GATEHOUSE_DEMO_PASSWORD: string;
}

export function addDemoCommand(program: Command): void {
  const command = program
    .command('demo')
    .description('start the service with a demo tenant and print how to call it')
    .option('--config <file>', 'YAML file with settings')
    .action(demo);
  addDemoBankCommands(command);
}

async function demo(options: { config?: string }): Promise<void> {
  const { config } = loadConfig(process.env, options.config, { isDemo: true });
  const file = join(config.dataDir, 'demo.env');
  const secrets = await demoSecrets(file);
  const tenants = await readTenantFile(demoFile, secrets);
  if (!tenants.ok) throw faultsFailure(tenants.faults);
  await runService(options, {
    isDemo: true,
    tenants: tenants.value,
    started: async (app) => {
      // The call that is printed works when it is read: it needs the lists.
      await app.ready;
      const environment = { GATEHOUSE_BASE_URL: app.baseUrl, ...secrets };
      await writeSecretly(file, environment);
      process.stdout.write(welcome(app, environment, file));
      if (isReachedByOthers(config)) process.stdout.write(reachedWarning);
    },
  });
}

/** The demo's secrets: those of an earlier start, else new ones. */
async function demoSecrets(file: string): Promise<Omit<DemoEnvironment, 'GATEHOUSE_BASE_URL'>> {
  const known: NodeJS.Dict<string> = await readFile(file, 'utf8').then(parseEnv, notThere);
  return {
    GATEHOUSE_API_KEY: 'ak_demo',
    GATEHOUSE_API_SECRET: known['GATEHOUSE_API_SECRET'] ?? randomBytes(32).toString('base64url'),
    GATEHOUSE_DOMAIN: 'retail',
    GATEHOUSE_DEMO_EMAIL: 'admin@demo.test',
    GATEHOUSE_DEMO_PASSWORD: known['GATEHOUSE_DEMO_PASSWORD'] ?? randomBytes(12).toString('base64url'),
  };
}

function notThere(error: NodeJS.ErrnoException): NodeJS.Dict<string> {
  if (error.code === 'ENOENT') return {};
  throw error;
}

async function writeSecretly(file: string, environment: DemoEnvironment): Promise<void> {
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  const temporary = `${file}.tmp`;
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(temporary, lines.join(''), { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}

function welcome(app: App, environment: DemoEnvironment, file: string): string {
  return `
Gatehouse is running with a demo tenant.

  gateway         ${app.baseUrl}
  api key         ${environment.GATEHOUSE_API_KEY}
  secret          ${environment.GATEHOUSE_API_SECRET}
  domain          ${environment.GATEHOUSE_DOMAIN}
  console         ${app.consoleUrl}
  console login   ${environment.GATEHOUSE_DEMO_EMAIL}  ${environment.GATEHOUSE_DEMO_PASSWORD}
  second login    ${secondAdmin}  (same password, for what takes two people)
${app.mailbox === undefined ? '' : `  mailbox         ${app.mailbox.url}  (messages are not sent; read them here)\n`}
These values are also in ${file} (readable by your user only). Scan a name, in another terminal:

${firstCall(file)}
`;
}

const reachedWarning = `Warning: others can reach this demo. Its tenant is for evaluation only: two admins share a password, and messages are
not sent. Set neither GATEHOUSE_HOST nor GATEHOUSE_PUBLIC_URL, or run gatehouse serve with a tenant file of your own.
`;

/** A signed call as a few lines of sh: submits a quick scan and reads its detail. */
function firstCall(file: string): string {
  return `  . ${quoteForShell(file)}
  call() {
    sign=$(printf '%s' "$2" | openssl dgst -sha256 -hmac "$GATEHOUSE_API_SECRET" -hex | sed 's/.*= *//')
    curl -s "$GATEHOUSE_BASE_URL?api=$1&apiVersion=1.0.0&apiKey=$GATEHOUSE_API_KEY&sign=$sign" \\
      -H "x-domain: $GATEHOUSE_DOMAIN" -H 'Content-Type: application/json' --data-binary "$2"
  }
  id=$(call quickscan.submit '{"data":{"name":"Osama bin Laden","customerType":"Individual","providers":["GLOBAL_CHECK"]}}' \\
    | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')
  until call quickscan.detail "{\\"data\\":{\\"id\\":\\"$id\\"}}" | grep -E 'DONE|FAILED|"apiCode":999'; do sleep 1; done

Make a link with which a person verifies themselves, and open the address that is printed in a browser; codes that are
sent on the way are in the mailbox. KYB_EVENT is for a company:

  call sdk.launch.link.generate '{"email":"jane@example.test","customerId":"customer-17","eventType":"KYC_EVENT"}' \\
    | sed 's/.*"url":"\\([^"]*\\).*/\\1\\n/'

A made-up bank with forty cases to look at:

  npx --no gatehouse demo fill
`;
}

function quoteForShell(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
