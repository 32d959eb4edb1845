import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Much of the suite waits for servers and timers: three files side by side end sooner also on two processors.
    maxWorkers: 3,
    projects: ['packages/*', { test: { name: 'workspace', include: ['*.test.ts', 'scripts/*.test.mjs'] } }],
  },
});
