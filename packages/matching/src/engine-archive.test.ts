import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as current from './engine.ts';
import { archiveFolder, bundleEngine, readArchive, sha256 } from './testing/bundle-engine.ts';
import { type Engine, hitsOf } from './testing/engine-hits.ts';

const archive = readArchive();

describe('the archive of engines', () => {
  it('has the engine of engineVersion as its newest', () => {
    expect(archive.engines.at(-1)?.version, 'run npm run archive-engine').toBe(current.engineVersion);
    const versions = archive.engines.map(({ version }) => version);
    expect(new Set(versions).size, 'a version is archived once').toBe(versions.length);
  });

  it('holds each file as it was archived, and no other', () => {
    const files = archive.engines.map(({ version }) => `engine-${version}.mjs`);
    expect(readdirSync(archiveFolder).sort()).toEqual([...files, 'archive.json'].sort());
    for (const { version, sha256: expected } of archive.engines) {
      const bytes = readFileSync(`${archiveFolder}engine-${version}.mjs`);
      expect(sha256(bytes), `engine-${version}.mjs was changed: restore it`).toBe(expected);
    }
  });

  it('records what each engine ran on', () => {
    for (const { node, v8, unicode, icu } of archive.engines)
      for (const version of [node, v8, unicode, icu]) expect(version).toMatch(/^\d+\.\d+/);
  });

  it('knows the sources as those of its newest engine', async () => {
    expect(
      sha256(await bundleEngine()),
      'the code of the engine changed: run npm run archive-engine, and raise engineVersion if it finds other hits',
    ).toBe(archive.sources);
  });

  it('gives the hits of the sources by its newest engine', async () => {
    const file = pathToFileURL(`${archiveFolder}engine-${archive.engines.at(-1)!.version}.mjs`);
    const archived = (await import(file.href)) as Engine;
    const hits = await hitsOf(current, 1);
    expect(hits.filter((hit) => /"hits":\[\{/.test(hit)).length).toBeGreaterThan(hits.length / 4);
    expect(await hitsOf(archived, 1)).toEqual(hits);
  });
});
