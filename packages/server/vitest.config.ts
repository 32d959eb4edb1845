import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['../../scripts/seed-properties.mjs'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
