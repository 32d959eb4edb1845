/**
 * `npm run check:long`: the stories that take minutes each, more kills, and each store for what runs on one of them in the
 * usual check. Ends with the tests' closing line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { prepareClone, root } from './bootstrap.mjs';
import { buildPages } from './build-pages.mjs';
import { runTests } from './run-tests.mjs';

const node = prepareClone({ development: true });
buildPages(node);
process.env['GATEHOUSE_TEST_LONG'] = '1';
process.env['GATEHOUSE_TEST_KILLS'] ??= '40';
/** Stories that try more in the long check than in the usual one. */
const longerThere = [
  'hosted-examples',
  'console-workbench',
  'console-navigation',
  'console-actions',
  'console-lists',
  'identity-actions',
].map((story) => `${story}.test.ts`);
/** What the usual check runs on one store: these files take theirs by either name. */
const onOneStore = ['packages/server/src', 'packages/server/test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'))
    .map((name) => join(folder, name))
    .filter((path) => /\.each\((?:storyStores\(\)|usualStores)/.test(readFileSync(join(root, path), 'utf8'))),
);
const named = process.argv.slice(2);
const { code, closingLine } = await runTests(
  node,
  named.length > 0 ? named : ['.long.test.', ...longerThere, ...onOneStore],
  3,
);
process.stdout.write(`${closingLine}\n`);
process.exitCode = code;
