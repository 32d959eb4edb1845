import { describe, expect, it } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { compiledWorkflow, noting, runningExecution, writeNotes } from './run.fixture.ts';
import { runSegment } from './run-segment.ts';
import { type NodeHandlers, write } from './run-types.ts';

function tools(handlers: Partial<NodeHandlers> = {}) {
  return { handlers: { ...noting, ...handlers }, clock: systemClock };
}

describe('a segment', () => {
  it('walks to a decision, with a run of each node and what the nodes want written', async () => {
    const execution = runningExecution();
    const result = await runSegment(execution, compiledWorkflow(), tools());
    expect(result).toMatchObject({
      execution,
      state: 'COMPLETED',
      nodeId: 'end',
      decision: 'approve',
      failure: null,
      outputs: { fork: {}, end: {} },
    });
    expect(result.nodeRuns.map(({ sequence, nodeId }) => [sequence, nodeId])).toEqual([
      [0, 'fork'],
      [1, 'end'],
    ]);
    expect(result.writes).toHaveLength(1);
  });

  it('fails at the node whose expressions exceed the steps of all, and says which one and the bound', async () => {
    const when = 'data.items.all(a, data.items.all(b, a + b >= 0))';
    const nodes = [
      ...['one', 'two', 'three'].map((id) => ({ id, type: 'branch' })),
      { id: 'end', type: 'decision', outcome: 'approve' },
    ];
    const edges = [
      { from: 'start', to: 'one' },
      { from: 'one', to: 'two', when },
      { from: 'two', to: 'three', when },
      { from: 'three', to: 'end', when },
    ];
    const workflow = compiledWorkflow({ nodes: nodes as never, edges: edges as never });
    const walk = (length: number) => {
      const items = Array.from({ length }, (_, index) => index);
      return runSegment(runningExecution({ data: { items } }), workflow, tools());
    };
    // Each takes about 90,000 steps: two suffice, and the third does not, however often it is repeated.
    const [failed, repeated] = [await walk(135), await walk(135)];
    expect(failed).toMatchObject({
      state: 'FAILED',
      failure: { nodeId: 'three', reason: expect.stringMatching(/the edge to end: .*250000 steps together/) },
    });
    expect(repeated.failure).toEqual(failed.failure);
    expect(await walk(60)).toMatchObject({ state: 'COMPLETED' });
  });

  it('goes on where the execution stands, with the next sequence', async () => {
    const execution = runningExecution({
      nodeId: 'fork',
      nodeRunCount: 1,
      outputs: { fork: { taken: 'yes' } },
    });
    const result = await runSegment(execution, compiledWorkflow(), tools());
    expect(result.nodeRuns.map(({ sequence, nodeId }) => [sequence, nodeId])).toEqual([[1, 'end']]);
    expect(result.outputs).toEqual({ fork: { taken: 'yes' }, end: {} });
  });

  it('logs what the edges of a branch read, and which one was taken', async () => {
    const edges = (when: string) => [
      { from: 'start', to: 'fork' },
      { from: 'fork', to: 'end', when },
      { from: 'fork', to: 'other', otherwise: true },
    ];
    const nodes = [
      { id: 'fork', type: 'branch' },
      { id: 'end', type: 'decision', outcome: 'approve' },
      { id: 'other', type: 'decision', outcome: 'reject' },
    ];
    const walk = async (when: string) => {
      const execution = runningExecution({ data: { amount: 5 } });
      const workflow = compiledWorkflow({ nodes: nodes as never, edges: edges(when) as never });
      const { nodeRuns, outputs } = await runSegment(execution, workflow, tools());
      return { ...nodeRuns[0], outputs };
    };
    const input = { 'data.amount': 5 };
    const chosen = await walk('data.amount < 9');
    expect(chosen).toMatchObject({ input, output: { to: 'end' } });
    expect(await walk('data.amount > 9')).toMatchObject({ input, output: { to: 'other' } });
    const failed = await walk('data.amount > "x"');
    expect(failed).toMatchObject({ input, output: { failure: expect.stringContaining('the edge to end') } });
    // The log alone says so: expressions still read nothing of a branch.
    expect(chosen.outputs['fork']).toEqual({});
  });

  it('logs the choice among the edges of the start as a step of its own, and none where there is no choice', async () => {
    const workflow = (when: string) =>
      compiledWorkflow({
        nodes: [
          { id: 'yes', type: 'decision', outcome: 'approve' },
          { id: 'no', type: 'decision', outcome: 'reject' },
        ] as never,
        edges: [
          { from: 'start', to: 'yes', when },
          { from: 'start', to: 'no', otherwise: true },
        ] as never,
      });
    const walk = async (when: string) => {
      const { nodeRuns, failure, outputs } = await runSegment(
        runningExecution({ data: { amount: 5 } }),
        workflow(when),
        tools(),
      );
      return { nodeRuns, failure, outputs };
    };
    const start = {
      sequence: 0,
      nodeId: 'start',
      nodeType: 'start',
      input: { 'data.amount': 5 },
      attempt: 1,
    };
    expect(await walk('data.amount > 4')).toMatchObject({
      nodeRuns: [
        { ...start, output: { to: 'yes' } },
        { sequence: 1, nodeId: 'yes' },
      ],
      outputs: { yes: {} },
    });
    expect(await walk('data.amount > 6')).toMatchObject({
      nodeRuns: [{ ...start, output: { to: 'no' } }, { nodeId: 'no' }],
    });
    expect(await walk('data.amount > "x"')).toMatchObject({
      nodeRuns: [{ ...start, output: { failure: expect.stringContaining('the edge to yes') } }],
      failure: { nodeId: 'start' },
    });
    const plain = await runSegment(runningExecution(), compiledWorkflow(), tools());
    expect(plain.nodeRuns.map(({ nodeId }) => nodeId)).toEqual(['fork', 'end']);
  });

  it('shows expressions the customer with every field that they may name', async () => {
    const workflow = compiledWorkflow({
      nodes: [
        { id: 'yes', type: 'decision', outcome: 'approve' },
        { id: 'no', type: 'decision', outcome: 'reject' },
      ] as never,
      edges: [
        {
          from: 'start',
          to: 'yes',
          when: 'customer.name == "Jane" && customer.sex == "F" && customer.idType == "passport" && customer.idNumber == "X1" && customer.occupation == null',
        },
        { from: 'start', to: 'no', otherwise: true },
      ] as never,
    });
    const customer = {
      customerId: 'c',
      customerType: 'individual',
      name: 'Jane',
      profile: { sex: 'F' },
      idType: 'passport',
      idNumber: 'X1',
    };
    const result = await runSegment(runningExecution({ customer }), workflow, tools());
    expect(result).toMatchObject({ state: 'COMPLETED', decision: 'approve' });
  });

  it('waits for people after a manual decision', async () => {
    const workflow = compiledWorkflow({
      nodes: [{ id: 'end', type: 'decision', outcome: 'manual' }] as never,
      edges: [{ from: 'start', to: 'end' }] as never,
    });
    const result = await runSegment(runningExecution(), workflow, tools());
    expect(result).toMatchObject({ state: 'WAITING', decision: 'manual' });
  });

  it('keeps its log and drops what its nodes wanted written when a node fails', async () => {
    const failing = tools({ decision: async () => ({ kind: 'failed', reason: 'end: no way' }) });
    const result = await runSegment(runningExecution(), compiledWorkflow(), failing);
    expect(result).toMatchObject({
      state: 'FAILED',
      decision: null,
      failure: { nodeId: 'end', reason: 'end: no way', class: 'node' },
      writes: [],
      // All of it is to be done again, so nothing that it put out is kept.
      resumeFrom: { nodeId: null, pending: null, riskScore: null, riskReasons: [] },
      outputs: {},
    });
    expect(result.nodeRuns.map(({ nodeId, output }) => [nodeId, output])).toEqual([
      ['fork', {}],
      ['end', { failure: 'end: no way' }],
    ]);
  });

  it('keeps its log and drops what its nodes wanted written when no edge can be taken', async () => {
    const workflow = compiledWorkflow({
      edges: [
        { from: 'start', to: 'fork' },
        { from: 'fork', to: 'end', when: 'data.amount > 1' },
      ] as never,
    });
    const result = await runSegment(runningExecution({ data: { amount: 'much' } }), workflow, tools());
    expect(result).toMatchObject({
      state: 'FAILED',
      failure: { nodeId: 'fork', reason: expect.stringContaining('data.amount') },
      writes: [],
    });
    expect(result.nodeRuns.map(({ nodeId }) => nodeId)).toEqual(['fork']);
  });

  it('throws what a handler throws, so that the segment is tried again', async () => {
    const outage = new Error('the store is away');
    const segment = runSegment(
      runningExecution(),
      compiledWorkflow(),
      tools({ decision: () => Promise.reject(outage) }),
    );
    await expect(segment).rejects.toBe(outage);
  });

  describe('with a node that pauses', () => {
    const edges = [
      { from: 'start', to: 'call' },
      { from: 'call', to: 'end' },
    ];
    const pausing = (more: object[] = []) =>
      compiledWorkflow({
        nodes: [
          { id: 'call', type: 'webhook', webhook: 'wh', inputs: {} },
          { id: 'end', type: 'decision', outcome: 'approve' },
          { id: 'no', type: 'decision', outcome: 'reject' },
        ] as never,
        edges: [...edges, ...more] as never,
      });
    const fact = write(writeNotes, { executionId: 'e', act: 'sent' });

    it('ends where the node pauses for work, with the job of the next segment', async () => {
      const result = await runSegment(
        runningExecution(),
        pausing(),
        tools({
          webhook: async () => ({
            kind: 'paused',
            for: 'work',
            delayMs: 250,
            state: { attempt: 1 },
            input: { a: 1 },
            writes: [fact],
          }),
        }),
      );
      expect(result).toMatchObject({
        state: 'RUNNING',
        nodeId: 'call',
        pending: { input: { a: 1 }, state: { attempt: 1 } },
        dueInMs: 250,
        nextJobId: expect.any(String),
        nodeRuns: [],
        writes: [fact],
      });
    });

    it('waits without a job where the node lets time pass', async () => {
      const result = await runSegment(
        runningExecution(),
        pausing(),
        tools({ webhook: async () => ({ kind: 'paused', for: 'time', delayMs: 9, state: {} }) }),
      );
      expect(result).toMatchObject({ state: 'WAITING', decision: null, dueInMs: 9, nextJobId: null });
    });

    const startedAt = '2026-01-02T03:04:05.000Z';
    const state = () =>
      runningExecution({ nodeId: 'call', pending: { startedAt, input: { a: 1 }, state: { attempt: 2 } } });

    it('goes on inside the node with its state, and logs it from where it began', async () => {
      const seen: unknown[] = [];
      const result = await runSegment(
        state(),
        pausing(),
        tools({
          webhook: async ({ resumed }) => {
            seen.push(resumed);
            return {
              kind: 'done',
              output: { tier: 'gold' },
              attempt: 2,
              reference: 'd',
              externalWrites: [fact],
            };
          },
        }),
      );
      expect(seen).toEqual([{ attempt: 2 }]);
      expect(result).toMatchObject({ state: 'COMPLETED', pending: null, writes: [fact] });
      expect(result.nodeRuns[0]).toMatchObject({
        nodeId: 'call',
        attempt: 2,
        reference: 'd',
        input: { a: 1 },
        output: { tier: 'gold' },
        startedAt: new Date(startedAt),
      });
    });

    it('keeps what happened outside when a later node fails', async () => {
      const result = await runSegment(
        state(),
        pausing(),
        tools({
          webhook: async () => ({ kind: 'done', output: {}, externalWrites: [fact] }),
          decision: async () => ({ kind: 'failed', reason: 'no way' }),
        }),
      );
      expect(result).toMatchObject({
        state: 'FAILED',
        writes: [fact],
        // The call is on record and is not repeated.
        resumeFrom: { nodeId: 'call', pending: null },
        outputs: { call: {} },
      });
    });

    const unsuccessful = tools({
      webhook: async () => ({
        kind: 'unsuccessful',
        reason: 'no answer',
        output: { httpStatus: null },
        externalWrites: [fact],
      }),
    });

    it('takes the failure edge of a node without success', async () => {
      const workflow = pausing([{ from: 'call', to: 'no', on: 'failure' }]);
      const result = await runSegment(state(), workflow, unsuccessful);
      expect(result).toMatchObject({ state: 'COMPLETED', decision: 'reject', failure: null });
      expect(result.outputs['call']).toEqual({ httpStatus: null });
      expect(result.nodeRuns[0]?.output).toEqual({ httpStatus: null, failure: 'no answer' });
    });

    it('fails without one', async () => {
      expect(await runSegment(state(), pausing(), unsuccessful)).toMatchObject({
        state: 'FAILED',
        failure: { nodeId: 'call', reason: 'no answer', class: 'webhook' },
        writes: [fact],
        resumeFrom: { nodeId: 'call', pending: state().pending },
        outputs: {},
      });
    });

    it('begins a node anew whose state was taken away for a resumption', async () => {
      const { pending } = state();
      const again = { ...state(), pending: { ...pending!, state: null } };
      let resumed: unknown = 'never called';
      await runSegment(
        again,
        pausing(),
        tools({
          webhook: async (context) => {
            resumed = context.resumed;
            return { kind: 'done', output: {} };
          },
        }),
      );
      expect(resumed).toBeUndefined();
    });

    it('is resumed at the call whose failure edge led to what failed', async () => {
      const workflow = pausing([{ from: 'call', to: 'no', on: 'failure' }]);
      const failing = {
        ...unsuccessful.handlers,
        decision: async () => ({ kind: 'failed', reason: 'no way' }),
      };
      const result = await runSegment(state(), workflow, tools(failing as never));
      expect(result).toMatchObject({
        state: 'FAILED',
        failure: { nodeId: 'no' },
        resumeFrom: { nodeId: 'call', pending: state().pending },
      });
    });
  });
});
