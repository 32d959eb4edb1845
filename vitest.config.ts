import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'packages/*',
      { test: { name: 'workspace', include: ['*.test.ts', 'scripts/*.test.mjs', 'tools/*/*.test.ts'] } },
    ],
  },
});
