import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPageFiles, type PageFiles } from './page-files.ts';

let folder: string;
let files: PageFiles;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-pages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'built-from'), 'a hash');
  writeFileSync(join(folder, 'assets', 'index-1a2b.js'), 'let a;');
  writeFileSync(join(folder, 'assets', 'index-1a2b.js.br'), brotliCompressSync('let a;'));
  files = openPageFiles(folder)!;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('built pages', () => {
  it('are not there where nothing was built', () => {
    expect(openPageFiles(join(folder, 'nothing'))).toBeUndefined();
  });

  it('have one page that no cache keeps, that sends no Referer and that takes script from this server alone', () => {
    const { body, headers } = files.page('br');
    expect(body.toString()).toBe('<!doctype html>');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self';");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(files.page(undefined, ['https://shop.example']).headers['content-security-policy']).toContain(
      'frame-ancestors https://shop.example',
    );
  });

  it('may have script inline, which the policy names by its hash and nothing else', () => {
    const other = mkdtempSync(join(tmpdir(), 'gatehouse-pages-'));
    const script = "fetch('/verify');\nlet b;";
    writeFileSync(
      join(other, 'index.html'),
      `<script>${script}</script><script type="module" src="a.js"></script>`,
    );
    const hash = createHash('sha256').update(script).digest('base64');
    expect(openPageFiles(other)!.page('br').headers['content-security-policy']).toContain(
      `; script-src 'self' 'sha256-${hash}'; style-src 'self';`,
    );
    rmSync(other, { recursive: true });
  });

  it('tell the path of a script by its name without the hash', () => {
    expect(files.scriptNamed('index')).toBe('assets/index-1a2b.js');
    expect(files.scriptNamed('inde')).toBeUndefined();
  });

  it('have assets that are kept for good, packed as the browser takes them', () => {
    const packed = files.asset('assets/index-1a2b.js', 'gzip, deflate, br')!;
    expect(packed.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(packed.body).toString()).toBe('let a;');
    for (const taken of [undefined, 'gzip', 'br;q=0, gzip', 'identity']) {
      const plain = files.asset('assets/index-1a2b.js', taken)!;
      expect(plain.body.toString()).toBe('let a;');
      expect(plain.headers).not.toHaveProperty('content-encoding');
    }
  });

  it('give out nothing else', () => {
    const others = [
      'index.html',
      'built-from',
      'assets/index-1a2b.js.br',
      '../index.html',
      'assets',
      '',
      'nothing.js',
    ];
    for (const path of others) expect(files.asset(path, 'br'), path).toBeUndefined();
  });
});
