/** `npm run check`: format, lint, types, the site, then every test. Ends with the tests' closing line. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { prepareClone, root } from './bootstrap.mjs';
import { buildPages } from './build-pages.mjs';
import { buildSite } from './build-site.mjs';
import { runTests } from './run-tests.mjs';

const node = prepareClone({ development: true });
buildPages(node);

/** Each tool by its file, so that it runs on Node 24 whatever `node` is on the path. */
const steps = [
  { name: 'format and lint', tool: '@biomejs/biome/bin/biome', options: ['check', '--error-on-warnings'] },
  { name: 'typed lint', tool: 'oxlint/bin/oxlint', options: ['--type-aware', '--deny-warnings'] },
  { name: 'unused exports', tool: 'knip/bin/knip.js', options: ['--no-progress'] },
  {
    name: 'prose',
    tool: 'textlint/bin/textlint.js',
    options: [
      '--rulesdir',
      'scripts/prose',
      '*.md',
      'docs/**/*.md',
      'packages/*/README.md',
      'clients/*/README.md',
    ],
  },
  { name: 'types', tool: 'typescript/bin/tsc', options: ['--build'] },
];

const failed = [];
for (const { name, tool, options } of steps) {
  process.stdout.write(`== ${name}\n`);
  const commandLine = [join(root, 'node_modules', tool), ...options];
  const { status } = spawnSync(node, commandLine, { cwd: root, stdio: 'inherit' });
  if (status !== 0) failed.push(name);
}
process.stdout.write('== site\n');
if (!buildSite(node)) failed.push('site');
process.stdout.write('== tests\n');
const { code, closingLine } = await runTests(node, process.argv.slice(2));
if (failed.length > 0) process.stdout.write(`Failed before the tests: ${failed.join(', ')}\n`);
process.stdout.write(`${closingLine}\n`);
process.exitCode = failed.length > 0 ? 1 : code;
