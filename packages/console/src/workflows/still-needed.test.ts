import { expect, it } from 'vitest';
import { emptyDraft } from './draft.ts';
import { isSaid, stillNeeded } from './still-needed.ts';

it('names what a workflow that is being begun lacks, until it has it', () => {
  expect(stillNeeded(emptyDraft)).toEqual(['id', 'name', 'nodes', 'end']);
  const begun = { ...emptyDraft, id: 'wf_new', name: 'New', nodes: [{ id: 'a', type: 'wait' }] };
  expect(stillNeeded(begun)).toEqual(['end']);
  expect(stillNeeded({ ...begun, nodes: [{ id: 'a', type: 'decision' }] })).toEqual([]);
});

it('tells issues from what is only still needed', () => {
  const fault = (place: string, node?: string) => ({
    place,
    message: 'is wrong',
    ...(node === undefined ? {} : { node }),
  });
  expect(isSaid(fault('id'), ['id'])).toBe(true);
  expect(isSaid(fault('id'), ['name'])).toBe(false);
  expect(isSaid(fault('nodes'), ['nodes'])).toBe(true);
  expect(isSaid(fault('edges', 'start'), ['nodes'])).toBe(true);
  expect(isSaid(fault('nodes[0].for', 'a'), ['nodes'])).toBe(false);
});
