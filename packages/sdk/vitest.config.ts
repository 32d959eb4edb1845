import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'sdk',
    setupFiles: ['../../scripts/seed-properties.mjs'],
    // The tests are of pure code: modules are loaded once for all files of a worker.
    isolate: false,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Files run side by side, also on a machine that does other work.
    testTimeout: 30_000,
  },
});
