import { expect, it } from 'vitest';
import { stores } from '../database/stores.fixture.ts';
import { newId } from '../lib/ids.ts';
import { type CommonInputs, compactNodeRuns } from './compact-node-runs.ts';
import type { NodeRunRow } from './run-types.ts';

const startedAt = new Date('2026-03-01T10:20:30.457Z');

function nodeRun(sequence: number, nodeId: string, more: Partial<NodeRunRow>): NodeRunRow {
  return {
    sequence,
    nodeId,
    nodeType: 'branch',
    attempt: 1,
    reference: null,
    input: null,
    output: {},
    startedAt,
    finishedAt: new Date(startedAt.getTime() + sequence * 1001),
    ...more,
  };
}

const outputs = { screen: { hits: 0, sources: [] }, score: { score: 7, reasons: ['a'] }, list: [1] };
const nodeRuns = [
  nodeRun(0, 'screen', {
    input: { subjects: [{ name: 'Ada' }], lists: { un: '7' } },
    commonInput: ['lists'],
    output: outputs.screen,
  }),
  // Its second run is what `outputs` has.
  nodeRun(1, 'score', { output: { score: 3, reasons: ['a'], to: 'list' } }),
  nodeRun(2, 'score', { attempt: 2, output: { ...outputs.score, to: 'list' } }),
  nodeRun(3, 'list', { output: [1], reference: 'r-1' }),
  nodeRun(4, 'gone', { output: { failure: 'x' } }),
  nodeRun(5, 'end', { output: null }),
];

it.each(stores)('the log in the row of an execution is read as it was written, on $kind', async (store) => {
  const database = await store.open();
  const executionId = newId();
  const common: CommonInputs = new Map();
  const compact = compactNodeRuns({ nodeRuns, outputs }, common);
  const [[hash, content]] = [...common] as [[string, string]];
  expect(content).toBe('{"lists":{"un":"7"}}');
  expect(compact[0]).toEqual({
    n: 'screen',
    t: 'branch',
    i: { subjects: [{ name: 'Ada' }] },
    c: hash,
    s: startedAt.getTime(),
    f: 0,
  });
  expect(compact.map((run) => ('o' in run ? 'whole' : 'd' in run ? 'added' : 'left out'))).toEqual([
    'left out',
    'whole',
    'added',
    'whole',
    'added',
    'whole',
  ]);
  const rows = await database.operator(async (tx) => {
    await tx.sql(
      `insert into execution (tenant_id, domain, execution_id, customer_id, event_type, source, workflow_id, workflow_version,
         request_id, state, data, outputs, node_runs)
       values ('acme', 'retail', $1, 'c', 'KYC_EVENT', 'API', 'w', 1, 'r', 'COMPLETED', '{}', $2, $3)`,
      [executionId, JSON.stringify(outputs), JSON.stringify(compact)],
    );
    await tx.sql(
      `insert into common_input (tenant_id, domain, content_hash, content) values ('acme', 'retail', decode($1, 'base64'), $2)`,
      [hash, content],
    );
    return tx.sql(
      `select sequence, node_id as "nodeId", node_type as "nodeType", attempt, reference, input, output,
         started_at as "startedAt", finished_at as "finishedAt"
       from gatehouse.node_runs('acme', 'retail', $1) order by sequence`,
      [executionId],
    );
  });
  expect(rows).toEqual(nodeRuns.map(({ commonInput: _commonInput, ...run }) => run));
  await database.close();
});
