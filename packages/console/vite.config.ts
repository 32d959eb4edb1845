import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

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
      // Libraries mark what servers could not render; there is no such server here.
      onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
    },
  },
});
