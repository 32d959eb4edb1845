import { wordPhrases } from '@gatehouse/contract';
import type { Command } from 'commander';
import { loadConfig } from '../../config/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import { withSettingsFile } from './settings.ts';
import { formatTable } from './table.ts';

interface EraseFlags {
  readonly confirmedBy: string;
  readonly reason: string;
  readonly config?: string;
}

/** `gatehouse customers`: what an operator does with customers of tenants. */
export function addCustomersCommand(program: Command): void {
  const customers = program.command('customers').description('customers of tenants');
  withSettingsFile(customers.command('erase'))
    .description('erase a customer and its data, for ever')
    .argument('<tenant>', 'tenant ID')
    .argument('<domain>', 'domain of the tenant')
    .argument('<customerId>', "the caller's ID of the customer")
    .requiredOption('--confirmed-by <email>', 'the person of the tenant who approved it')
    .requiredOption('--reason <text>', 'reason for the record; do not name the person')
    .action(async (tenantId: string, domain: string, customerId: string, flags: EraseFlags) => {
      const { confirmedBy, reason } = flags;
      const { config, warnings } = loadConfig(process.env, flags.config);
      for (const warning of warnings) process.stderr.write(`${warning}\n`);
      const order = { tenantId, domain, customerId, reason, confirmedBy: confirmedBy.trim().toLowerCase() };
      const outcome = await runAdminCommand(config, 'eraseCustomer', order);
      const customer = `customer ${customerId} of ${tenantId}/${domain}`;
      if (outcome.kind === 'notFound') throw new CommandFailure(`there is no ${customer}`);
      if (outcome.kind === 'notAllowed') {
        throw new CommandFailure(
          `--confirmed-by ${confirmedBy}: nobody of tenant ${tenantId} who may confirm an erasure (permission erasures.manage)`,
        );
      }
      if (outcome.kind === 'ownRequest') {
        throw new CommandFailure(
          `--confirmed-by ${confirmedBy}: this person requested the erasure; another one confirms it`,
        );
      }
      if (outcome.kind === 'refused') {
        throw new CommandFailure(`${customer} cannot be erased: ${wordPhrases(outcome.refusal)}`);
      }
      const rows = Object.entries(outcome.erased).map(([table, count]) => [table, String(count)]);
      process.stdout.write(formatTable([['ERASED', 'COUNT'], ...rows], [1]));
    });
}
