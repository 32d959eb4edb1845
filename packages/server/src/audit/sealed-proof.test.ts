import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { keysOf, readProof, recordsOfObjects } from './sealed-proof.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const wanted = [
  { kind: 'case', ids: ['C000007'] },
  { kind: 'execution', ids: ['e-7', 'e-8'] },
  { kind: 'upload', ids: [] },
];

describe.each(stores)('the records of some things, on the $kind store', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
    await database.executeSql(
      `insert into gatehouse.audit_event (tenant_id, domain, event_id, actor_kind, actor, act, object_kind, object_id, detail)
       select 'acme', d, gen_random_uuid(), 'system', 'interpreter', 'execution.complete', k,
         case k when 'case' then 'C' || lpad(n::text, 6, '0') else 'e-' || n end, '{}'
       from generate_series(1, 5000) n, unnest('{retail,other}'::text[]) d, unnest('{case,execution}'::text[]) k;
       analyze gatehouse.audit_event`,
    );
  });
  afterAll(() => database.close());

  it('are those of each thing of the scope alone', async () => {
    const { records } = await database.operator((tx) => readProof(tx, scope, wanted));
    expect(
      records.map(({ domain, objectKind, objectId }) => `${domain} ${objectKind} ${objectId}`).toSorted(),
    ).toEqual(['retail case C000007', 'retail execution e-7', 'retail execution e-8']);
  });

  it('are found without reading those of others', async () => {
    const text = await database.operator(async (tx) => {
      const [plan] = await tx.sql<{ 'QUERY PLAN': unknown }>(
        `explain (analyze, format json) ${recordsOfObjects}`,
        [scope.tenantId, scope.domain, ...keysOf(wanted)],
      );
      return JSON.stringify(plan);
    });
    const read = [...text.matchAll(/"(?:Actual Rows|Rows Removed by [^"]*)":\s*(\d+)/g)].map((match) =>
      Number(match[1]),
    );
    expect(Math.max(...read)).toBeLessThan(10);
  });
});
