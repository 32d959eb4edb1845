import { wordPhrases } from '@gatehouse/contract';
import type { Command } from 'commander';
import { loadConfig } from '../../config/index.ts';
import type { OperatorResumption, ResumeOutcome } from '../../workflows/index.ts';
import { runAdminCommand } from '../admin-api/run-admin-command.ts';
import { CommandFailure } from './command-failure.ts';
import { withSettingsFile } from './settings.ts';

/** `gatehouse executions`: what an operator does with executions of workflows. */
export function addExecutionsCommand(program: Command): void {
  const executions = program.command('executions').description('executions of workflows');
  withSettingsFile(executions.command('resume'))
    .description('resume a FAILED execution at its failed node; uses no further event unit')
    .argument('<executionId>', 'execution ID, as in the log and the console')
    .option('--reason <text>', 'reason for the audit log', 'resumed from the command line')
    .action(async (executionId: string, flags: { reason: string; config?: string }) => {
      const outcome = await resume({ executionId, reason: flags.reason }, flags.config);
      if (outcome.kind === 'notFound') throw new CommandFailure(`there is no execution ${executionId}`);
      if (outcome.kind === 'refused') {
        throw new CommandFailure(
          `execution ${executionId} cannot be resumed: ${wordPhrases(outcome.refusal)}`,
        );
      }
      process.stdout.write(`execution ${executionId} is RUNNING again\n`);
    });
}

async function resume(resumption: OperatorResumption, file: string | undefined): Promise<ResumeOutcome> {
  const { config, warnings } = loadConfig(process.env, file);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return runAdminCommand(config, 'resume', resumption);
}
