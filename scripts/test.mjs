/** `npm test`: makes the clone ready, runs the tests, and ends with one line that counts them. */
import process from 'node:process';
import { prepareClone } from './bootstrap.mjs';
import { runTests } from './run-tests.mjs';

const { code, closingLine } = await runTests(prepareClone({ development: true }), process.argv.slice(2));
process.stdout.write(`${closingLine}\n`);
process.exitCode = code;
