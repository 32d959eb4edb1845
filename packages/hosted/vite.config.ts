import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig, minify, type Plugin, transformWithOxc } from 'vite';

/** Puts `src/start.ts` into the head of the page; the server names its hash in the content policy. */
const begin: Plugin = {
  name: 'begin',
  async transformIndexHtml() {
    const source = readFileSync(new URL('src/start.ts', import.meta.url), 'utf8');
    const script = await transformWithOxc(source, 'start.ts');
    const { code } = await minify('begin.js', script.code);
    return [{ tag: 'script', children: code, injectTo: 'head-prepend' }];
  },
};

/** Typefaces are passed on with their licences: they are no scripts, whose licences the build gathers. */
const typefaceLicences: Plugin = {
  name: 'typeface-licences',
  generateBundle() {
    const require = createRequire(import.meta.url);
    for (const [name, file] of [
      ['inter', require.resolve('@fontsource-variable/inter/LICENSE')],
      ['noto-sans-arabic', require.resolve('@fontsource-variable/noto-sans-arabic/LICENSE')],
    ] as const) {
      this.emitFile({ type: 'asset', fileName: `assets/${name}-licence.txt`, source: readFileSync(file) });
    }
  },
};

/** Everything else that the pages need is a file of this server: hashed under `/verify/assets`. */
export default defineConfig({
  base: '/verify/',
  plugins: [begin, typefaceLicences],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    // What the bundled packages demand of those who pass them on.
    license: { fileName: 'assets/licences.txt' },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
  },
});
