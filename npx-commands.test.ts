import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;

interface NpxCommand {
  readonly page: string;
  /** Where it runs, from the root of the repository; undefined outside of the clone. */
  readonly folder: string | undefined;
  readonly name: string;
}

/** The commands `npx NAME@VERSION` of one fence of shell; a command that names `/path/to` runs in the reader's project. */
function commandsOf(page: string, shell: string): NpxCommand[] {
  let folder = '.';
  return shell.split('\n').flatMap((line) => {
    folder = join(folder, /^cd (\S+)/.exec(line)?.[1] ?? '.');
    const name = /^npx (?:--yes )?((?:@[\w-]+\/)?[\w-]+)@\d/.exec(line)?.[1];
    if (name === undefined) return [];
    return [{ page, folder: line.includes('/path/to/') ? undefined : folder, name }];
  });
}

const commands = globSync(['*.md', 'docs/**/*.md', 'clients/*/README.md', 'packages/*/README.md'], {
  cwd: root,
}).flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, shell]) =>
    commandsOf(page, shell!),
  ),
);

/** The project that npx runs a command in: the nearest folder with a package.json. */
function projectOf(folder: string): string {
  return existsSync(join(root, folder, 'package.json')) ? folder : projectOf(dirname(folder));
}

/** Packages that lie deeper than the `node_modules` of the clone: npx finds them, and not their programs. */
const nested = Object.keys(
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object }).packages,
)
  .filter((place) => place.lastIndexOf('node_modules/') > 0)
  .map((place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));

describe('a command of npx on a page', () => {
  it('is found on the pages', () => {
    expect(commands.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['orval', 'openapi-typescript', '@usebruno/cli']),
    );
  });

  it('runs what it names, in a clone with the tools of development too', () => {
    const shadowed = commands.filter(
      ({ folder, name }) => folder !== undefined && projectOf(folder) === '.' && nested.includes(name),
    );
    expect(shadowed).toEqual([]);
  });
});
