import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';

/**
 * What the reader of PDFs fetches when a file needs it: character maps, symbols, and decoders without WebAssembly.
 * Its version is in the path, so that browsers may keep them. Its Liberation fonts are left out: their licence is the GPL.
 */
function pdfParts(): Plugin {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const wanted =
    /\.bcmap$|^Foxit(Symbol|Dingbats)\.pfb$|_nowasm_fallback\.js$|^LICENSE(_FOXIT|(_PDFJS)?_(JBIG2|OPENJPEG))?$/;
  return {
    name: 'pdf-parts',
    generateBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
        const from = join(dirname(manifest), folder);
        for (const name of readdirSync(from).filter((each) => wanted.test(each))) {
          const target = name.startsWith('LICENSE') ? `${name}.txt` : name;
          const fileName = `assets/pdfjs-${version}/${folder}/${target}`;
          this.emitFile({ type: 'asset', fileName, source: readFileSync(join(from, name)) });
        }
      }
    },
  };
}

/** Typefaces are passed on with their licences: they are no scripts, whose licences the build gathers. */
function typefaceLicences(): Plugin {
  const require = createRequire(import.meta.url);
  return {
    name: 'typeface-licences',
    generateBundle() {
      for (const [name, file] of [
        ['inter', require.resolve('@fontsource-variable/inter/LICENSE')],
        ['noto-sans-arabic', require.resolve('@fontsource-variable/noto-sans-arabic/LICENSE')],
      ] as const) {
        this.emitFile({
          type: 'asset',
          fileName: `assets/${name}-licence.txt`,
          source: readFileSync(file),
        });
      }
    },
  };
}

/** The package of flags, and where its pictures are: its version is in the path, so that browsers may keep them. */
function flagPackage() {
  const folder = dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json'));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, path: `assets/flags-${version}` };
}

/** Flags of countries, each a file that is fetched where it is shown. */
function flags(): Plugin {
  const { folder, path } = flagPackage();
  return {
    name: 'flags',
    generateBundle() {
      const names = readdirSync(join(folder, '3x2')).filter((each) => /^[A-Z]{2}\.svg$/.test(each));
      for (const name of names) {
        const source = readFileSync(join(folder, '3x2', name));
        this.emitFile({ type: 'asset', fileName: `${path}/${name}`, source });
      }
      const source = readFileSync(join(folder, 'LICENSE'));
      this.emitFile({ type: 'asset', fileName: `${path}/licence.txt`, source });
    },
  };
}

/** The pages are fetched beside the texts of the language, though they start after them. */
function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        const pages = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/render-console.tsx'));
        const files = new Set(pages === undefined ? [] : [pages.fileName]);
        for (const file of files) {
          for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next);
        }
        return [...files]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/console/${file}` },
          }));
      },
    },
  };
}

type SplittingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** The page and its script, which waits for the language, then for what draws: no chunk of it may wait for this one. */
const entries = ['index.html', 'src/main.tsx'].map((path) =>
  normalizePath(fileURLToPath(new URL(path, import.meta.url))),
);

/** What the script has before the language is there. */
let startModules: ReadonlySet<string> | undefined;

function isOfStart(id: string, context: SplittingContext): boolean {
  startModules ??= importedBy(entries, context);
  return startModules.has(id) && !entries.includes(id);
}

function importedBy(first: readonly string[], context: SplittingContext): ReadonlySet<string> {
  const reached = new Set(first);
  for (const id of reached) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  }
  return reached;
}

/** Everything the console needs is a file of this server: hashed under `/console/assets`, no script inline. */
export default defineConfig({
  base: '/console/',
  // The server puts a new one in place with each answer.
  // A test helper of the form library names a validator that the content policy forbids.
  resolve: {
    alias: {
      '@rjsf/validator-ajv8': fileURLToPath(new URL('src/ui/validator.ts', import.meta.url)),
    },
  },
  define: { FLAGS_PATH: JSON.stringify(`/console/${flagPackage().path}`) },
  plugins: [pdfParts(), typefaceLicences(), flags(), preloadPages()],
  worker: { format: 'es' },
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    // What the bundled packages demand of those who pass them on.
    license: { fileName: 'assets/licences.txt' },
    assetsInlineLimit: 0,
    // Browsers of 2024 and later: colours by scheme stay as they are written.
    cssTarget: ['chrome125', 'firefox128', 'safari18'],
    // The editor of workflows is the largest, and loaded with its page alone.
    chunkSizeWarningLimit: 1_500,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Every page begins with both. What they share with pages that are loaded later would else be a file for each set of
      // pages that share it: 77 files before anything is shown, and more bytes, packed one by one.
      input: ['index.html', 'src/render-console.tsx'],
      output: {
        codeSplitting: {
          groups: [
            {
              name: (id, context) => (isOfStart(id, context) ? 'start' : null),
              debugName: 'start',
              priority: 2,
            },
            { name: 'console', test: (id) => !entries.includes(id), tags: ['$initial'], priority: 1 },
          ],
        },
      },
      // Libraries mark what servers could not render; there is no such server here.
      onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
    },
  },
});
