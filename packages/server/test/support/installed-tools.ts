import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What `deploy/lint/install-tools.sh` was told, if it ran. */
export const toolsFolder = process.env['GATEHOUSE_TEST_TOOLS'];

/** Where a program is: among the linters, on the path, or where Debian puts those of administrators. */
export function findProgram(name: string): string | undefined {
  const linters = toolsFolder === undefined ? [] : [join(toolsFolder, 'bin')];
  const folders = [
    ...linters,
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Whether all the programs are installed; says in one line which is not, and how to install it. */
export function hasPrograms(what: string, programs: Readonly<Record<string, string>>): boolean {
  for (const [name, hint] of Object.entries(programs)) {
    if (findProgram(name) !== undefined) continue;
    process.stderr.write(`${what} is skipped: ${name} is not installed (${hint})\n`);
    return false;
  }
  return true;
}
