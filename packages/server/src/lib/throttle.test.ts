import { expect, it } from 'vitest';
import { throttleReports } from './throttle.ts';

it('reports the first event, then one in each pause with how many came between', () => {
  let time = 0;
  const reported: [string, number][] = [];
  const report = throttleReports<string>(
    10_000,
    (event, unreported) => reported.push([event, unreported]),
    () => time,
  );
  for (let at = 0; at <= 25_000; at += 100) {
    time = at;
    report(`at ${at}`);
  }
  expect(reported).toEqual([
    ['at 0', 0],
    ['at 10000', 99],
    ['at 20000', 99],
  ]);
});
