import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'matching',
    setupFiles: ['../../scripts/seed-properties.mjs'],
    include: ['src/**/*.test.ts'],
    // Laws are tried hundreds of times; a busy machine takes its time over that.
    testTimeout: 30_000,
  },
});
