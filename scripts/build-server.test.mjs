import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeCache } from '../packages/server/bin/code-cache.mjs';
import {
  findPackagedNode,
  isInstalledPackage,
  missingNodeMessage,
} from '../packages/server/bin/packaged-node.mjs';
import { root } from './bootstrap.mjs';
import { buildServer, linkCompiled } from './build-server.mjs';
import { PACKAGE_TIMEOUT_MS, packInto, publintMessages, unpackInto } from './package-tests.mjs';

describe('the published @gatehouse/server', { timeout: PACKAGE_TIMEOUT_MS }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-server-package-'));
  const project = join(folder, 'project');
  let tarball;
  let installed;

  beforeAll(() => {
    const built = join(folder, 'built');
    buildServer(built);
    tarball = packInto(folder, built);
    installed = unpackInto(project, tarball, '@gatehouse/server');
  }, PACKAGE_TIMEOUT_MS);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const gatehouse = (...commandLine) =>
    execFileSync(process.execPath, [join(installed, 'packages/server/bin/gatehouse.mjs'), ...commandLine], {
      cwd: project,
      encoding: 'utf8',
    });

  it('finds no fault with publint', async () => {
    expect(await publintMessages(tarball)).toEqual([]);
  });

  it('requires Node 24, names each dependency by one version, and needs no package of the workspace', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: '@gatehouse/server', engines: { node: '>=24' } });
    expect(manifest).not.toHaveProperty('private');
    expect(manifest).not.toHaveProperty('optionalDependencies');
    const entries = Object.entries(manifest.dependencies);
    expect(entries.filter(([name]) => name.startsWith('@gatehouse/'))).toEqual([]);
    expect(entries.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('holds compiled code, pages, migrations and the demo, and nothing of tests', () => {
    const files = globSync('**/*', { cwd: installed });
    expect(files.filter((path) => /\.tsx?$|\.test\.|\.fixture\.|\/testing\//.test(path))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'examples/demo/tenants.yaml',
        'packages/console/dist/index.html',
        'packages/hosted/dist/index.html',
        'packages/server/src/screening/screening-thread.js',
        'packages/server/src/pdf/report.typ',
        'packages/server/src/pdf/report-process.js',
        'packages/server/src/database/schema.sql',
      ]),
    );
    const migrations = (below) =>
      globSync('packages/server/src/database/migrations/*.sql', { cwd: below }).toSorted();
    expect(migrations(installed)).toEqual(migrations(root));
  });

  it('starts whatever it starts by a path that is in the package', () => {
    const missing = globSync('packages/*/src/**/*.js', { cwd: installed }).flatMap((file) => {
      const paths = readFileSync(join(installed, file), 'utf8').matchAll(
        /(?:new URL\(|import\(|from )['"](\.{1,2}\/[^'"]*)['"]/g,
      );
      return [...paths]
        .map(([, path]) => join(file, '..', path))
        .filter((path) => globSync(path, { cwd: installed }).length === 0);
    });
    expect(missing).toEqual([]);
  });

  it('runs its command outside the clone', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'));
    expect(gatehouse('--version').trim()).toBe(version);
    expect(JSON.parse(gatehouse('compare', 'Jürgen Müller', 'Juergen Mueller', '--json')).score).toBe(0.9811);
  });
});

describe('the command in a package', () => {
  it('asks for Node by its place, whatever npm has for the platform', () => {
    const machine = { platform: 'linux', arch: 'x64', versions: { node: '18.20.8' } };
    expect(missingNodeMessage(machine, true)).toBe(
      'gatehouse needs Node 24 or newer; this is Node 18.20.8: install Node 24 (https://nodejs.org) and start again',
    );
    expect(isInstalledPackage('/project/node_modules/@gatehouse/server/packages/server/bin/x.mjs')).toBe(
      true,
    );
    expect(isInstalledPackage('/clone/packages/server/bin/x.mjs')).toBe(false);
  });

  it.each([
    ['18.20.8', false],
    ['v18.20.8', false],
    ['unknown', false],
    ['24.21.0', true],
  ])('takes an installed Node %s for the required one: %s', (version, isTaken) => {
    const project = mkdtempSync(join(tmpdir(), 'gatehouse-node-'));
    const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
    const binary = join(
      project,
      'node_modules',
      name,
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    );
    mkdirSync(dirname(binary), { recursive: true });
    writeFileSync(binary, '');
    writeFileSync(join(project, 'node_modules', name, 'package.json'), JSON.stringify({ name, version }));
    expect(findPackagedNode(join(project, 'program.mjs'))).toBe(isTaken ? binary : undefined);
    rmSync(project, { recursive: true });
  });

  it('keeps compiled code beside the installed packages, not inside one of them', () => {
    const inPackage = codeCache(join(root, 'node_modules/@gatehouse/server/'));
    expect(inPackage).toBe(join(root, 'node_modules/.cache/gatehouse-code'));
    expect(codeCache(root)).toBe(inPackage);
  });
});

describe('what the compiler leaves', () => {
  const entries = new Map([['@gatehouse/contract/states', 'packages/contract/src/states.ts']]);

  it('becomes paths in the tree of the package', () => {
    const source = `import { x } from '@gatehouse/contract/states';\nnew URL('./a-thread.ts', import.meta.url);`;
    expect(linkCompiled(source, 'packages/server/src/jobs/a.js', entries)).toBe(
      `import { x } from '../../../contract/src/states.js';\nnew URL('./a-thread.js', import.meta.url);`,
    );
  });

  it('is refused where a package is named that is not part of the service', () => {
    expect(() =>
      linkCompiled(`import '@gatehouse/console/draft';`, 'packages/server/src/a.js', entries),
    ).toThrow('packages/server/src/a.js imports @gatehouse/console/draft, which is not compiled');
  });
});
