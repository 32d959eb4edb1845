import type { Command } from 'commander';
import { askServer } from '../control.ts';
import { systemClock } from '../lib/clock.ts';
import { type ListStatus, readListStatus } from '../lists/index.ts';
import { readPlaces, withSettingsFile } from './settings.ts';

/** `gatehouse lists status`: which list versions are loaded, and how old they are. */
export function addListsCommand(program: Command): void {
  const lists = program.command('lists').description('the lists that names are screened against');
  withSettingsFile(lists.command('status'))
    .description('tell which list versions are loaded and how old they are')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean; config?: string }) => {
      const places = readPlaces(flags.config);
      const server = await askServer(places.dataDir, 'lists', {});
      if (server?.loading === true)
        process.stderr.write('gatehouse: the server is still loading its lists\n');
      // What a running server has in force, else what lies there for the next start.
      const status = server?.lists ?? (await readListStatus(places, systemClock.now()));
      process.stdout.write(flags.json ? `${JSON.stringify(status, null, 2)}\n` : describeStatus(status));
    });
}

function describeStatus(lists: readonly ListStatus[]): string {
  if (lists.length === 0) {
    return 'No list was loaded yet. The next start or screening loads the lists folder, or the bundled sample.\n';
  }
  const rows = lists.map((list) => [
    list.source,
    list.version,
    list.ageDays === 1 ? '1 day' : `${list.ageDays} days`,
    String(list.entries),
    String(list.names),
    `${(list.bytes / 1e6).toFixed(1)} MB`,
    list.rejected.count === 0 ? '' : `${list.rejected.count} records could not be read`,
  ]);
  return table([['SOURCE', 'VERSION', 'AGE', 'ENTRIES', 'NAMES', 'INDEX', ''], ...rows]);
}

/** Columns as wide as their widest cell; numbers stand to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const isNumeric = (column: number): boolean => column >= 2 && column <= 5;
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        isNumeric(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
