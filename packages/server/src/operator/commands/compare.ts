import { compare } from '@gatehouse/matching';
import { type Command, Option } from 'commander';
import { runBatch } from './batch.ts';
import { comparedTypes, namesFaults } from './batch-rows.ts';
import { CommandFailure } from './command-failure.ts';
import { describeReasons } from './describe-reasons.ts';
import { wholeNumber } from './engine-flags.ts';

interface CompareFlags {
  readonly type: (typeof comparedTypes)[number];
  readonly json?: boolean;
  readonly batch?: string;
  readonly out?: string;
  readonly threads?: number;
}

/** `gatehouse compare`: scores two names against each other, or every row of a file, and explains it. */
export function addCompareCommand(program: Command): void {
  program
    .command('compare')
    .description('score two names against each other, or each row of a CSV file, and explain the score')
    .argument('[name1]', 'a full name')
    .argument('[name2]', 'the name to compare it with, as the listed name')
    .addOption(new Option('--type <type>', 'type of the named parties').choices(comparedTypes).default('any'))
    .option('--json', 'print JSON')
    .option('--batch <file>', 'CSV with name1, name2 and optionally type')
    .option('--out <file>', 'file for the lines of a batch instead of the standard output')
    .option('--threads <count>', 'threads of a batch (default: number of processors)', wholeNumber(1, 256))
    .action(runCompare);
}

async function runCompare(
  name1: string | undefined,
  name2: string | undefined,
  flags: CompareFlags,
): Promise<void> {
  if (flags.batch !== undefined && name1 === undefined) {
    const { batch: file, out, threads, type } = flags;
    await runBatch({ kind: 'compare', type }, { file, columns: ['name1', 'name2'], out, threads });
    return;
  }
  if (flags.batch !== undefined || name1 === undefined || name2 === undefined) {
    throw new CommandFailure('compare takes either two names or --batch FILE');
  }
  const [fault] = namesFaults({ name1, name2 });
  if (fault !== undefined) throw new CommandFailure(fault);
  const { score, reasons } = compare(name1, name2, { type: flags.type });
  if (flags.json) process.stdout.write(`${JSON.stringify({ name1, name2, score, reasons })}\n`);
  else process.stdout.write(`${[score.toFixed(4), ...describeReasons(reasons)].join('\n')}\n`);
}
