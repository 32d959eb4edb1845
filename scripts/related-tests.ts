/** Which tests are run again when a file changes: those near it, so that they take seconds. */

import { dirname } from 'node:path';
import { type Source, targetOf } from './source-imports.ts';

const testFile = /(?<!\.long)\.test\.tsx?$/;

/**
 * The changed tests, the tests that import a changed file, and the tests of its folder that reach it through files of that
 * folder. Tests farther away are left to `npm test`: most files are reached by every story of the server.
 */
export function relatedTests(changed: readonly string[], sources: readonly Source[]): string[] {
  const importers = importersOf(sources);
  const related = new Set<string>();
  for (const path of changed) for (const file of reachedBy(path, importers)) related.add(file);
  const known = new Set(sources.map((source) => source.path));
  return [...related].filter((path) => known.has(path) && testFile.test(path)).toSorted();
}

function reachedBy(changed: string, importers: ReadonlyMap<string, readonly string[]>): Set<string> {
  const folder = dirname(changed);
  const reached = new Set([changed]);
  // A set hands out what is added to it while it is walked.
  for (const path of reached) {
    if (dirname(path) !== folder) continue;
    for (const importer of importers.get(path) ?? []) reached.add(importer);
  }
  return reached;
}

function importersOf(sources: readonly Source[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const source of sources) {
    for (const { specifier } of source.imports) {
      if (!specifier.startsWith('.')) continue;
      const target = targetOf(source, specifier);
      importers.set(target, [...(importers.get(target) ?? []), source.path]);
    }
  }
  return importers;
}
