import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './bootstrap.mjs';
import { compilerFolder, compilerProject } from './compiler.mjs';
import { PACKAGE_TIMEOUT_MS } from './package-tests.mjs';
import { readLock } from './production-packages.mjs';

const packages = readLock(root);
let clone;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'gatehouse-compiler-'));
});
afterEach(() => rmSync(clone, { recursive: true }));

function link(place, from = place) {
  mkdirSync(dirname(join(clone, place)), { recursive: true });
  symlinkSync(join(root, from), join(clone, place));
}

/** Lays out the sources, and of `node_modules` what `npm start` installs. */
function layOutClone() {
  for (const path of [
    'LICENSE',
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.package.json',
    'scripts',
  ])
    cpSync(join(root, path), join(clone, path), { recursive: true });
  for (const part of ['contract', 'sdk', 'server']) {
    for (const entry of readdirSync(join(root, 'packages', part))) {
      if (['node_modules', 'dist'].includes(entry)) continue;
      const path = join('packages', part, entry);
      cpSync(join(root, path), join(clone, path), { recursive: true });
    }
  }
  const installed = Object.entries(packages).filter(
    ([place, entry]) => place.includes('node_modules/') && !entry.dev && existsSync(join(root, place)),
  );
  for (const [place, entry] of installed) {
    if (place.startsWith('node_modules/') && place.lastIndexOf('node_modules/') === 0)
      link(place, entry.link ? entry.resolved : place);
  }
  const lock = { packages: Object.fromEntries(installed) };
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), JSON.stringify(lock));
  link('node_modules/.bin');
}

describe('the compiler of packages', { timeout: PACKAGE_TIMEOUT_MS }, () => {
  it('comes in the versions of the lock file, with their digests, and nothing else comes', () => {
    const { project, lock } = compilerProject(packages);
    expect(project.dependencies).toEqual({
      typescript: packages['node_modules/typescript'].version,
      '@types/node': packages['node_modules/@types/node'].version,
    });
    const places = Object.keys(lock.packages).filter((place) => !/^$|@typescript\/typescript-/.test(place));
    expect(places).toEqual([
      'node_modules/@types/node',
      'node_modules/typescript',
      'node_modules/undici-types',
    ]);
    for (const place of places) {
      expect(lock.packages[place]).toMatchObject({ integrity: packages[place].integrity });
      expect(lock.packages[place]).not.toHaveProperty('dev');
    }
  });

  it('is that of the clone where it has one of this version', () => {
    expect(compilerFolder()).toBe(join(root, 'node_modules'));
  });

  it('builds a package in what npm start installs, and no tool of tests is asked for', () => {
    layOutClone();
    expect(compilerFolder(clone)).toBe(join(clone, 'node_modules/.compiler/node_modules'));
    for (const name of ['typescript', '@types/node', 'undici-types'])
      link(`node_modules/.compiler/node_modules/${name}`, `node_modules/${name}`);
    // No npm is found there: installing anything would fail.
    const env = { PATH: dirname(process.execPath), npm_execpath: join(clone, 'no-npm.js') };
    const script = join(clone, 'scripts/build-package.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, 'sdk'], { env, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(readdirSync(join(clone, 'packages/sdk/dist'))).toContain('index.d.ts');
  });
});
