import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { readListStatus } from '../../lists/index-files/index.ts';
import { describeOutcome, isRolledBack, type UpdateOutcome } from '../../lists/updates/index.ts';
import type { ListsResponse } from '../admin-api/admin-socket.ts';
import { hasStore, type ListAdmin, openListAdmin } from '../admin-api/list-commands.ts';
import { CommandFailure } from './command-failure.ts';
import { printListPreview } from './list-preview.ts';
import { describeLists, describeVersions, statusRows } from './lists-tables.ts';
import { createProgressBar } from './progress-bar.ts';
import { withSettingsFile } from './settings.ts';

interface Flags {
  readonly json?: boolean;
  readonly config?: string;
}

/** `gatehouse lists …`: the state of the lists, and what an operator does with their versions. */
export function addListsCommand(program: Command): void {
  const lists = program.command('lists').description('screening lists');
  const add = (name: string, description: string) =>
    withSettingsFile(lists.command(name)).description(description).option('--json', 'print JSON');
  add('status', 'show the active list versions, their age and the state of their sources').action(
    printStatus,
  );
  add('update [source...]', 'check for new versions now, of the given sources or of all').action(update);
  add('versions [source]', 'show known, formerly active and refused versions').action(printVersions);
  add('accept <source> [version]', 'activate a refused version: the newest, or the given one').action(
    (source: string, version: string | undefined, flags: Flags) =>
      choose('accept', { source, version, flags }),
  );
  add(
    'preview <source> [version]',
    'show whom a version would alert before it is activated: the newest refused one, or the given one',
  ).action((source: string, version: string | undefined, flags: Flags) =>
    printListPreview({ source, version }, flags),
  );
  add('rollback <source> [version]', 'go back to an earlier version: the previous, or the given one').action(
    (source: string, version: string | undefined, flags: Flags) =>
      choose('rollback', { source, version, flags }),
  );
}

async function withListAdmin<T>(
  flags: Flags,
  use: (admin: ListAdmin, config: Config) => Promise<T>,
): Promise<T> {
  const { config, warnings } = loadConfig(process.env, flags.config);
  for (const warning of warnings) process.stderr.write(`gatehouse: ${warning}\n`);
  const admin = await openListAdmin(config);
  try {
    return await use(admin, config);
  } finally {
    await admin.close();
  }
}

async function printStatus(flags: Flags): Promise<void> {
  const { config } = loadConfig(process.env, flags.config);
  const answer = hasStore(config)
    ? await withListAdmin(flags, (admin) => admin.status())
    : { ...nothingYet(config), lists: await readListStatus(config, systemClock.now()) };
  const say = (line: string) => process.stderr.write(`gatehouse: ${line}\n`);
  if (answer.loading) say('the server is still loading its lists');
  if (config.listsDir !== undefined && answer.listsDir !== config.listsDir) {
    say(
      `the server was started with ${answer.listsDir ?? 'no lists folder'}, not with GATEHOUSE_LISTS_DIR ${config.listsDir}: these are its lists`,
    );
  }
  const rows = statusRows(answer);
  process.stdout.write(
    flags.json ? `${JSON.stringify(rows, null, 2)}\n` : describeLists(rows, systemClock.now()),
  );
}

function nothingYet({ listsDir }: Config): Omit<ListsResponse, 'lists'> {
  return { loading: false, listsDir, sources: [], progress: [], sequence: undefined };
}

async function update(sources: readonly string[], flags: Flags): Promise<void> {
  const bar = createProgressBar();
  const outcomes = await withListAdmin(flags, (admin) =>
    admin.update(sources, (all) => {
      const [one] = all;
      if (one)
        bar.update(
          one.total ? one.bytes / one.total : 0,
          `${one.source}: ${one.phase}, ${megabytes(one.bytes)}`,
        );
    }),
  ).finally(() => bar.clear());
  if (flags.json) process.stdout.write(`${JSON.stringify(outcomes, null, 2)}\n`);
  else for (const outcome of outcomes) process.stdout.write(`${describeOutcome(outcome)}\n`);
  if (!flags.json && outcomes.length === 0) {
    process.stdout.write('no source is configured: set GATEHOUSE_LIST_SOURCES or GATEHOUSE_LISTS_DIR\n');
  }
  const isWell = (one: UpdateOutcome) =>
    one.kind === 'unchanged' || one.kind === 'activated' || isRolledBack(one);
  if (!outcomes.every(isWell)) process.exitCode = 1;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

async function choose(
  reason: 'accept' | 'rollback',
  { source, version, flags }: { source: string; version: string | undefined; flags: Flags },
): Promise<void> {
  const outcome = await withListAdmin(flags, (admin) => admin.choose(reason, source, version));
  if (outcome.kind === 'failed') throw new CommandFailure(outcome.message);
  process.stdout.write(
    flags.json ? `${JSON.stringify(outcome, null, 2)}\n` : `${describeOutcome(outcome)}\n`,
  );
  if (outcome.kind === 'busy') process.exitCode = 1;
}

async function printVersions(source: string | undefined, flags: Flags): Promise<void> {
  const versions = await withListAdmin(flags, (admin) => admin.versions(source));
  process.stdout.write(flags.json ? `${JSON.stringify(versions, null, 2)}\n` : describeVersions(versions));
}
