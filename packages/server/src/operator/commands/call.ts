import { readFileSync } from 'node:fs';
import {
  BusinessError,
  type CallInputs,
  createClient,
  GatewayCallError,
  isOperationName,
  NoAnswerError,
  operationNames,
} from '@gatehouse/sdk';
import type { Command } from 'commander';
import { type CallerFlags, readCaller } from './call-keys.ts';
import { CommandFailure } from './command-failure.ts';
import { withSettingsFile } from './settings.ts';

interface CallFlags extends CallerFlags {
  readonly data: string;
  readonly version?: string;
  readonly idempotencyKey?: string;
  readonly config?: string;
}

/** `gatehouse call OPERATION --data JSON`: signs and sends one gateway call and prints the answer. */
export function addCallCommand(program: Command): void {
  withSettingsFile(program.command('call'))
    .description('sign and send one gateway call and print the answer')
    .argument('<operation>', operationNames.join(', '))
    .requiredOption(
      '--data <json>',
      'body of the call; @FILE reads it from a file, - from the standard input',
    )
    .option('--version <version>', 'apiVersion (default: the newest of the operation)')
    .option(
      '--idempotency-key <key>',
      'Idempotency-Key of workflow.apply.submit; a repeat with the same key, body and version starts nothing and gets the same answer',
    )
    .option('--base-url <url>', "the gateway's address (GATEHOUSE_BASE_URL)")
    .option('--api-key <key>', 'public key, ak_… (GATEHOUSE_API_KEY)')
    .option('--api-secret <secret>', "the key's secret (GATEHOUSE_API_SECRET)")
    .option('--domain <domain>', 'business domain (GATEHOUSE_DOMAIN)')
    .addHelpText('after', '\nWithout a key, the key of the demo in the data directory (demo.env) is used.')
    .action(call);
}

async function call(operation: string, flags: CallFlags): Promise<void> {
  if (!isOperationName(operation)) {
    throw new CommandFailure(
      `unknown operation "${operation}"; known operations: ${operationNames.join(', ')}`,
    );
  }
  if (flags.idempotencyKey !== undefined && operation !== 'workflow.apply.submit') {
    throw new CommandFailure(`--idempotency-key is for workflow.apply.submit only, not for ${operation}`);
  }
  const caller = readCaller(flags);
  const input = parseBody(readBody(flags.data)) as CallInputs[typeof operation];
  const client = makeClient({ ...caller, retry: false });
  try {
    const { version, idempotencyKey } = flags;
    const data = await client.call(operation, input, { version, idempotencyKey });
    print({ apiCode: 200, apiMsg: 'OK', data });
  } catch (error) {
    if (error instanceof BusinessError) print({ apiCode: 200, apiMsg: 'OK', data: error.data });
    else if (error instanceof GatewayCallError && error.apiCode !== undefined) {
      print({ apiCode: error.apiCode, apiMsg: error.name, data: null });
    } else if (error instanceof TypeError) throw new CommandFailure(error.message);
    else if (!(error instanceof GatewayCallError || error instanceof NoAnswerError)) throw error;
    throw new CommandFailure(describeError(error));
  }
}

function makeClient(options: Parameters<typeof createClient>[0]): ReturnType<typeof createClient> {
  try {
    return createClient(options);
  } catch (error) {
    if (error instanceof TypeError) throw new CommandFailure(error.message);
    throw error;
  }
}

function describeError(error: BusinessError | GatewayCallError | NoAnswerError): string {
  const request = error instanceof NoAnswerError ? undefined : error.requestId;
  return request === undefined ? error.message : `${error.message} (x-request-id ${request})`;
}

function readBody(data: string): string {
  if (data !== '-' && !data.startsWith('@')) return data;
  const file = data === '-' ? 0 : data.slice(1);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`--data ${data}: cannot be read (${code})`);
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandFailure(`--data is not JSON: ${(error as Error).message}`);
  }
}

/** Easy to read on a terminal, one line for programs. */
function print(answer: unknown): void {
  process.stdout.write(`${JSON.stringify(answer, null, process.stdout.isTTY ? 2 : 0)}\n`);
}
