import type { WorkflowSummary } from '@gatehouse/contract';
import { expect, it } from 'vitest';
import { replacementOf } from './replacement-of.ts';

function published(
  workflowId: string,
  eventType: 'KYC_EVENT' | 'KYB_EVENT',
  more: { readonly startsInstead?: string; readonly publishedAt?: number } = {},
) {
  const { startsInstead, publishedAt = 1 } = more;
  return {
    workflowId,
    publishedAt,
    publishedRoute: { eventType, source: 'API' },
    startsInstead: startsInstead === undefined ? null : { workflowId: startsInstead, name: startsInstead },
  } as WorkflowSummary;
}

const of = (workflows: readonly WorkflowSummary[], eventType: string, workflowId?: string) => {
  const { replaces, leaves } = replacementOf(workflows, { workflowId, definition: { eventType } });
  return { replaces: replaces?.workflowId, leaves: leaves?.route.eventType, next: leaves?.next?.workflowId };
};

it('names what starts on the event today, also for a workflow that was never saved', () => {
  const workflows = [published('a', 'KYC_EVENT', { startsInstead: 'b' }), published('b', 'KYC_EVENT')];
  expect(of(workflows, 'KYC_EVENT')).toEqual({ replaces: 'b' });
  expect(of(workflows, 'KYC_EVENT', 'a')).toEqual({ replaces: 'b' });
  expect(of(workflows, 'KYC_EVENT', 'b')).toEqual({});
  expect(of(workflows, 'KYB_EVENT')).toEqual({});
});

it('names what starts on the event that a workflow leaves: the last one published before it, or nothing', () => {
  const workflows = [
    published('a', 'KYC_EVENT', { startsInstead: 'c', publishedAt: 1 }),
    published('b', 'KYC_EVENT', { startsInstead: 'c', publishedAt: 2 }),
    published('c', 'KYC_EVENT', { publishedAt: 3 }),
    published('d', 'KYB_EVENT'),
  ];
  expect(of(workflows, 'KYB_EVENT', 'c')).toEqual({ replaces: 'd', leaves: 'KYC_EVENT', next: 'b' });
  expect(of(workflows, 'KYC_EVENT', 'd')).toEqual({ replaces: 'c', leaves: 'KYB_EVENT' });
  // What does not start leaves nothing.
  expect(of(workflows, 'KYB_EVENT', 'a')).toEqual({ replaces: 'd' });
});
