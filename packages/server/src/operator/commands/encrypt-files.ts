import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config/index.ts';
import { hasEmbeddedStore } from '../../database/index.ts';
import { openEmbeddedSession, openPostgresSession } from '../../database/move-session.ts';
import { asOperatorRefusal } from '../../lib/operator-refusal.ts';
import { startEncryption } from '../../personal-keys/index.ts';
import { CommandFailure } from './command-failure.ts';
import { withSettingsFile } from './settings.ts';

/** `gatehouse encrypt-files`: a store of an earlier release encrypts from now on what it keeps of people, as new stores do. */
export function addEncryptFilesCommand(program: Command): void {
  withSettingsFile(program.command('encrypt-files'))
    .description(
      'encrypt from now on uploaded files, calls of webhooks, drafts of hosted flows, notes, quick scans and, unless GATEHOUSE_SEAL_EXECUTIONS is off, executions that ended; files, calls and executions that are there in the background. Run it once every node is upgraded, since earlier versions read none of them. A new store encrypts from the beginning',
    )
    .action(encryptFilesCommand);
}

async function encryptFilesCommand(flags: { readonly config?: string }): Promise<void> {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  await asOperatorRefusal('the store', () => encryptFiles(config));
  process.stdout.write(
    config.sealExecutions === 'on'
      ? 'New files, calls of webhooks, drafts of hosted flows, notes, quick scans and executions that ended are encrypted from now on. The service encrypts files, calls and executions that are there in the background.\n'
      : 'New files, calls of webhooks, drafts of hosted flows, notes and quick scans are encrypted from now on. The service encrypts files and calls that are there in the background.\n',
  );
}

async function encryptFiles({ databaseUrl, databaseOwnerUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl === undefined && !hasEmbeddedStore(dataDir))
    throw new CommandFailure(`there is no store in ${dataDir}: GATEHOUSE_DATA_DIR names its folder`);
  const session = await (databaseUrl === undefined
    ? openEmbeddedSession(dataDir)
    : openPostgresSession(databaseOwnerUrl ?? databaseUrl));
  try {
    await startEncryption(session);
  } finally {
    await session.close();
  }
}
