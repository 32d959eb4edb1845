/** `npm run check`: format, lint, types and the site beside every test. Ends with the tests' closing line. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { prepareClone, root } from './bootstrap.mjs';
import { buildPages } from './build-pages.mjs';
import { runTests } from './run-tests.mjs';

const node = prepareClone({ development: true });
buildPages(node);

const tool = (name, path, ...options) => ({
  name,
  commandLine: [join(root, 'node_modules', path), ...options],
});
/** Each tool by its file, so that it runs on Node 24 whatever `node` is on the path. */
const steps = [
  tool('format and lint', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  tool('typed lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  tool('unused exports', 'knip/bin/knip.js', '--no-progress'),
  tool(
    'prose',
    'textlint/bin/textlint.js',
    ...['--rulesdir', 'scripts/prose', '*.md', 'docs/**/*.md', 'packages/*/README.md', 'clients/*/README.md'],
  ),
  tool('types', 'typescript/bin/tsc', '--build', '--singleThreaded'),
  { name: 'site', commandLine: [join(root, 'scripts', 'build-site.mjs')] },
];

/**
 * Runs a step and prints what it said in one piece, between the lines of the tests. Those that know types, which are
 * written in Go, take one thread: several examine anew for each what they share, in twice the processor time.
 */
async function passes({ name, commandLine }) {
  const env = { ...process.env, GOMAXPROCS: '1' };
  const child = spawn(node, commandLine, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  process.stdout.write(`== ${name}: ${code === 0 ? 'passed' : 'failed'}\n${Buffer.concat(said).toString()}`);
  return code === 0;
}

/** One after the other: the tests leave about one processor of two to them. */
async function failingSteps() {
  const failed = [];
  for (const step of steps) if (!(await passes(step))) failed.push(step.name);
  return failed;
}

const [failed, { code, closingLine }] = await Promise.all([
  failingSteps(),
  runTests(node, process.argv.slice(2)),
]);
if (failed.length > 0) process.stdout.write(`Failed beside the tests: ${failed.join(', ')}\n`);
process.stdout.write(`${closingLine}\n`);
process.exitCode = failed.length > 0 ? 1 : code;
