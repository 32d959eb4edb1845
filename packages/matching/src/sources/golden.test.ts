import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ListEntry } from '../entry.ts';
import { readEntries } from '../testing/lists.ts';
import { isNamed, ListFileError, type ListSource, type SourceFile, type SourceReport } from './source.ts';
import { listSources } from './table.ts';

/**
 * One folder for each source, or one below it for each of its formats: files in the publisher's format with made-up
 * entries, and `golden.json` with the report and the entries that they must give. JSON lines files are called
 * `*.lines` here, since they are no JSON.
 */
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
const published = Object.values(listSources).filter((source) => source.id !== 'sample');

interface Fixture {
  format: string;
  files: { name: string; bytes: Uint8Array }[];
  golden: { report: SourceReport; entries: ListEntry[] };
}

function fixturesOf(source: ListSource): Fixture[] {
  const folder = `${fixtures}/${source.id}`;
  if (!existsSync(folder)) return [];
  const below = readdirSync(folder).filter((name) => statSync(`${folder}/${name}`).isDirectory());
  return (below.length > 0 ? below : ['.']).map((format) => {
    const path = `${folder}/${format}`;
    const names = readdirSync(path).filter((name) => name !== 'golden.json');
    return {
      format,
      files: names.map((name) => ({
        name: name.replace(/\.lines$/, ''),
        bytes: new Uint8Array(readFileSync(`${path}/${name}`)),
      })),
      golden: JSON.parse(readFileSync(`${path}/golden.json`, 'utf8')),
    };
  });
}

/** Files in pieces of this many bytes. */
function filesOf(fixture: Fixture, pieceBytes: number, change = (bytes: Uint8Array) => bytes): SourceFile[] {
  return fixture.files.map(({ name, bytes: whole }) => {
    const bytes = change(whole);
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += pieceBytes) chunks.push(bytes.subarray(at, at + pieceBytes));
    return { name, chunks };
  });
}

async function refusal(source: ListSource, files: SourceFile[]): Promise<ListFileError> {
  const error = await readEntries(source, files).then(
    () => new Error('nothing was refused'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ListFileError);
  expect((error as ListFileError).message).not.toContain('\n');
  return error as ListFileError;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe.each(published.map((source) => [source.id, source] as const))('source %s', (_, source) => {
  const all = fixturesOf(source);

  it('has a fixture with golden entries', () => {
    expect(all).not.toEqual([]);
    for (const { golden } of all) expect(golden.entries.length).toBeGreaterThan(0);
  });

  it('reads its fixtures as the golden entries, wherever the bytes are cut and in any order of the files', async () => {
    for (const fixture of all) {
      for (const pieceBytes of [1, 61, 1 << 16]) {
        const files = filesOf(fixture, pieceBytes);
        if (pieceBytes === 61) files.reverse();
        expect(await readEntries(source, files)).toEqual(fixture.golden);
      }
    }
  });

  it('takes the files that its table of names lists', () => {
    const names = [...source.fileNames.required, ...source.fileNames.optional];
    for (const { files } of all) {
      for (const file of files) expect(names.some((name) => isNamed(file.name, name))).toBe(true);
    }
  });

  it('gives every entry a stable id, a title and only codes of countries', async () => {
    for (const { golden } of all) {
      const ids = golden.entries.map((entry) => entry.id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const entry of golden.entries) {
        expect(entry.id.startsWith(`${source.id}:`)).toBe(true);
        expect(entry.names[0]!.kind).toBe('primary');
        expect(entry.names.filter((name) => name.kind === 'primary')).toHaveLength(1);
        const codes = [
          ...entry.countries,
          ...entry.nationalities,
          ...entry.addresses.flatMap((address) => address.country ?? []),
        ];
        for (const code of codes) expect(code).toMatch(/^[A-Z]{2}$/);
        for (const { from, to } of entry.births) expect(from <= to).toBe(true);
      }
    }
  });

  it('refuses missing and empty files, web pages, packed files and files without entries', async () => {
    await refusal(source, []);
    for (const fixture of all) {
      const name = new RegExp(
        fixture.files.map((file) => file.name.replace(/[().*]/g, '\\$&')).join('|'),
        'i',
      );
      const instead = async (bytes: Uint8Array) =>
        (
          await refusal(
            source,
            filesOf(fixture, 61, () => bytes),
          )
        ).message;
      expect(await instead(bytesOf(''))).toMatch(name);
      expect(await instead(bytesOf('\n\n'))).toMatch(name);
      expect(await instead(bytesOf('<!DOCTYPE html>\n<html><body>503</body></html>'))).toMatch(/web page/);
      expect(await instead(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0))).toMatch(/packed \(gzip\)/);
    }
  });

  it('refuses files that are cut in the middle, with file and place', async () => {
    for (const fixture of all) {
      for (const share of [0.97, 0.5]) {
        const cut = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length * share));
        const error = await refusal(source, filesOf(fixture, 61, cut));
        expect(error.message).toMatch(/^\S+, (?:line \d+|the )/);
      }
    }
  });
});
