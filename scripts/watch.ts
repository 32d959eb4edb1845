/** `npm run watch`: checks types and runs the related tests whenever a file of a package is saved. Ctrl-C ends it. */

import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { relatedTests } from './related-tests.ts';
import { readSources } from './source-imports.ts';

/** Editors write a file in several steps, and save several files at once. */
const QUIET_MS = 200;

const root = dirname(import.meta.dirname);
const changed = new Set<string>();
let wake = Promise.withResolvers<void>();

/** Runs a tool of node_modules on this Node and waits for its end, whatever its result is. */
async function run(tool: string, options: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  await new Promise((resolve) => child.once('exit', resolve));
}

async function checkTypes(): Promise<void> {
  console.log('== types');
  await run('typescript/bin/tsc', ['--build', '--pretty']);
}

async function runRelatedTests(paths: readonly string[]): Promise<void> {
  const tests = relatedTests(paths, readSources(root));
  console.log(tests.length === 0 ? '== no tests near by' : `== tests ${tests.join(' ')}`);
  if (tests.length > 0) await run('vitest/vitest.mjs', ['run', ...tests]);
}

watch(join(root, 'packages'), { recursive: true }, (_event, name) => {
  if (name === null || !/\.(tsx?|json)$/.test(name) || /(^|\/)(node_modules|dist)\//.test(name)) return;
  changed.add(join('packages', name));
  wake.resolve();
});

await checkTypes();
for (;;) {
  console.log('== waiting for changes');
  await wake.promise;
  await delay(QUIET_MS);
  wake = Promise.withResolvers();
  const paths = [...changed];
  changed.clear();
  console.log(`== changed ${paths.join(' ')}`);
  await checkTypes();
  await runRelatedTests(paths);
}
