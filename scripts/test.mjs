/** `npm test`: makes the clone ready, runs the tests, and ends with one line that counts them. */
import process from 'node:process';
import { prepareClone } from './bootstrap.mjs';
import { buildPages } from './build-pages.mjs';
import { runTests } from './run-tests.mjs';

const node = prepareClone({ development: true });
buildPages(node);
const { code, closingLine } = await runTests(node, process.argv.slice(2));
process.stdout.write(`${closingLine}\n`);
process.exitCode = code;
