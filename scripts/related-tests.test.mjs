import { describe, expect, it } from 'vitest';
import { relatedTests } from './related-tests.ts';

/** Files by their paths, with what they import. */
const files = {
  'packages/server/src/cases/age.ts': [],
  'packages/server/src/cases/age.test.ts': ['./age.ts'],
  'packages/server/src/cases/page.ts': ['./age.ts'],
  'packages/server/src/cases/page.test.ts': ['./page.ts'],
  'packages/server/src/cases/other.test.ts': [],
  'packages/server/src/app/app.ts': ['../cases/page.ts'],
  'packages/server/src/app/app.test.ts': ['./app.ts'],
  'packages/server/src/app/age-limits.test.ts': ['../cases/age.ts'],
  'packages/server/src/app/kills.long.test.ts': ['../cases/age.ts'],
};
const sources = Object.entries(files).map(([path, imports]) => ({
  path,
  imports: imports.map((specifier) => ({ specifier, typeOnly: false })),
}));

describe('the tests related to a file', () => {
  it('import it, or reach it through files of its folder', () => {
    expect(relatedTests(['packages/server/src/cases/age.ts'], sources)).toEqual([
      'packages/server/src/app/age-limits.test.ts',
      'packages/server/src/cases/age.test.ts',
      'packages/server/src/cases/page.test.ts',
    ]);
  });

  it('are the test itself where a test changed', () => {
    expect(relatedTests(['packages/server/src/cases/other.test.ts'], sources)).toEqual([
      'packages/server/src/cases/other.test.ts',
    ]);
  });

  it('are none where the file is gone', () => {
    expect(relatedTests(['packages/server/src/cases/gone.test.ts'], sources)).toEqual([]);
  });
});
