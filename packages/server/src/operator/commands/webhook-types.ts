import { writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { readTenantFile } from '../../provisioning/index.ts';
import { CommandFailure } from './command-failure.ts';
import { faultsFailure } from './provision.ts';

/** What a webhook's definition says of the body that it sends. */
interface TypedDefinition {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly inputs: readonly string[];
  readonly sampleInputs?: Readonly<Record<string, unknown>> | undefined;
}

/** `gatehouse webhook-types`: writes TypeScript types of the bodies that a tenant's webhooks send. */
export function addWebhookTypesCommand(program: Command): void {
  program
    .command('webhook-types')
    .description('write TypeScript types of the webhook bodies of a tenant')
    .argument('<file>', 'tenant file, YAML or JSON')
    .option('--tenant <id>', 'the tenant, where the file has several')
    .option('--out <file>', 'where the types go instead of the standard output')
    .action(writeWebhookTypes);
}

async function writeWebhookTypes(file: string, options: { tenant?: string; out?: string }): Promise<void> {
  const read = await readTenantFile(resolve(file), anySecret);
  if (!read.ok) throw faultsFailure(read.faults);
  const ids = read.value.tenants.map(({ id }) => id);
  const wanted = options.tenant ?? (ids.length === 1 ? ids[0] : undefined);
  const tenant = read.value.tenants.find(({ id }) => id === wanted);
  if (tenant === undefined) {
    const fault = wanted === undefined ? 'say which tenant with --tenant' : `${file} has no tenant ${wanted}`;
    throw new CommandFailure(`${fault}: ${ids.join(', ')}`);
  }
  const text = webhookTypes(
    tenant.webhooks.map(({ definition }) => definition),
    basename(file),
  );
  if (options.out === undefined) process.stdout.write(text);
  else await writeFile(options.out, text);
}

/** Types need no secret, and whoever writes a receiver has none of them. */
const anySecret = new Proxy<Record<string, string>>(
  {},
  {
    get: () => 'no secret, only types',
    getOwnPropertyDescriptor: () => ({ value: 'no secret, only types', configurable: true }),
  },
);

/** Declarations of the bodies by webhook id. An input has the type of its sample, or is null. */
export function webhookTypes(webhooks: readonly TypedDefinition[], file: string): string {
  const lines = webhooks.flatMap(({ id, name, method, inputs, sampleInputs = {} }) => {
    const said = `  /** ${name.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */`;
    if (method === 'GET' || method === 'DELETE') return [said, `  ${JSON.stringify(id)}: undefined;`];
    const members = inputs.map((input) => `    ${JSON.stringify(input)}: ${typeOf(sampleInputs[input])};`);
    return [said, `  ${JSON.stringify(id)}: {`, ...members, '    [input: string]: unknown;', '  };'];
  });
  return [
    `// Written by \`gatehouse webhook-types ${file}\`. For constructEvent<WebhookBodies['…']> of @gatehouse/sdk.`,
    '',
    '/** The bodies of the webhooks by their ids. An input is null where a call has none. */',
    'export interface WebhookBodies {',
    ...lines,
    '}',
    '',
  ].join('\n');
}

const scalars: readonly string[] = ['string', 'number', 'boolean'];

function typeOf(sample: unknown): string {
  if (Array.isArray(sample)) return 'unknown[] | null';
  if (scalars.includes(typeof sample)) return `${typeof sample} | null`;
  return typeof sample === 'object' && sample !== null ? 'Record<string, unknown> | null' : 'unknown';
}
