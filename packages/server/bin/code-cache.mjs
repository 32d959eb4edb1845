import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalledPackage } from './packaged-node.mjs';

/** Where compiled sources are kept: beside the installed packages, so that a new installation begins anew. */
export function codeCache(root = fileURLToPath(new URL('../../../', import.meta.url))) {
  const modules = isInstalledPackage(root)
    ? root.slice(0, root.lastIndexOf('node_modules') + 'node_modules'.length)
    : join(root, 'node_modules');
  return existsSync(modules) ? join(modules, '.cache', 'gatehouse-code') : undefined;
}
