import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMockGateway } from '../packages/sdk/src/testing.ts';
import { root } from './bootstrap.mjs';
import { buildSdk } from './build-sdk.mjs';
import { PACKAGE_TIMEOUT_MS, packInto, publintMessages, unpackInto } from './package-tests.mjs';

const run = promisify(execFile);

/** What `uses-sdk.ts` prints at a mock gateway. */
const printed = 'APPROVED\ndone no hit\nSIGN_ERROR true\nc-1 1 0.1.0\nobject\n';

describe('the published @gatehouse/sdk', { timeout: PACKAGE_TIMEOUT_MS }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sdk-package-'));
  const project = join(folder, 'project');
  let tarball;
  let installed;

  beforeAll(async () => {
    const built = join(folder, 'built');
    await buildSdk(built);
    tarball = packInto(folder, built);
    installed = unpackInto(project, tarball, '@gatehouse/sdk');
    const types = join(project, 'node_modules/@types/node');
    mkdirSync(dirname(types), { recursive: true });
    symlinkSync(join(root, 'node_modules/@types/node'), types);
  }, PACKAGE_TIMEOUT_MS);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('needs no other package', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: '@gatehouse/sdk', version: '0.1.0', engines: { node: '>=20.3' } });
    for (const name of ['private', 'dependencies', 'peerDependencies', 'devDependencies', 'scripts']) {
      expect(manifest).not.toHaveProperty(name);
    }
  });

  it('finds no fault with publint', async () => {
    expect(await publintMessages(tarball)).toEqual([]);
  });

  it('has types that cite no document which a reader of the package lacks', () => {
    for (const name of ['index.d.ts', 'index.d.cts', 'testing.d.ts', 'testing.d.cts']) {
      const text = readFileSync(join(installed, name), 'utf8');
      expect(text).not.toMatch(/specification\s+(?:\*\s+)?\d|docs\/[\w-]+\.md \d/);
    }
  });

  it('has types that resolve for modules and for CommonJS', async () => {
    const { problems, types } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    expect(types).toMatchObject({ kind: 'included' });
    // The resolution of Node 10 knows no exports, and so no `./testing`.
    expect(
      problems.filter(({ resolutionKind, entrypoint }) => resolutionKind !== 'node10' || entrypoint === '.'),
    ).toEqual([]);
  });

  it.each([
    ['ES modules', 'module', 'mts'],
    ['CommonJS', 'commonjs', 'cts'],
  ])('compiles strictly and runs in a project of %s', async (_, type, extension) => {
    const place = join(project, type);
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), JSON.stringify({ type }));
    cpSync(join(root, 'scripts/package-projects/uses-sdk.ts'), join(place, `uses-sdk.${extension}`));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', 'false'];
    execFileSync(process.execPath, [compiler, ...options, '--types', 'node', `uses-sdk.${extension}`], {
      cwd: place,
      stdio: 'pipe',
    });
    const { stdout } = await run(process.execPath, [`uses-sdk.${extension.replace('t', 'j')}`], {
      cwd: place,
    });
    expect(stdout).toBe(printed);
  });

  it('runs the first example of its README as the README says, with the settings of a demo', async () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const place = join(project, 'onboarding');
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(place, 'tsconfig.json'), /```json\n(.*?)```/s.exec(readme)[1]);
    writeFileSync(join(place, 'main.ts'), /```ts\n(.*?)```/s.exec(readme)[1]);
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
      cwd: place,
      stdio: 'pipe',
    });
    const gateway = await startMockGateway();
    const { baseUrl, apiKey, secret } = gateway.settings;
    writeFileSync(
      join(place, 'demo.env'),
      `GATEHOUSE_BASE_URL=${baseUrl}\nGATEHOUSE_API_KEY=${apiKey}\nGATEHOUSE_API_SECRET=${secret}\n`,
    );
    try {
      const { file, options } = /npx tsc && node (?<options>\S*)\/data\/demo\.env (?<file>\S+)/.exec(
        readme,
      ).groups;
      expect(options).toBe('--env-file=/path/to/gatehouse');
      const { stdout } = await run(process.execPath, ['--env-file=demo.env', file], { cwd: place });
      expect(stdout).toBe('APPROVED\n');
    } finally {
      await gateway.close();
    }
  });

  it('is bundled for browsers and the edge without anything of Node', async () => {
    const entry = join(project, 'edge.js');
    writeFileSync(
      entry,
      `export { constructEventAsync, createClient, verifyWebhook } from '@gatehouse/sdk';\n`,
    );
    const outDir = join(project, 'edge');
    await build({
      root: project,
      configFile: false,
      logLevel: 'error',
      build: { outDir, minify: false, lib: { entry, formats: ['es'], fileName: () => 'bundle.js' } },
    });
    const bundle = readFileSync(join(outDir, 'bundle.js'), 'utf8');
    expect(bundle).not.toMatch(/(?:from|import|require)[\s(]*["']node:/);
    expect(bundle).toContain('this runtime has no node:crypto');
  });
});
