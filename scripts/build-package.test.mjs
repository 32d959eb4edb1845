import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './bootstrap.mjs';
import { buildPackage } from './build-package.mjs';
import { PACKAGE_TIMEOUT_MS, packInto, publintMessages, unpackInto } from './package-tests.mjs';

/** Ways to import that an ES module alone cannot serve. */
const NOT_FOR_MODULES = ['node10', 'node16-cjs'];

/** The first JavaScript of a README. */
function firstUse(readme) {
  return /```js\n([\s\S]*?)```/.exec(readme)[1];
}

it('refuses to build what is not published, and creates nothing for it', () => {
  const script = join(root, 'scripts/build-package.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, 'mathcing'], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toBe(
    "there is no package 'mathcing' to build; usage: node scripts/build-package.mjs sdk|matching|server\n",
  );
  expect(existsSync(join(root, 'packages/mathcing'))).toBe(false);
});

describe('the published @gatehouse/matching', { timeout: PACKAGE_TIMEOUT_MS }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-package-'));
  const built = join(folder, 'built');
  const user = join(folder, 'user');
  const installed = join(user, 'node_modules/@gatehouse/matching');
  let tarball;

  beforeAll(async () => {
    await buildPackage('matching', built);
    tarball = packInto(folder, built);
    unpackInto(user, tarball, '@gatehouse/matching');
  }, PACKAGE_TIMEOUT_MS);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is not private, needs no package of the workspace, and brings its licence', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('private');
    expect(Object.keys(manifest.dependencies).filter((name) => name.startsWith('@gatehouse/'))).toEqual([]);
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toContain('Apache License');
  });

  it('has types that cite no document which a reader of the package lacks', () => {
    const files = readdirSync(installed, { recursive: true }).map(String);
    const declarations = files.filter((file) => file.endsWith('.d.ts'));
    expect(declarations.length).toBeGreaterThan(10);
    for (const file of declarations) {
      const text = readFileSync(join(installed, file), 'utf8');
      expect(text, file).not.toMatch(/specification\s+(?:\*\s+)?\d|docs\/[\w-]+\.md \d/);
    }
  });

  it('finds no fault with publint', async () => {
    expect(await publintMessages(tarball)).toEqual([]);
  });

  it('has types that resolve wherever ES modules do', async () => {
    const { problems, types } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    expect(types).toMatchObject({ kind: 'included' });
    expect(problems.filter(({ resolutionKind }) => !NOT_FOR_MODULES.includes(resolutionKind))).toEqual([]);
  });

  it('does on plain Node what its README shows in ten lines at most', () => {
    const code = firstUse(readFileSync(join(installed, 'README.md'), 'utf8'));
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10);
    writeFileSync(join(user, 'first-use.mjs'), code);
    const printed = execFileSync(process.execPath, ['first-use.mjs'], { cwd: user, encoding: 'utf8' });
    const shown = /```text\n([\s\S]*?)```/.exec(readFileSync(join(installed, 'README.md'), 'utf8'))[1];
    expect(printed).toBe(shown);
  });

  it('gives whoever compiles against it the types of what it returns', () => {
    writeFileSync(
      join(user, 'typed.mts'),
      `import { compare, type Hit, listSources, screen } from '@gatehouse/matching';
export const score: number = compare('A', 'B').score;
export const first: Hit | undefined = screen([], { name: 'A', type: 'any' }, {} as never).hits[0];
export const ids: string[] = Object.values(listSources).map(({ id }) => id);
// @ts-expect-error: a name is a text.
compare(1, 2);
`,
    );
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', 'typed.mts'];
    execFileSync(process.execPath, [compiler, ...options], { cwd: user, stdio: 'pipe' });
  });
});
