import { expect, it } from 'vitest';
import { stores } from '../database/stores.fixture.ts';
import { newId } from '../lib/ids.ts';
import {
  type CommonInputs,
  compactNodeRuns,
  type ExecutionContent,
  hashOfCommon,
  openedNodeRun,
  splitNodeRuns,
} from './compact-node-runs.ts';
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

it.each(stores)(
  'of a sealed log SQL sees the way and what it asks, and the rest is opened, on $kind',
  async (store) => {
    const database = await store.open();
    const executionId = newId();
    const common: CommonInputs = new Map();
    const { shape, runs } = splitNodeRuns(compactNodeRuns({ nodeRuns, outputs }, common), outputs);
    const hash = hashOfCommon(shape);
    common.set(hash, shape);
    expect(shape).not.toContain('Ada');
    const rows = await database.operator(async (tx) => {
      await tx.sql(
        `insert into execution (tenant_id, domain, execution_id, customer_id, event_type, source, workflow_id, workflow_version,
         request_id, state, data, node_runs, sealed)
       values ('acme', 'retail', $1, 'c', 'KYC_EVENT', 'API', 'w', 1, 'r', 'COMPLETED', '{}', $2, '\\x00')`,
        [executionId, JSON.stringify(hash)],
      );
      await tx.sql(
        `insert into common_input (tenant_id, domain, content_hash, content)
       select 'acme', 'retail', decode(hash, 'base64'), content from jsonb_to_recordset($1::jsonb) as c (hash text, content jsonb)`,
        [
          JSON.stringify(
            [...common].map(([key, content]) => ({ hash: key, content: JSON.parse(content) as unknown })),
          ),
        ],
      );
      return tx.sql<{ sequence: number; nodeId: string; input: unknown } & Record<string, unknown>>(
        `select sequence, node_id as "nodeId", node_type as "nodeType", attempt, reference, input, output,
         started_at as "startedAt", finished_at as "finishedAt"
       from gatehouse.node_runs('acme', 'retail', $1) order by sequence`,
        [executionId],
      );
    });
    expect(
      rows.map(({ nodeId, input, output, startedAt }) => ({ nodeId, input, output, startedAt })),
    ).toEqual([
      { nodeId: 'screen', input: { lists: { un: '7' } }, output: {}, startedAt: null },
      { nodeId: 'score', input: null, output: { score: null }, startedAt: null },
      { nodeId: 'score', input: null, output: { score: null }, startedAt: null },
      { nodeId: 'list', input: null, output: {}, startedAt: null },
      { nodeId: 'gone', input: null, output: { failure: null }, startedAt: null },
      { nodeId: 'end', input: null, output: {}, startedAt: null },
    ]);
    // As it comes back from a sealed value.
    const content = JSON.parse(JSON.stringify({ data: {}, outputs, runs })) as ExecutionContent;
    const opened = rows.map((row) => ({ ...row, ...openedNodeRun(row, content) }));
    expect(opened).toEqual(nodeRuns.map(({ commonInput: _commonInput, ...run }) => run));
    await database.close();
  },
);
