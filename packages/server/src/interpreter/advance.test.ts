import { type WorkflowFile, type WorkflowNodeOf, workflowFile } from '@gatehouse/contract';
import { expect, test } from 'vitest';
import { evaluateRiskScore, next } from './advance.ts';
import { compileWorkflow } from './graph.ts';

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

function follows(values: Record<string, unknown>): unknown {
  const step = next(compiled, 'fork', values);
  return step.kind === 'node' ? step.node.id : step;
}

test('start leads to the first node', () => {
  expect(next(compiled, 'start', {})).toMatchObject({ kind: 'node', node: { id: 'fork', type: 'branch' } });
});

test('the first true edge in file order is taken, wherever the otherwise edge stands', () => {
  expect(follows({ data: { amount: 1 } })).toBe('low');
  expect(follows({ data: { amount: 50 } })).toBe('middle');
  expect(follows({ data: { amount: 500 } })).toBe('high');
});

test('a condition that fails is a fault of its node and names edge, expression and field', () => {
  expect(follows({ data: {} })).toEqual({
    kind: 'fault',
    nodeId: 'fork',
    reason:
      'the edge to low: "data.amount < 10" failed: data.amount is null where a number, or a text is wanted',
  });
});

test('a node without a way on is a fault, never an end', () => {
  expect(next(compiled, 'low', {})).toEqual({
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

test('a risk score adds the rules that apply and keeps their reasons in order', () => {
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
  expect(evaluateRiskScore(node, values(0))).toEqual({ kind: 'score', score: 5, reasons: [] });
  expect(evaluateRiskScore(node, values(2))).toEqual({
    kind: 'score',
    score: 54.5,
    reasons: ['list hit', 'many'],
  });
  expect(evaluateRiskScore(node, values(1, 'IR'))).toEqual({
    kind: 'score',
    score: 100,
    reasons: ['list hit', 'country'],
  });
});

test('a risk score is never below 0, and the sum is kept within bounds only at the end', () => {
  const minus = { when: 'true', add: -80, reason: 'minus' };
  const plus = { when: 'true', add: 70, reason: 'plus' };
  expect(evaluateRiskScore(riskScore({ rules: [minus] }), {})).toMatchObject({ score: 0 });
  expect(evaluateRiskScore(riskScore({ rules: [plus, plus, minus] }), {})).toMatchObject({ score: 60 });
});

test('a rule that fails is a fault of its node', () => {
  const node = riskScore({ rules: [{ when: 'screen.hits > 0', add: 60, reason: 'list hit' }] });
  expect(evaluateRiskScore(node, {})).toEqual({
    kind: 'fault',
    nodeId: 'score',
    reason:
      'rule 1 (list hit): "screen.hits > 0" failed: screen.hits is null where a number, or a text is wanted',
  });
});
