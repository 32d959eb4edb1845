import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { flowLanguages } from '@gatehouse/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { consolePagesFolder } from '../src/console-api/console-pages.ts';
import { buildPages } from './support/browser.ts';
import { timeout } from './support/console-pages.ts';

const consoleSource = new URL('../../console/src/main.tsx', import.meta.url);

/** Everything that a browser has to have before it draws the console's first page. */
describe('the first load of the console', timeout, () => {
  let scripts: string[];
  let styles: string[];
  beforeAll(() => {
    buildPages();
    const page = readFileSync(join(consolePagesFolder, 'index.html'), 'utf8');
    const named = [...page.matchAll(/\/console\/(assets\/[^"]+)"/g)].map(([, path]) => path!);
    styles = named.filter((path) => path.endsWith('.css'));
    // Drawing waits for the language, so it is imported later; there is no page without it.
    const drawing = readdirSync(join(consolePagesFolder, 'assets'))
      .filter((name) => /^render-console-[^.]+\.js$/.test(name))
      .map((name) => `assets/${name}`);
    expect(drawing).toHaveLength(1);
    scripts = withImports([...named.filter((path) => path.endsWith('.js')), ...drawing]);
  });

  it.each(flowLanguages)('is at most 350 kB of packed scripts, styles and texts, in %s', (language) => {
    // The texts of the service's own phrases are a part of their own in English.
    const names = readdirSync(join(consolePagesFolder, 'assets'));
    const texts = names.filter((name) => new RegExp(`^${language}-[\\w-]+\\.js$`).test(name));
    expect(texts).not.toEqual([]);
    const paths = [...withImports([...scripts, ...texts.map((name) => `assets/${name}`)]), ...styles];
    const sizes = paths.map((path) => read(`${path}.gz`).length);
    expect(scripts.length).toBeGreaterThan(1);
    expect(styles.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(350_000);
  });

  it('has no chart, no editor and no page but the first', () => {
    const later =
      /^assets\/(home-shapes|risk-over-time|day-bars|line-chart|drawn-ownership|dagre|.+-page)[-.]/;
    expect(scripts.filter((path) => later.test(path) && !/home-page/.test(path))).toEqual([]);
    // Each is a file of its own, loaded where it is shown: of one that is in the first load too, a line would be left here.
    const names = readdirSync(join(consolePagesFolder, 'assets')).filter((name) => name.endsWith('.js'));
    const wanted = [...loadedLater(), 'dagre.esm'];
    const files = wanted.map((name) => names.filter((file) => file.startsWith(`${name}-`)));
    expect(
      wanted.filter((_, place) => files[place]!.every((file) => read(`assets/${file}`).length < 200)),
    ).toEqual([]);
    expect(wanted.length).toBeGreaterThan(30);
  });

  /** What sources load by an import of its own, of pages and what is drawn in them. */
  function loadedLater(): string[] {
    const folder = new URL('.', consoleSource);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
      .flatMap((path) => [
        ...readFileSync(new URL(path, folder), 'utf8').matchAll(/\bimport\('[^']*?([\w-]+)\.tsx'\)/g),
      ])
      .map(([, name]) => name!);
    const drawn = ['home-shapes', 'risk-over-time', 'drawn-ownership'];
    return [...new Set(names)].filter((name) => name.endsWith('-page') || drawn.includes(name));
  }

  it('has the styles of every part of the library that the pages are made of', () => {
    const classes = /\bm_[0-9a-f]{6,8}\b/g;
    const library = readFileSync(createRequire(consoleSource).resolve('@mantine/core/styles.css'), 'utf8');
    const styled = new Set(library.match(classes));
    const assets = readdirSync(join(consolePagesFolder, 'assets'));
    const textOf = (ending: string) =>
      assets
        .filter((name) => name.endsWith(ending))
        .map((name) => read(`assets/${name}`).toString())
        .join();
    const shipped = new Set(textOf('.css').match(classes));
    const used = [...new Set(textOf('.js').match(classes))].filter((name) => styled.has(name));
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((name) => !shipped.has(name))).toEqual([]);
  });

  it('is at most 60 kB of typefaces where a page has Latin letters alone', () => {
    const faces = styles.flatMap((path) =>
      [
        ...read(path)
          .toString()
          .matchAll(/@font-face\{[^}]*\}/g),
      ].map(([face]) => face),
    );
    const latin = faces.filter((face) => /unicode-range:[^;}]*U\+(?:\?\?|0*-FF)/i.test(face));
    expect(latin).toHaveLength(1);
    const fetched = latin.map((face) => /url\(\/console\/(assets\/[^)"]+\.woff2)\)/.exec(face)![1]!);
    expect(fetched.map((path) => read(path).length)[0]).toBeLessThanOrEqual(60_000);
    // Without a range a face is fetched for any letter.
    expect(faces.filter((face) => !face.includes('unicode-range'))).toEqual([]);
  });
});

function read(path: string): Buffer {
  return readFileSync(join(consolePagesFolder, path));
}

/** Scripts with what they import at once; what is imported later is not awaited. */
function withImports(roots: readonly string[]): string[] {
  const found = new Set(roots);
  for (const path of found) {
    const imports = read(path)
      .toString()
      .matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g);
    for (const [, name] of imports) found.add(`assets/${name}`);
  }
  return [...found];
}
