#!/usr/bin/env node
import * as module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { codeCache } from './code-cache.mjs';
import {
  findRequiredNode,
  missingNodeMessage,
  replaceProcess,
  runsRequiredNode,
  watchNpxShell,
} from './packaged-node.mjs';

// Halves what a start costs: sources are neither stripped of types nor compiled again. Children and threads share it.
const cache = codeCache();
if (cache !== undefined) process.env.NODE_COMPILE_CACHE ??= cache;

if (runsRequiredNode()) {
  watchNpxShell(() => process.kill(process.pid, 'SIGTERM'));
  if (process.env.NODE_COMPILE_CACHE) module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  // Else a server that is killed before it ends would leave nothing to the next start.
  setTimeout(() => module.flushCompileCache?.(), 5_000).unref();
  const { main } = await import('../src/operator/commands/main.ts');
  await main(process.argv.slice(2));
} else {
  const node = findRequiredNode();
  if (node === undefined) {
    process.stderr.write(`${missingNodeMessage()}\n`);
    process.exit(1);
  }
  replaceProcess(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}
