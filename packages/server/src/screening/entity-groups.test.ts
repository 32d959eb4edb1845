import type { EntityJoin } from '@gatehouse/matching';
import { describe, expect, it } from 'vitest';
import { type EntityPairDecision, entityGroups, sameEntries } from './entity-groups.ts';

const join = (
  one: string,
  other: string,
  ground: EntityJoin['reason']['ground'] = 'birth-date',
): EntityJoin => ({
  entityIds: [one, other],
  reason: { ground, nameScore: 1, detail: '1961-04-02' },
});
const decision = (firstId: string, secondId: string, isSame: boolean): EntityPairDecision => ({
  firstId,
  secondId,
  isSame,
  decidedBy: 'ana@example.test',
  reason: 'the photographs',
});
const groupsOf = (...args: Parameters<typeof entityGroups>) =>
  [...new Set([...entityGroups(...args).values()].map(({ entityIds }) => entityIds.join(' ')))].toSorted();

describe('entityGroups', () => {
  it('groups what joined, by way of a third too', () => {
    expect(groupsOf(['a', 'b', 'c', 'd'], [join('a', 'b'), join('b', 'c')], [])).toEqual(['a b c', 'd']);
    expect(entityGroups(['b', 'a'], [join('b', 'a')], []).get('b')).toEqual({
      key: 'a',
      entityIds: ['a', 'b'],
    });
  });

  it('keeps apart what a person told apart, also by way of a third', () => {
    const joins = [join('a', 'b', 'country'), join('b', 'c', 'identifier')];
    expect(groupsOf(['a', 'b', 'c'], joins, [decision('a', 'c', false)])).toEqual(['a', 'b c']);
    expect(groupsOf(['a', 'b', 'c'], joins, [decision('b', 'c', false)])).toEqual(['a b', 'c']);
  });

  it('joins what a person said is one, and says so', () => {
    const decisions = [decision('a', 'b', true)];
    const groups = entityGroups(['a', 'b'], [], decisions);
    expect(sameEntries('b', groups.get('b')!, { joins: [], decisions })).toEqual([
      { entityId: 'a', ground: 'decided', detail: 'the photographs' },
    ]);
  });

  it('leaves out what is not among the entries', () => {
    expect(groupsOf(['a'], [join('a', 'b')], [decision('a', 'z', true)])).toEqual(['a']);
  });
});
