/** Where the entries of the workspace's packages lie, for builds that put them into a package of their own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

/** The `package.json` of a package of the workspace. */
export function manifestOf(name) {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
}

/** Each entry's source from the root of the repository, by the name that imports have. */
export function workspaceSources(names) {
  return new Map(
    names.flatMap((name) =>
      Object.entries(manifestOf(name).exports).map(([path, source]) => [
        `@gatehouse/${name}${path.slice(1)}`,
        join('packages', name, source),
      ]),
    ),
  );
}
