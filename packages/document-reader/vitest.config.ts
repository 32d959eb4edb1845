import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'document-reader',
    setupFiles: ['../../scripts/seed-properties.mjs'],
    include: ['src/**/*.test.ts'],
    // Pictures are read in processes of their own: a busy machine takes its time over that.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
