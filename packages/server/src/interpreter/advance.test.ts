import { type WorkflowFile, type WorkflowNodeOf, workflowFile } from '@gatehouse/contract';
import { expect, test } from 'vitest';
import { evaluateRiskScore, next } from './advance.ts';
import { newStepBudget } from './expression-steps.ts';
import { compileWorkflow } from './graph.ts';

function seeing(values: Record<string, unknown>) {
  return { values, steps: newStepBudget() };
}

function workflow(parts: { nodes: unknown[]; edges: unknown[]; eventType?: string }): WorkflowFile {
  return workflowFile.parse({ id: 'wf', name: 'Workflow', eventType: 'MANUAL_CASE_EVENT', ...parts });
}

const compiled = compileWorkflow(
  workflow({
    nodes: [
      { id: 'fork', type: 'branch' },
      { id: 'low', type: 'decision', outcome: 'approve' },
      { id: 'middle', type: 'decision', outcome: 'close' },
      { id: 'high', type: 'decision', outcome: 'reject' },
    ],
    edges: [
      { from: 'start', to: 'fork' },
      { from: 'fork', to: 'high', otherwise: true },
      { from: 'fork', to: 'low', when: 'data.amount < 10' },
      { from: 'fork', to: 'middle', when: 'data.amount < 100' },
    ],
  }),
);

async function follows(values: Record<string, unknown>): Promise<unknown> {
  const step = await next(compiled, 'fork', seeing(values));
  return step.kind === 'node' ? step.node.id : step;
}

test('start leads to the first node', async () => {
  expect(await next(compiled, 'start', seeing({}))).toMatchObject({
    kind: 'node',
    node: { id: 'fork', type: 'branch' },
  });
});

test('the first true edge in file order is taken, wherever the otherwise edge stands', async () => {
  expect(await follows({ data: { amount: 1 } })).toBe('low');
  expect(await follows({ data: { amount: 50 } })).toBe('middle');
  expect(await follows({ data: { amount: 500 } })).toBe('high');
});

test('a condition that fails is a fault of its node and names edge, expression and field', async () => {
  expect(await follows({ data: {} })).toEqual({
    kind: 'fault',
    nodeId: 'fork',
    reason:
      'the edge to low: "data.amount < 10" failed: data.amount is null, but a number, or a text is expected',
  });
});

test('a node without a way on is a fault, never an end', async () => {
  expect(await next(compiled, 'low', seeing({}))).toEqual({
    kind: 'fault',
    nodeId: 'low',
    reason: 'no edge of low could be taken',
  });
});

function riskScore(parts: { base?: number; rules: unknown[] }): WorkflowNodeOf<'risk-score'> {
  const parsed = workflow({
    nodes: [{ id: 'score', type: 'risk-score', ...parts }],
    edges: [{ from: 'start', to: 'score' }],
  });
  return parsed.nodes[0] as WorkflowNodeOf<'risk-score'>;
}

test('a risk score adds the rules that apply and keeps their reasons in order', async () => {
  const node = riskScore({
    base: 5,
    rules: [
      { when: 'screen.hits > 0', add: 60, reason: 'list hit' },
      { when: "data.countryOfResidence in ['IR']", add: 40, reason: 'country' },
      { when: 'screen.hits > 1', add: -10.5, reason: 'many' },
    ],
  });
  const values = (hits: number, countryOfResidence?: string) => ({
    screen: { hits },
    data: { countryOfResidence },
  });
  expect(await evaluateRiskScore(node, seeing(values(0)))).toEqual({ kind: 'score', score: 5, reasons: [] });
  expect(await evaluateRiskScore(node, seeing(values(2)))).toEqual({
    kind: 'score',
    score: 54.5,
    reasons: ['list hit', 'many'],
  });
  expect(await evaluateRiskScore(node, seeing(values(1, 'IR')))).toEqual({
    kind: 'score',
    score: 100,
    reasons: ['list hit', 'country'],
  });
});

test('a risk score is never below 0, and the sum is kept within bounds only at the end', async () => {
  const minus = { when: 'true', add: -80, reason: 'minus' };
  const plus = { when: 'true', add: 70, reason: 'plus' };
  expect(await evaluateRiskScore(riskScore({ rules: [minus] }), seeing({}))).toMatchObject({ score: 0 });
  expect(await evaluateRiskScore(riskScore({ rules: [plus, plus, minus] }), seeing({}))).toMatchObject({
    score: 60,
  });
});

test('a rule that fails is a fault of its node', async () => {
  const node = riskScore({ rules: [{ when: 'screen.hits > 0', add: 60, reason: 'list hit' }] });
  expect(await evaluateRiskScore(node, seeing({}))).toEqual({
    kind: 'fault',
    nodeId: 'score',
    reason:
      'rule 1 (list hit): "screen.hits > 0" failed: screen.hits is null, but a number, or a text is expected',
  });
});
