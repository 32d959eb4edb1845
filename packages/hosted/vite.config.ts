import { defineConfig } from 'vite';

/** Everything the pages need is a file of this server: hashed under `/verify/assets`, nothing inline. */
export default defineConfig({
  base: '/verify/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
  },
});
