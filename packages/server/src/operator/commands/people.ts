import type { Command } from 'commander';
import { loadConfig } from '../../config/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import { withSettingsFile } from './settings.ts';

/** `gatehouse people`: the way back in for who cannot be helped from inside the console. */
export function addPeopleCommand(program: Command): void {
  const people = program.command('people').description('console users');
  withSettingsFile(people.command('link'))
    .description('print a single-use link to set a password')
    .argument('<tenant>', 'tenant ID')
    .argument('<email>', 'e-mail address of the user')
    .action(async (tenantId: string, email: string, flags: { config?: string }) => {
      process.stdout.write(await makeLink({ tenantId, email }, flags.config));
    });
}

async function makeLink(
  person: { readonly tenantId: string; readonly email: string },
  configFile: string | undefined,
): Promise<string> {
  const { config, warnings } = loadConfig(process.env, configFile);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const link = await runAdminCommand(config, 'personLink', person);
  if (!link.ok) {
    throw new CommandFailure(
      link.reason === 'disabled'
        ? `${person.email} or tenant ${person.tenantId} is disabled: enable it first`
        : `tenant ${person.tenantId} has no user with the address ${person.email}`,
    );
  }
  const lasts = link.minutes >= 1440 ? `${link.minutes / 1440} days` : `${link.minutes} minutes`;
  return `${link.url}\nSingle-use link for ${person.email} to set a password, valid for ${lasts}. It is not shown again.\n`;
}
