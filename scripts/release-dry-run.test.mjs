import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { root } from './bootstrap.mjs';
import { published } from './build-package.mjs';
import { PACKAGE_TIMEOUT_MS } from './package-tests.mjs';
import { releaseFault } from './release-dry-run.mjs';

const script = join(root, 'scripts/release-dry-run.mjs');

/** A Node of this machine that starts a clone and does not run the product; the running one where there is none. */
const startingNode =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .find((path) => /^v2[0-3]\./.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout)) ??
  process.execPath;

describe('a release', () => {
  it('is run dry by the workflow, whole and with its tag, and its images have the version as tag', () => {
    const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
    const [, publish] = workflow.split('\n  publish:\n');
    expect(publish).toContain('- run: node scripts/release-dry-run.mjs "$GITHUB_REF_NAME"\n');
    const tags = [...workflow.matchAll(/--tag "gatehouse:\$\{GITHUB_REF_NAME#v\}([^"]*)"/g)];
    expect(tags.map(([, variant]) => variant)).toEqual(['', '-tesseract']);
    expect(workflow.match(/--tag /g)).toHaveLength(tags.length);
  });

  it('has packages of one version, and the tag of that version', () => {
    expect(releaseFault({ sdk: '1.2.0', server: '1.2.0' }, 'v1.2.0')).toBeUndefined();
    expect(releaseFault({ sdk: '1.2.0', server: '1.2.0' }, undefined)).toBeUndefined();
    expect(releaseFault({ sdk: '1.2.0', server: '1.1.0' }, 'v1.2.0')).toBe(
      'server has version 1.1.0, and sdk 1.2.0: they are released together',
    );
    expect(releaseFault({ sdk: '1.2.0' }, 'v1.2.1')).toBe(
      'the tag is v1.2.1, and the packages have version 1.2.0',
    );
  });

  it('of another tag than the version builds nothing', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'v99.0.0'], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^the tag is v99\.0\.0, and the packages have version /);
  });

  it('says what it would publish and publishes nothing', { timeout: PACKAGE_TIMEOUT_MS }, () => {
    const { version } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'));
    const { status, stdout } = spawnSync(startingNode, [script, `v${version}`], { encoding: 'utf8' });
    const lines = published.map((name) =>
      expect.stringMatching(
        new RegExp(
          `^would publish @gatehouse/${name}@${version.replaceAll('.', '\\.')}: gatehouse-${name}-\\S+\\.tgz, \\d+ bytes, \\d+ files$`,
        ),
      ),
    );
    expect(status).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('  sha512 ')),
    ).toEqual([...lines, 'Nothing was published.']);
  });
});
