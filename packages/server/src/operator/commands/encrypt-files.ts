import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config/index.ts';
import { hasEmbeddedStore } from '../../database/index.ts';
import { openEmbeddedSession, openPostgresSession } from '../../database/move-session.ts';
import { asOperatorRefusal } from '../../lib/operator-refusal.ts';
import { startEncryption } from '../../personal-keys/index.ts';
import { CommandFailure } from './command-failure.ts';
import { withSettingsFile } from './settings.ts';

/** `gatehouse encrypt-files`: a store of an earlier release encrypts files, calls of webhooks and drafts of hosted flows from now on. */
export function addEncryptFilesCommand(program: Command): void {
  withSettingsFile(program.command('encrypt-files'))
    .description(
      'encrypt uploaded files, calls of webhooks and drafts of hosted flows from now on, files and calls that are there in the background; once every node is upgraded, since earlier versions read none of them. A new store does it from the beginning',
    )
    .action(encryptFilesCommand);
}

async function encryptFilesCommand(flags: { readonly config?: string }): Promise<void> {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  await asOperatorRefusal('the store', () => encryptFiles(config));
  process.stdout.write(
    'New files, calls of webhooks and drafts of hosted flows are encrypted from now on. The service encrypts files and calls that are there within hours.\n',
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
