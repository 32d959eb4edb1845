/** Which source file imports which: read from the text, for the structure's figures and the test of its rules. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export interface Import {
  readonly specifier: string;
  /** It leaves nothing behind when types are stripped. */
  readonly typeOnly: boolean;
}

export interface Source {
  /** From the root of the repository. */
  readonly path: string;
  readonly package: string;
  /** From the package's folder. */
  readonly inPackage: string;
  readonly isTest: boolean;
  readonly text: string;
  readonly imports: readonly Import[];
}

/**
 * Import and export statements as the formatter writes them, at the beginning of a line, and dynamic imports.
 * TypeScript 7 has no compiler interface, and its type stripping would drop the imports of types.
 */
const importStatement =
  /^(import|export)\b(\s+type\b)?([^'"`;]*?)\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

/** `{ type A, type B }`: every name is a type. */
const typesAlone = /^\s*\{(?:\s*type\s[^,}]+,?)+\s*\}\s*$/;

/** A dynamic import inside a type, `import('./a.ts').A`, is not told apart: no source has one. */
export function importsOf(text: string): Import[] {
  return [...text.matchAll(importStatement)].map((match) => ({
    specifier: (match[4] ?? match[5] ?? match[6])!,
    typeOnly: match[2] !== undefined || typesAlone.test(match[3] ?? ''),
  }));
}

/** Where a relative import leads, from the root of the repository. */
export function targetOf(source: Source, specifier: string): string {
  return join(dirname(source.path), specifier);
}

/** Paths of the TypeScript files below a folder, from the root of the repository. */
export function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path));
}

/** All sources of all packages. */
export function readSources(root: string): Source[] {
  return filesBelow(root, 'packages').map((path) => {
    const [, name = '', ...rest] = path.split('/');
    const inPackage = rest.join('/');
    const text = readFileSync(join(root, path), 'utf8');
    return {
      path,
      package: name,
      inPackage,
      isTest: /\.(test|fixture)\.tsx?$|^(test|src\/testing)\/|^[^/]+\.config\.ts$/.test(inPackage),
      text,
      imports: importsOf(text),
    };
  });
}
