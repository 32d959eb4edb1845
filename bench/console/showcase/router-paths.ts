/** The addresses that the console's router knows, by its source: a page that is added there is missed here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const router = join(import.meta.dirname, '../../../packages/console/src/router.tsx');

/** Addresses with their parameters, such as `/cases/$domain/$caseNo`. */
export function routerPaths(): string[] {
  const source = readFileSync(router, 'utf8');
  const paths = [...source.matchAll(/^ {2}path: '([^']*)',$/gm)].map(([, path]) => path!);
  const routes = source.match(/createRoute\(\{/g)?.length ?? 0;
  if (paths.length !== routes)
    throw new Error(`${routes} routes of the console have ${paths.length} addresses`);
  return [...new Set(paths)];
}
