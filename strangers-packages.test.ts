/**
 * On npm and PyPI the bare name `gatehouse` belongs to others. No text of this repository tells anybody to install or
 * run it from there: the command is run by `npx --no`, packages are installed by the path of a packed file.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;

/** A name that ends there: neither a path, nor a scope, nor a longer name. */
const name = String.raw`['"]?gatehouse(?:@[\w.^~-]+)?['"]?(?![\w./-])`;
const options = String.raw`(?:\s+-{1,2}[\w=-]+)*`;

const refused: readonly RegExp[] = [
  String.raw`\bnpx(?!(?:\s+-{1,2}[\w=-]*)*\s+--no\b)${options}\s+${name}`,
  String.raw`\b(?:npm\s+(?:exec|x)|(?:pnpm|yarn)\s+dlx|bunx|uvx)(?!(?:\s+-{1,2}[\w=-]*)*\s+--no\b)${options}\s+${name}`,
  String.raw`\b(?:npm|pnpm|bun)\s+(?:i|install|add)${options}\s+${name}`,
  String.raw`\byarn\s+(?:global\s+)?add${options}\s+${name}`,
  String.raw`\b(?:pip3?|pipx|uv\s+pip|uv\s+tool)\s+install${options}\s+${name}`,
].map((source) => new RegExp(source, 'g'));

/** What a text tells people to fetch from strangers. */
function strangersIn(text: string): string[] {
  return refused.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));
}

/** Built so that this file has none of them. */
const told = (...words: string[]): string => [...words, 'gatehouse'].join(' ');

describe('the bare name on a registry', () => {
  it.each([
    told('npx'),
    told('npx', '--yes'),
    told('npm exec'),
    told('npm i', '-g'),
    told('npm install'),
    told('pip install'),
    told('pip3 install', '--user'),
    told('uvx'),
    `${told('npx')}@1.2.0 serve`,
    told('pnpm dlx'),
    told('yarn add'),
  ])('is found in "%s"', (text) => {
    expect(strangersIn(`Run ${text} now.`)).toHaveLength(1);
  });

  it.each([
    'npx --no gatehouse serve',
    'npx --no -- gatehouse call',
    'npm install ./gatehouse-server-0.1.0.tgz',
    'npm install @gatehouse/server',
    'apt-get install postgresql; gatehouse doctor',
    'pip install ./gatehouse-client',
  ])('is not found in "%s"', (text) => {
    expect(strangersIn(text)).toEqual([]);
  });

  it('is nowhere in this repository', () => {
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }).split('\0');
    const texts = files
      .filter((file) => /\.(?:md|mjs|js|ts|tsx|json|ya?ml|py|toml|sh|txt|html)$|file$|\/run$/.test(file))
      .filter((file) => existsSync(join(root, file)));
    expect(texts.length).toBeGreaterThan(100);
    const found = texts.flatMap((file) =>
      strangersIn(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});
