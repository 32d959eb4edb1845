import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'matching',
    setupFiles: ['../../scripts/seed-properties.mjs'],
    // The tests are of pure code: modules are loaded once for all files of a worker.
    isolate: false,
    include: ['src/**/*.test.ts'],
    // Laws are tried hundreds of times; a busy machine takes its time over that.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
