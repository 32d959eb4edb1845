#!/usr/bin/env node
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import {
  findRequiredNode,
  missingNodeMessage,
  replaceProcess,
  runsRequiredNode,
  watchNpxShell,
} from './packaged-node.mjs';

if (runsRequiredNode()) {
  watchNpxShell(() => process.kill(process.pid, 'SIGTERM'));
  const { main } = await import('../src/cli/main.ts');
  await main(process.argv.slice(2));
} else {
  const node = findRequiredNode();
  if (node === undefined) {
    process.stderr.write(`${missingNodeMessage()}\n`);
    process.exit(1);
  }
  replaceProcess(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}
