import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('page stories', () => {
  /** What Playwright reads of the page as it is now, without waiting for it: a part of the page may come a moment later. */
  const readAtOnce =
    /expect\(\s*\(?await [^;]*?\.(?:count|allInnerTexts|allTextContents|isVisible|isDisabled|isChecked)\(\)/;

  it('wait for what they count on a page', () => {
    expect(readAtOnce.test('expect(await rows.count()).toBe(4);')).toBe(true);
    expect(readAtOnce.test('await expect.poll(() => rows.count()).toBe(4);')).toBe(false);
    const stories = globSync('packages/server/test/**/*.ts', { cwd: import.meta.dirname });
    expect(stories.length).toBeGreaterThan(100);
    const found = stories.filter((path) =>
      readAtOnce.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
