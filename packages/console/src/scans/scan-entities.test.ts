import type { ScanDetail, WireHit } from '@gatehouse/contract';
import { expect, it } from 'vitest';
import { scannedEntities } from './scan-entities.ts';

const hit = (entityId: string, score: number) => ({ entityId, score }) as WireHit;
const result = (engine: 'GLOBAL_CHECK' | 'RISK_LISTS', ...hits: WireHit[]) =>
  ({ engine, total: hits.length, hits }) as unknown as ScanDetail['results'][number];

it('shows a person once over engines and lists, the best score first, with what each engine said', () => {
  const found = scannedEntities({
    results: [
      result('GLOBAL_CHECK', hit('un:1', 0.9), hit('x:3', 0.95)),
      result('RISK_LISTS', hit('sdn:2', 0.97), hit('un:1', 0.92)),
    ],
    entities: [{ entityIds: ['sdn:2', 'un:1'], sameAs: [] }],
  });
  expect(
    found.map(({ entries }) => entries.map(({ hit: { entityId }, scores }) => [entityId, scores.length])),
  ).toEqual([
    [
      ['sdn:2', 1],
      ['un:1', 2],
    ],
    [['x:3', 1]],
  ]);
});
