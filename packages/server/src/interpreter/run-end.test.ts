import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { stores } from '../database/stores.fixture.ts';
import { newId } from '../lib/ids.ts';
import { completeByDecision, endByCancellation } from './run-end.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const actor = { kind: 'user', id: 'ana@acme.test' } as const;

describe.each(stores)('the end of an execution from outside on $kind', (store) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await store.open();
  });
  afterAll(() => database.close());

  async function execution(state: string, decision: string | null = null): Promise<string> {
    const executionId = newId();
    await database.transaction(scope, (tx) =>
      tx.sql(
        `insert into execution (tenant_id, domain, execution_id, customer_id, event_type, source, workflow_id,
           workflow_version, request_id, state, data, node_id, decision, fence)
         values ($1, $2, $3, 'c', 'KYC_EVENT', 'API', 'wf', 1, 'r', $4, '{}', 'decide', $5, 3)`,
        [scope.tenantId, scope.domain, executionId, state, decision],
      ),
    );
    return executionId;
  }

  async function read(executionId: string) {
    const [row] = await database.operator((tx) =>
      tx.sql(
        `select state, decision, fence, finished_at is not null as finished,
           (select count(*)::int from audit_event where object_id = $1::text) as audited
         from execution where execution_id = $1::uuid`,
        [executionId],
      ),
    );
    return row;
  }

  const rule = (executionId: string, decision: 'approve' | 'reject' | 'close') =>
    database.transaction(scope, (tx) => completeByDecision(tx, scope, { executionId, decision, actor }));
  const cancel = (executionId: string) =>
    database.transaction(scope, (tx) => endByCancellation(tx, scope, { executionId, actor }));

  it('completes a manual decision once by the first ruling', async () => {
    const id = await execution('WAITING', 'manual');
    expect(await rule(id, 'approve')).toMatchObject({ kind: 'ended' });
    expect(await rule(id, 'reject')).toEqual({ kind: 'unchanged', state: 'COMPLETED' });
    expect(await read(id)).toEqual({
      state: 'COMPLETED',
      decision: 'approve',
      fence: 4,
      finished: true,
      audited: 1,
    });
  });

  it('rules on nothing that does not wait for a ruling', async () => {
    expect(await rule(await execution('WAITING'), 'approve')).toEqual({
      kind: 'unchanged',
      state: 'WAITING',
    });
    expect(await rule(await execution('RUNNING'), 'approve')).toEqual({
      kind: 'unchanged',
      state: 'RUNNING',
    });
    expect(await rule(newId(), 'approve')).toEqual({ kind: 'unchanged', state: undefined });
  });

  it.each(['RUNNING', 'WAITING'])(
    'cancels an execution that is %s once and fences its owner',
    async (state) => {
      const id = await execution(state);
      expect(await cancel(id)).toMatchObject({ kind: 'ended' });
      expect(await cancel(id)).toEqual({ kind: 'unchanged', state: 'CANCELLED' });
      expect(await read(id)).toMatchObject({ state: 'CANCELLED', fence: 4, finished: true, audited: 1 });
    },
  );

  it.each(['COMPLETED', 'FAILED'])('does not cancel what is %s', async (state) => {
    expect(await cancel(await execution(state))).toEqual({ kind: 'unchanged', state });
  });

  it('does not reach into another scope', async () => {
    const id = await execution('WAITING', 'manual');
    const other = { tenantId: 'acme', domain: 'corporate' };
    const result = await database.transaction(other, (tx) =>
      completeByDecision(tx, other, { executionId: id, decision: 'approve', actor }),
    );
    expect(result).toEqual({ kind: 'unchanged', state: undefined });
  });
});
