import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasPackagedNode, missingNodeMessage } from '../packages/server/bin/packaged-node.mjs';
import { isInstalled } from './bootstrap.mjs';
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
