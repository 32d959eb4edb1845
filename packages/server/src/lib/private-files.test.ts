import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findOpenFolders, findWritableByOthers, makePrivate } from './private-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-private-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
/** A data directory that somebody else made, as they made it. */
function aDirectory(name: string, mode: number): string {
  const dataDir = join(folder, name);
  for (const each of ['postgres/base', 'uploads', 'lists'])
    mkdirSync(join(dataDir, each), { recursive: true });
  for (const [path, bits] of [
    ['postgres', 0o755],
    ['postgres/base', 0o777],
    ['uploads', 0o777],
    ['lists', 0o755],
  ] as const) {
    chmodSync(join(dataDir, path), bits);
  }
  writeFileSync(join(dataDir, 'postgres/base/1'), '');
  chmodSync(join(dataDir, 'postgres/base/1'), 0o666);
  chmodSync(dataDir, mode);
  return dataDir;
}

describe.skipIf(process.platform === 'win32')('the folders of a data directory', () => {
  it('are closed to others, whoever made the directory, and the directory stays as it is', () => {
    const dataDir = aDirectory('open', 0o755);
    expect(findOpenFolders(dataDir)).toEqual(
      ['postgres', 'uploads', 'lists'].map((name) => join(dataDir, name)),
    );
    makePrivate(dataDir);
    expect(findOpenFolders(dataDir)).toEqual([]);
    expect(
      ['', 'postgres', 'postgres/base', 'postgres/base/1', 'uploads', 'lists'].map((path) =>
        modeOf(join(dataDir, path)),
      ),
    ).toEqual(['755', '700', '700', '600', '700', '700']);
  });

  it('are no matter where nobody else gets into the directory, or where there are none', () => {
    expect(findOpenFolders(aDirectory('closed', 0o700))).toEqual([]);
    const none = join(folder, 'none');
    makePrivate(none);
    expect(findOpenFolders(none)).toEqual([]);
  });

  it.each([
    [0o700, undefined],
    [0o755, undefined],
    [0o775, '775'],
    [0o757, '757'],
    // Nobody moves what is ours, but the first start would find what others put there.
    [0o1777, '1777'],
  ])('can be replaced where the directory has mode %o', (mode, found) => {
    const dataDir = aDirectory(`mode-${mode}`, mode);
    expect(findWritableByOthers(dataDir)).toEqual(found && { path: dataDir, mode: found });
  });

  it('can be replaced with the directory, where others may move that', () => {
    const parent = join(folder, 'shared');
    const dataDir = aDirectory('shared/data', 0o700);
    chmodSync(parent, 0o777);
    expect(findWritableByOthers(dataDir)).toEqual({ path: parent, mode: '777' });
    expect(findWritableByOthers(join(parent, 'not-there-yet'))).toEqual({ path: parent, mode: '777' });
    chmodSync(parent, 0o1777);
    expect(findWritableByOthers(dataDir)).toBeUndefined();
  });
});
