import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as current from '@gatehouse/matching';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ArchivedEngine, loadArchivedEngine } from './archived-engine.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The hits of every third entry of the sample list, by its name without the last letter. */
async function hitsOf(engine: ArchivedEngine): Promise<unknown[]> {
  const entries: current.ListEntry[] = [];
  for await (const entry of engine.listSources['sample']!.parse([])) entries.push(entry);
  const policy = engine.enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 20 });
  const index = engine.openIndex(engine.buildIndex(entries, { source: 'sample', version: '1' }));
  return entries
    .filter((_, at) => at % 3 === 0)
    .map(({ names }) => {
      const name = names[0]!.text.slice(0, -1);
      return engine.screen([index], { name, type: 'any' }, policy);
    });
}

describe('loadArchivedEngine', () => {
  it('gives an engine that screens as the engine of its version', async () => {
    const loaded = await loadArchivedEngine(current.engineVersion);
    expect(loaded?.engine.engineVersion).toBe(current.engineVersion);
    expect(loaded?.archived.unicode).toMatch(/^\d+\.\d+$/);
    expect(await hitsOf(loaded!.engine)).toEqual(await hitsOf(current));
    expect(loaded!.engine.compare('Jürgen Müller', 'Juergen Mueller').score).toBe(0.9811);
  });

  it('knows no engine that was never archived', async () => {
    expect(await loadArchivedEngine('0.0.1')).toBeUndefined();
  });

  it('never runs a file that was changed', async () => {
    const archive = new URL('../archive/', import.meta.resolve('@gatehouse/matching'));
    await cp(archive, folder, { recursive: true });
    const file = join(folder, `engine-${current.engineVersion}.mjs`);
    await writeFile(file, `${await readFile(file, 'utf8')}\n`);
    const url = pathToFileURL(`${folder}/`);
    await expect(loadArchivedEngine(current.engineVersion, url)).rejects.toThrow(
      /is not the archived engine/,
    );
  });
});
