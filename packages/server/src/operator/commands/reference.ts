import { resolve } from 'node:path';
import { type ClassificationKey, classificationKeys } from '@gatehouse/contract';
import type { Command } from 'commander';
import { loadConfig } from '../../config/index.ts';
import type { ReferenceStatus, UpdateOutcome } from '../../reference/index.ts';
import type { ReferenceRequest, ReferenceResponse } from '../admin-api/reference-commands.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import { withSettingsFile } from './settings.ts';

interface Flags {
  readonly config?: string;
  readonly json?: boolean;
  readonly url?: string;
}

/** `gatehouse reference`: classifications that publishers keep, for prepare.platform.config. */
export function addReferenceCommand(program: Command): void {
  const reference = program
    .command('reference')
    .description('classifications and entity types of reference data');
  withSettingsFile(reference.command('status'))
    .description('show the active versions')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      const { status } = await ask(flags, { act: 'status' });
      process.stdout.write(
        flags.json ? `${JSON.stringify(status, null, 2)}\n` : status.map(describeStatus).join(''),
      );
    });
  withSettingsFile(reference.command('import'))
    .description("check a publisher's file and activate it")
    .argument('<key>', classificationKeys.join(', '))
    .argument('<file>', 'workbook (XLSX) of SSIC or SSOC, or the CSV of ISO 20275')
    .option('--json', 'print JSON')
    .action(async (key: string, file: string, flags: Flags) => {
      report(await ask(flags, { act: 'import', key: keyOf(key), file: resolve(file) }), flags);
    });
  withSettingsFile(reference.command('update'))
    .description("fetch and activate the publishers' files; all keys if none is given")
    .argument('[keys...]', classificationKeys.join(', '))
    .option('--url <url>', 'URL of the file, with exactly one key')
    .option('--json', 'print JSON')
    .action(async (keys: string[], flags: Flags) => {
      if (flags.url !== undefined && keys.length !== 1) throw new CommandFailure('--url needs one key');
      const named = keys.length === 0 ? classificationKeys : keys.map(keyOf);
      const sources = named.map((key) => ({ key, url: flags.url }));
      report(await ask(flags, { act: 'update', sources }), flags);
    });
}

function keyOf(text: string): ClassificationKey {
  const key = classificationKeys.find((known) => known === text);
  if (key === undefined) {
    throw new CommandFailure(
      `${text} is not a key that can be imported; use one of ${classificationKeys.join(', ')}`,
    );
  }
  return key;
}

async function ask(flags: Flags, request: ReferenceRequest): Promise<ReferenceResponse> {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return runAdminCommand(config, 'reference', request);
}

function report({ outcomes }: ReferenceResponse, flags: Flags): void {
  process.stdout.write(
    flags.json ? `${JSON.stringify(outcomes, null, 2)}\n` : outcomes.flatMap(describeOutcome).join(''),
  );
  const failures = outcomes.flatMap(describeFailure);
  if (failures.length > 0) throw new CommandFailure(failures.join('\n'));
}

function describeOutcome(outcome: UpdateOutcome): string[] {
  if (outcome.kind === 'refused' || outcome.kind === 'failed') return [];
  const counts = Object.entries(outcome.counts).map(([level, count]) => `${level} ${count}`);
  const said = outcome.kind === 'activated' ? 'active' : 'already active, nothing changed';
  return [`${outcome.key}: ${outcome.version}, ${outcome.items} items (${counts.join(', ')}): ${said}\n`];
}

function describeFailure(outcome: UpdateOutcome): string[] {
  if (outcome.kind === 'failed') return [`${outcome.key}: ${outcome.message}; the active version is kept`];
  if (outcome.kind !== 'refused') return [];
  const faults = outcome.faults.map(({ place, message }) =>
    [place, message].filter((part) => part !== '').join(': '),
  );
  return [
    `${outcome.key}: the file is refused, the active version is kept`,
    ...faults.map((fault) => `  ${fault}`),
  ];
}

function describeStatus({ key, version, items, imported }: ReferenceStatus): string {
  const origin = imported === null ? 'shipped with the product' : `${imported.file}, ${imported.at}`;
  return `${key}: ${version}, ${items} items (${origin})\n`;
}
