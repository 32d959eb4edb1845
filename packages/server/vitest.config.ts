import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// As the command does for its own threads: without it each thread of a test strips types and compiles everything anew.
const codeCache = fileURLToPath(new URL('../../node_modules/.cache/gatehouse-code', import.meta.url));

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // `npm run check:long` runs these, each of which takes minutes.
    exclude: process.env['GATEHOUSE_TEST_LONG'] === undefined ? ['test/**/*.long.test.ts'] : [],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: [
      '../../scripts/seed-properties.mjs',
      'test/support/without-fsync.ts',
      'test/support/remove-directories.ts',
    ],
    // Modules are loaded once for all files of a worker; a tenth of the time went into loading them anew.
    isolate: false,
    env: { NODE_COMPILE_CACHE: codeCache },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is awaited may come late on a busy machine; without it a test gives up after one second.
    expect: { poll: { timeout: 30_000 } },
  },
});
