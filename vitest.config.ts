import process from 'node:process';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'packages/*',
      {
        test: {
          name: 'workspace',
          testTimeout: 30_000,
          include: [
            '*.test.ts',
            'scripts/*.test.mjs',
            'site/*.test.mjs',
            'tools/*/*.test.ts',
            'bench/*/*.test.ts',
          ],
          // `npm run check:long` runs these: they install packages as users do.
          exclude: process.env['GATEHOUSE_TEST_LONG'] === undefined ? ['scripts/*.long.test.mjs'] : [],
        },
      },
    ],
  },
});
