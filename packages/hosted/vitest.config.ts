import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'hosted',
    include: ['src/**/*.test.ts'],
    // Files run side by side, also on a machine that does other work.
    testTimeout: 30_000,
  },
});
