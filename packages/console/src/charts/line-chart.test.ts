import { expect, it } from 'vitest';
import { type LinePoint, placed } from './line-chart.tsx';

const point = (key: string, at?: number): LinePoint => ({
  key,
  label: key,
  value: 50,
  text: '50',
  link: {},
  ...(at === undefined ? {} : { at }),
});
const places = (points: readonly LinePoint[]) => placed(points).map(({ x }) => x);

it('places points by their time where all have one', () => {
  expect(places([point('a', 0), point('b', 25), point('c', 100)])).toEqual([2, 26, 98]);
});

it('places points equally far apart without times, and one alone in the middle', () => {
  expect(places([point('a'), point('b')])).toEqual([25, 75]);
  expect(places([point('a', 7)])).toEqual([50]);
  expect(places([point('a', 7), point('b', 7)])).toEqual([25, 75]);
});
