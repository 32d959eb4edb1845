import { resolve } from 'node:path';
import { wordPhrases } from '@gatehouse/contract';
import type { Command } from 'commander';
import { loadConfig } from '../../config/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import { withSettingsFile } from './settings.ts';
import { formatTable } from './table.ts';

interface ExportFlags {
  readonly out: string;
  readonly config?: string;
}

interface EraseFlags {
  readonly confirmedBy: string;
  readonly reason: string;
  readonly config?: string;
}

/** `gatehouse customers`: what an operator does with customers of tenants. */
export function addCustomersCommand(program: Command): void {
  const customers = program.command('customers').description('customers of tenants');
  addExport(customers);
  addErase(customers);
}

function addExport(customers: Command): void {
  withSettingsFile(customers.command('export'))
    .description('export all that is kept of a customer, as a ZIP file or a folder')
    .argument('<tenant>', 'tenant ID')
    .argument('<domain>', 'domain of the tenant')
    .argument('<customerId>', "the caller's ID of the customer")
    .requiredOption('--out <path>', 'a new file that ends in .zip, or a new folder')
    .action(async (tenantId: string, domain: string, customerId: string, flags: ExportFlags) => {
      const { config, warnings } = loadConfig(process.env, flags.config);
      for (const warning of warnings) process.stderr.write(`${warning}\n`);
      const out = resolve(flags.out);
      const outcome = await runAdminCommand(config, 'exportCustomer', { tenantId, domain, customerId, out });
      if (outcome.kind === 'notFound') {
        throw new CommandFailure(`there is no customer ${customerId} of ${tenantId}/${domain}`);
      }
      if (outcome.kind === 'exists')
        throw new CommandFailure(`--out ${out}: is there already; name a new path`);
      if (outcome.kind === 'tooLarge') {
        throw new CommandFailure(
          `--out ${out}: the files exceed 3 GiB, which no ZIP file takes; name a folder`,
        );
      }
      process.stdout.write(`${out}: ${outcome.entries} files\n`);
    });
}

function addErase(customers: Command): void {
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
