import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentationPictures, picturesFolder } from './bench/console/showcase/documentation.ts';
import { picturedPages } from './bench/console/showcase/pages.ts';
import { routerPaths } from './bench/console/showcase/router-paths.ts';

describe('the pictures of npm run screenshots', () => {
  it('show every page of the console, and none that is gone', () => {
    expect(Object.keys(picturedPages).toSorted()).toEqual(routerPaths().toSorted());
    expect(Object.entries(picturedPages).filter(([, pictures]) => pictures.length === 0)).toEqual([]);
  });

  it('have a name each', () => {
    const names = Object.values(picturedPages).flatMap((pictures) => pictures.map(({ name }) => name));
    expect(names).toHaveLength(new Set(names).size);
  });
});

describe('the pictures of npm run pictures', () => {
  const files = Object.keys(documentationPictures);

  it('are those that are committed, and small', () => {
    expect(readdirSync(picturesFolder).toSorted()).toEqual(files.toSorted());
    const large = files.filter((file) => statSync(join(picturesFolder, file)).size > 150_000);
    expect(large).toEqual([]);
  });

  it('are of pages that npm run screenshots knows', () => {
    const names = Object.values(picturedPages).flatMap((pictures) => pictures.map(({ name }) => name));
    expect(Object.values(documentationPictures).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('are shown on a page each', () => {
    const pages = ['README.md', ...globSync('docs/**/*.md')].map((path) => readFileSync(path, 'utf8')).join();
    expect(files.filter((file) => !pages.includes(`pictures/${file}`))).toEqual([]);
  });
});
