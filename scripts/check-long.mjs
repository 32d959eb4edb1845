/** `npm run check:long`: the stories that take minutes each, and more kills. Ends with the tests' closing line. */
import process from 'node:process';
import { prepareClone } from './bootstrap.mjs';
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
const named = process.argv.slice(2);
const { code, closingLine } = await runTests(
  node,
  named.length > 0 ? named : ['.long.test.', ...longerThere],
);
process.stdout.write(`${closingLine}\n`);
process.exitCode = code;
