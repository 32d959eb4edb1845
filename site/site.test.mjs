import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultsOf } from './check-links.mjs';
import { copyLinkedFiles } from './files.mjs';
import { navigation, pagesOf, sidebarOf, withoutPlace } from './navigation.mjs';
import { sitePathOf, slugOf, targetOf } from './pages.mjs';

const root = dirname(import.meta.dirname);
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-site-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe('the pages', () => {
  it('have addresses in which a README is the page of its folder', () => {
    expect(sitePathOf('docs/guides/review.md')).toBe('guides/review.md');
    expect(sitePathOf('docs/runbooks/README.md')).toBe('runbooks/index.md');
    expect(sitePathOf('packages/sdk/README.md')).toBe('repository/packages/sdk/index.md');
    expect(sitePathOf('README.md')).toBe('repository/index.md');
  });

  it('have the anchors of code hosts', () => {
    expect(slugOf('5. Case states: the moves')).toBe('5-case-states-the-moves');
  });

  it('link to pages, to folders with a page, and to files', () => {
    expect(targetOf('../README.md#start', 'docs/console.md', root)).toEqual({
      path: 'README.md',
      hash: '#start',
    });
    expect(targetOf('runbooks/', 'docs/operating.md', root)).toEqual({
      path: 'docs/runbooks/README.md',
      hash: '',
    });
    expect(targetOf('../clients/orval', 'docs/clients.md', root)).toEqual({
      path: 'clients/orval',
      hash: '',
    });
    expect(targetOf('https://example.org', 'README.md', root)).toBeUndefined();
    expect(targetOf('#start', 'README.md', root)).toBeUndefined();
  });

  it('all have a place in the navigation, once', () => {
    expect(withoutPlace(root)).toEqual([]);
    expect(pagesOf(root)).toHaveLength(new Set(pagesOf(root)).size);
  });

  it('are those that the navigation leads to', () => {
    const addresses = pagesOf(root).map(
      (path) => `/${sitePathOf(path).replace(/((^|\/)index)?\.md$/, '$2')}`,
    );
    const links = sidebarOf(root).flatMap(({ items }) => items.map(({ link }) => link));
    expect(
      [...links, ...navigation.map(({ link }) => link)].filter((link) => !addresses.includes(link)),
    ).toEqual([]);
  });
});

describe('the check of the finished site', () => {
  beforeEach(() => {
    write('index.html', '<h1 id="start">A</h1><a href="/base/b.html#in%20b">b</a><a href="#start">up</a>');
    write(
      'b.html',
      '<h2 id="in b">B</h2><a class="x" href="./index.html">a</a><script src="/base/s.js"></script>',
    );
    write('s.js', '');
    write('s.css', '@font-face { src: url(data:font/woff2;base64,AA) }');
  });

  it('takes a site whose links all lead somewhere', () => {
    expect(faultsOf(folder, '/base/')).toEqual([]);
  });

  it.each([
    ['<a href="/base/none.html">c</a>', 'c.html: /base/none.html leads nowhere'],
    ['<a href="./b.html#other">c</a>', 'c.html: ./b.html#other names no place of that page'],
    ['<a class="y" href="#other">c</a>', 'c.html: #other names no place of that page'],
    [
      '<script src="https://cdn.example/x.js"></script>',
      'c.html: https://cdn.example/x.js is loaded from another site',
    ],
    [
      '<link rel="stylesheet" href="//cdn.example/x.css">',
      'c.html: //cdn.example/x.css is loaded from another site',
    ],
    ['<img alt="" src="./p.png">', 'c.html: ./p.png is missing'],
  ])('finds the fault in %s', (html, fault) => {
    write('c.html', html);
    expect(faultsOf(folder, '/base/')).toEqual([fault]);
  });

  it('finds a typeface that a style takes from another site', () => {
    write('t.css', '@font-face { src: url("https://fonts.example/a.woff2") }');
    expect(faultsOf(folder, '/base/')).toEqual(['t.css: loads from another site']);
  });
});

describe('files that are no pages', () => {
  it('are copied, and a folder gets a page that lists them', () => {
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    write('clients/some/one.ts', 'export {};');
    copyLinkedFiles(['LICENSE', 'clients/some'], folder, join(folder, 'out'));
    expect(readFileSync(join(folder, 'out/files/LICENSE'), 'utf8')).toContain('Apache');
    expect(readFileSync(join(folder, 'out/files/clients/some/one.ts'), 'utf8')).toBe('export {};');
    expect(readFileSync(join(folder, 'out/files/clients/some/index.html'), 'utf8')).toContain(
      'href="./one.ts"',
    );
  });
});
