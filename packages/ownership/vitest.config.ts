import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'ownership',
    setupFiles: ['../../scripts/seed-properties.mjs'],
    include: ['src/**/*.test.ts'],
  },
});
