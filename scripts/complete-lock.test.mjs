import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './bootstrap.mjs';
import { missingEntries } from './complete-lock.mjs';

const parent = {
  dev: true,
  optionalDependencies: {
    '@t/linux-x64-gnu': '1.0.0',
    '@t/linux-arm64-musl': '1.0.0',
    '@t/darwin-x64': '1.0.0',
  },
};

describe('the lock file', () => {
  it('names every optional package, so that npm ci works in a fresh clone (npm run lock adds them)', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    expect(Object.keys(missingEntries(packages))).toEqual([]);
  });
});

describe('missing entries', () => {
  it('are those of other platforms, with what keeps npm from installing them here', () => {
    const packages = { 'node_modules/t': parent, 'node_modules/@t/linux-x64-gnu': { version: '1.0.0' } };
    expect(missingEntries(packages)).toEqual({
      'node_modules/@t/linux-arm64-musl': {
        version: '1.0.0',
        cpu: ['arm64'],
        dev: true,
        libc: ['musl'],
        optional: true,
        os: ['linux'],
      },
      'node_modules/@t/darwin-x64': {
        version: '1.0.0',
        cpu: ['x64'],
        dev: true,
        optional: true,
        os: ['darwin'],
      },
    });
  });

  it('are none where a package is nested beside the one that names it', () => {
    const name = Object.keys(parent.optionalDependencies);
    const nested = Object.fromEntries(
      name.map((each) => [`packages/p/node_modules/${each}`, { version: '1.0.0' }]),
    );
    expect(missingEntries({ 'packages/p/node_modules/t': parent, ...nested })).toEqual({});
  });
});
