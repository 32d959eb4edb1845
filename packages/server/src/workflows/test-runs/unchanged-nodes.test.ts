import type { WorkflowNode } from '@gatehouse/contract';
import { expect, it } from 'vitest';
import { unchangedNodes } from './unchanged-nodes.ts';

const flow = (...nodes: readonly object[]) => ({
  nodes: new Map((nodes as WorkflowNode[]).map((node) => [node.id, node])),
});
const screen = {
  id: 'screen',
  type: 'screening',
  engines: { WATCHLIST: {} },
  subject: { name: 'crm.legalName' },
};
const crm = { id: 'crm', type: 'webhook', webhook: 'wh_crm', inputs: { id: 'data.customerId' } };
const score = {
  id: 'score',
  type: 'risk-score',
  rules: [{ when: 'screen.hits > 0', add: 60, reason: 'hit' }],
};
const notice = { id: 'notice', type: 'webhook', webhook: 'wh_crm', inputs: { score: 'riskScore' } };

it('keeps what is asked the same, whatever it is called on screen', () => {
  const draft = flow({ ...screen, title: 'Names', position: { x: 1, y: 2 } }, crm, score, notice);
  expect([...unchangedNodes(flow(screen, crm, score, notice), draft)].sort()).toEqual([
    ...['crm', 'notice', 'score', 'screen'],
  ]);
});

it('leaves out what reads the result of a node that is another one, also by way of others', () => {
  const then = flow(screen, crm, score, notice);
  const other = { ...crm, inputs: { id: 'data.name' } };
  expect([...unchangedNodes(then, flow(screen, other, score, notice))]).toEqual([]);
  const looser = { ...screen, engines: { WATCHLIST: {}, GLOBAL_CHECK: {} } };
  expect([...unchangedNodes(then, flow(looser, crm, score, notice))]).toEqual(['crm']);
  expect([...unchangedNodes(then, flow(screen, crm, { ...score, rules: [] }, notice))].sort()).toEqual([
    ...['crm', 'screen'],
  ]);
  expect([...unchangedNodes(then, flow(screen, crm, notice))].sort()).toEqual(['crm', 'screen']);
});

it('knows what nodes read without naming it', () => {
  const owners = { id: 'owners', type: 'ownership-structure' };
  const blocked = { id: 'blocked', type: 'blocked-ownership' };
  const then = flow(owners, screen, blocked);
  const looser = { ...screen, engines: { GLOBAL_CHECK: {} } };
  expect([...unchangedNodes(then, flow(owners, looser, blocked))]).toEqual(['owners']);
  expect([...unchangedNodes(then, flow(owners, blocked))]).toEqual(['owners']);
});
