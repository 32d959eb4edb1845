import { describe, expect, it } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { compiledWorkflow, noting, runningExecution } from './run.fixture.ts';
import { runSegment } from './run-segment.ts';
import type { NodeHandlers } from './run-types.ts';

function tools(handlers: Partial<NodeHandlers> = {}) {
  return { handlers: { ...noting, ...handlers }, clock: systemClock };
}

describe('a segment', () => {
  it('walks to a decision, with a visit of each node and what the nodes want written', async () => {
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
    expect(result.visits.map(({ sequence, nodeId }) => [sequence, nodeId])).toEqual([
      [0, 'fork'],
      [1, 'end'],
    ]);
    expect(result.writes).toHaveLength(1);
  });

  it('goes on where the execution stands, with the next sequence', async () => {
    const execution = runningExecution({ nodeId: 'fork', visits: 1, outputs: { fork: { taken: 'yes' } } });
    const result = await runSegment(execution, compiledWorkflow(), tools());
    expect(result.visits.map(({ sequence, nodeId }) => [sequence, nodeId])).toEqual([[1, 'end']]);
    expect(result.outputs).toEqual({ fork: { taken: 'yes' }, end: {} });
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
      failure: { nodeId: 'end', reason: 'end: no way' },
      writes: [],
    });
    expect(result.visits.map(({ nodeId, output }) => [nodeId, output])).toEqual([
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
    expect(result.visits.map(({ nodeId }) => nodeId)).toEqual(['fork']);
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
});
