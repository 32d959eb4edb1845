import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { checkFiles, readAttestation } from '../../assurance/index.ts';
import { loadConfig } from '../../config/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import { withSettingsFile } from './settings.ts';

interface Flags {
  readonly filesOnly?: boolean;
  readonly config?: string;
}

/** `gatehouse prove verify`: whether a report is as it was recorded. */
export function addVerifyReport(prove: Command): void {
  withSettingsFile(prove.command('verify'))
    .description('compare a recorded report with its attestation and with the audit log')
    .argument('<folder>', 'folder with attestation.json and the files that it names')
    .option('--files-only', 'compare files, hashes and signature alone, without the store')
    .action(verifyReport);
}

async function verifyReport(folder: string, flags: Flags): Promise<void> {
  const file = join(folder, 'attestation.json');
  if (!existsSync(file)) {
    throw new CommandFailure(`${file} is missing: only reports that were recorded with --tenant have one`);
  }
  const attestation = readAttestation(readFileSync(file, 'utf8'));
  if (attestation === undefined) throw new CommandFailure(`${file} is no attestation of a report`);
  const inFiles = checkFiles(attestation, (name) => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path) : undefined;
  });
  const inStore = flags.filesOnly === true ? [] : await checkStore(attestation, flags);
  const faults = [...inFiles, ...inStore];
  if (faults.length > 0) throw new CommandFailure(faults.join('\n'));
  const { tenantId, domain, recordedAt, auditRecord, files } = attestation;
  process.stdout.write(
    [
      `${Object.keys(files).join(', ')}: as recorded at ${recordedAt} for ${tenantId}, ${domain}`,
      flags.filesOnly === true
        ? `Not compared: audit record ${auditRecord}, and whose key signed`
        : `Audit record ${auditRecord} has the same hashes, and the key is of this store`,
      '',
    ].join('\n'),
  );
}

function checkStore(
  attestation: NonNullable<ReturnType<typeof readAttestation>>,
  flags: Flags,
): Promise<readonly string[]> {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return runAdminCommand(config, 'checkAttestation', attestation);
}
