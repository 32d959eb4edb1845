import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'console', include: ['src/**/*.test.ts'], setupFiles: ['src/messages/english.setup.ts'] },
});
