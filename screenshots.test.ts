import { describe, expect, it } from 'vitest';
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
