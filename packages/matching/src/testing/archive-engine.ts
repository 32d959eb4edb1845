/**
 * `npm run archive-engine`: keeps the engine as a file of its own, for screenings that are run again as of their day.
 *
 * A new `engineVersion` gets a file and a line of `archive.json`. Where the version has its file already, the sources
 * are shown to give the same hits, and noted as such; the file stays as it was.
 */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import * as current from '../engine.ts';
import { archiveFolder, bundleEngine, type EngineArchive, readArchive, sha256 } from './bundle-engine.ts';
import { type Engine, hitsOf } from './engine-hits.ts';

/** More questions than the tests ask, so that a difference is found here first. */
const ROUNDS = 20;

async function differences(version: string): Promise<{ asked: number; differing: number }> {
  const archived = (await import(pathToFileURL(`${archiveFolder}engine-${version}.mjs`).href)) as Engine;
  const [before, now] = [await hitsOf(archived, ROUNDS), await hitsOf(current, ROUNDS)];
  return { asked: now.length, differing: now.filter((answer, at) => answer !== before[at]).length };
}

function write(archive: EngineArchive): void {
  writeFileSync(`${archiveFolder}archive.json`, `${JSON.stringify(archive, null, 2)}\n`);
}

const version = current.engineVersion;
const archive = readArchive();
const bundle = await bundleEngine();
const sources = sha256(bundle);
if (!archive.engines.some((engine) => engine.version === version)) {
  const { node, v8, unicode, icu } = process.versions as Record<string, string>;
  writeFileSync(`${archiveFolder}engine-${version}.mjs`, bundle);
  const record = { version, sha256: sources, node: node!, v8: v8!, unicode: unicode!, icu: icu! };
  write({ engines: [...archive.engines, record], sources });
  process.stdout.write(`Archived engine ${version}: ${Buffer.byteLength(bundle)} bytes.\n`);
} else if (archive.sources === sources) {
  process.stdout.write(`Engine ${version} is archived, and the sources are unchanged.\n`);
} else {
  const { asked, differing } = await differences(version);
  if (differing === 0) {
    write({ ...archive, sources });
    process.stdout.write(
      `Same answers to ${asked} questions: noted the sources as engine ${version}. Raise engineVersion all the same ` +
        'where you know of a name that scores otherwise now.\n',
    );
  } else {
    process.stderr.write(
      `The sources answer ${differing} of ${asked} questions otherwise than engine ${version}. Raise engineVersion ` +
        'in packages/matching and run npm run archive-engine again.\n',
    );
    process.exitCode = 1;
  }
}
