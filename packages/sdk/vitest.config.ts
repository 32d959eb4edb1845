import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'sdk',
    setupFiles: ['../../scripts/seed-properties.mjs'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  },
});
