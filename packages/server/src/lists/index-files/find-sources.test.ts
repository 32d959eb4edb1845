import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { newDirectory } from '../../../test/support/new-directory.ts';
import { findSources } from './find-sources.ts';
import { ListsRefusal } from './lists-refusal.ts';

let folder: string;
beforeEach(async () => {
  folder = newDirectory();
});

async function put(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), '');
  }
}

async function refusal(listsDir: string): Promise<string> {
  const error = await findSources(listsDir).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ListsRefusal);
  const { message } = error as Error;
  expect(message).not.toContain('\n');
  return message;
}

describe('findSources', () => {
  it('loads the bundled sample when no folder is configured', async () => {
    const { sources, warnings } = await findSources(undefined);
    expect(sources.map(({ source, files }) => [source.id, files])).toEqual([['sample', []]]);
    expect(warnings).toEqual([]);
  });

  it('finds the files of a source by their publishers names in any case', async () => {
    await put('un-sc/Consolidated.XML');
    const { sources, warnings } = await findSources(folder);
    expect(sources.map(({ source, files }) => [source.id, files])).toEqual([
      ['un-sc', [{ name: 'consolidated.xml', path: join(folder, 'un-sc/Consolidated.XML') }]],
    ]);
    expect(warnings).toEqual([]);
  });

  it('names unknown folders, stray files and unused files in a warning and skips them', async () => {
    await put(
      'un-sc/consolidated.xml',
      'un-sc/notes.txt',
      'my-list/names.csv',
      'consolidated.xml',
      '.hidden/x',
    );
    const { sources, warnings } = await findSources(folder);
    expect(sources.map(({ source }) => source.id)).toEqual(['un-sc']);
    expect(warnings).toEqual([
      `${join(folder, 'consolidated.xml')} is not in the folder of a source; it is not loaded`,
      expect.stringMatching(/my-list is not loaded: "my-list" is no source id; known are .*un-sc/),
      `${join(folder, 'un-sc/notes.txt')} is not a file of source un-sc; it is not loaded`,
    ]);
  });

  it('finds files whose names hold a date or are free, under their own names', async () => {
    await put('eu-fsf/20260805-FULL-1_1(xsd).xml', 'custom-csv/staff.csv', 'custom-csv/Vendors.CSV');
    const { sources, warnings } = await findSources(folder);
    expect(sources.map(({ source, files }) => [source.id, files.map(({ name }) => name)])).toEqual([
      ['custom-csv', ['Vendors.CSV', 'staff.csv']],
      ['eu-fsf', ['20260805-FULL-1_1(xsd).xml']],
    ]);
    expect(warnings).toEqual([]);
  });

  it('refuses a source that may come in several formats and is there in none', async () => {
    await put('eu-fsf/readme.txt');
    expect(await refusal(folder)).toMatch(/eu-fsf holds no file of source eu-fsf: it needs one of .*\.xml/);
  });

  it('loads the sample and says so when the folder holds no source', async () => {
    await put('my-list/names.csv');
    const { sources, warnings } = await findSources(folder);
    expect(sources.map(({ source }) => source.id)).toEqual(['sample']);
    expect(warnings.at(-1)).toContain('only the bundled sample of made-up names is screened');
  });

  it('refuses a source without a required file in one line that names it', async () => {
    await mkdir(join(folder, 'un-sc'));
    expect(await refusal(folder)).toBe(
      `${join(folder, 'un-sc/consolidated.xml')} is missing: source un-sc needs consolidated.xml`,
    );
  });

  it('follows links, and names one that leads nowhere in a warning', async () => {
    await put('elsewhere/consolidated.xml');
    const listsDir = join(folder, 'lists');
    await mkdir(listsDir);
    await symlink(join(folder, 'elsewhere'), join(listsDir, 'un-sc'));
    await symlink(join(folder, 'gone'), join(listsDir, 'us-ofac-sdn'));
    const { sources, warnings } = await findSources(listsDir);
    expect(sources.map(({ source }) => source.id)).toEqual(['un-sc']);
    expect(warnings).toEqual([`${join(listsDir, 'us-ofac-sdn')} leads nowhere; it is not loaded`]);
  });

  it('refuses a folder where a file should be', async () => {
    await mkdir(join(folder, 'un-sc', 'consolidated.xml'), { recursive: true });
    expect(await refusal(folder)).toMatch(/consolidated\.xml is no file: /);
  });

  it('refuses a folder that is not there or is a file', async () => {
    expect(await refusal(join(folder, 'nowhere'))).toMatch(/^GATEHOUSE_LISTS_DIR .*nowhere does not exist: /);
    await put('file');
    expect(await refusal(join(folder, 'file'))).toMatch(/ is not a folder: /);
  });
});
