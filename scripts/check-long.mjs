/** `npm run check:long`: the stories that take minutes each, and more kills. Ends with the tests' closing line. */
import process from 'node:process';
import { prepareClone } from './bootstrap.mjs';
import { buildPages } from './build-pages.mjs';
import { runTests } from './run-tests.mjs';

const node = prepareClone({ development: true });
buildPages(node);
process.env['GATEHOUSE_TEST_LONG'] = '1';
process.env['GATEHOUSE_TEST_KILLS'] ??= '40';
const named = process.argv.slice(2);
const { code, closingLine } = await runTests(
  node,
  named.length > 0 ? named : ['.long.test.', 'hosted-examples.test.ts', 'console-workbench.test.ts'],
);
process.stdout.write(`${closingLine}\n`);
process.exitCode = code;
