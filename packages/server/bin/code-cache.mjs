import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where compiled sources are kept: beside the installed packages, so that a new installation begins anew. */
export function codeCache() {
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
  return existsSync(modules) ? join(modules, '.cache', 'gatehouse-code') : undefined;
}
