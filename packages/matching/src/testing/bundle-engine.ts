/** Makes one file of the engine. The same sources give the same bytes on every machine. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/** The folder of archived engines. */
export const archiveFolder = fileURLToPath(new URL('../../archive/', import.meta.url));

/** One archived engine: its file, and what it ran on when it was archived. */
interface ArchivedEngineRecord {
  /** The `engineVersion`; its file is `engine-<version>.mjs`. */
  readonly version: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  readonly node: string;
  readonly v8: string;
  readonly unicode: string;
  readonly icu: string;
}

/** The table of archived engines, oldest first. */
export interface EngineArchive {
  readonly engines: readonly ArchivedEngineRecord[];
  /** SHA-256 of the sources, bundled, that were last shown to give the hits of the newest engine. */
  readonly sources: string;
}

/** Reads `archive.json`. */
export function readArchive(): EngineArchive {
  return JSON.parse(readFileSync(`${archiveFolder}archive.json`, 'utf8')) as EngineArchive;
}

/** SHA-256 in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * The library of countries reads each language from a file of its own when it starts. The engine asks for English
 * names only, so these become part of the bundle.
 */
const englishCountries: Plugin = {
  name: 'english-countries',
  load(id) {
    if (!id.endsWith('/i18n-iso-countries/entry-node.js')) return undefined;
    return `var library = require('./index.js');
      library.registerLocale(require('./langs/en.json'));
      module.exports = library;`;
  },
};

/**
 * The engine as one module without imports but those of Node. It is minified: comments, formatting and names of
 * variables are no part of it, so a change of these alone gives the same bytes.
 */
export async function bundleEngine(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [englishCountries],
    root: fileURLToPath(new URL('../..', import.meta.url)),
    build: {
      ssr: fileURLToPath(new URL('../engine.ts', import.meta.url)),
      write: false,
      minify: 'oxc',
      target: 'node24',
    },
    ssr: { noExternal: true, target: 'node' },
  });
  if (!('output' in built)) throw new Error('the engine is built once, not watched');
  const chunks = built.output.filter((file) => file.type === 'chunk');
  if (chunks.length !== 1) throw new Error(`the engine is one file, not ${chunks.length}`);
  const { code, imports } = chunks[0]!;
  if (imports.some((name) => !isBuiltin(name))) throw new Error(`the engine imports ${imports.join(', ')}`);
  return code;
}
