import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['../../scripts/seed-properties.mjs'],
    // Much of the suite waits for servers and timers: three files side by side end sooner also on two processors.
    // A project does not take the number from the root, and those that differ in it run in an order of their own.
    maxWorkers: 3,
    sequence: { groupOrder: 1 },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
