import type { EntityJoin } from '@gatehouse/matching';
import fc from 'fast-check';
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
    expect(groupsOf(['a:1', 'b:1', 'c:1', 'd:1'], [join('a:1', 'b:1'), join('b:1', 'c:1')], [])).toEqual([
      'a:1 b:1 c:1',
      'd:1',
    ]);
    expect(entityGroups(['b:1', 'a:1'], [join('b:1', 'a:1')], []).get('b:1')).toEqual({
      key: 'a:1',
      entityIds: ['a:1', 'b:1'],
    });
  });

  it('keeps apart what a person told apart, also by way of a third', () => {
    const joins = [join('a:1', 'b:1', 'country'), join('b:1', 'c:1', 'identifier')];
    expect(groupsOf(['a:1', 'b:1', 'c:1'], joins, [decision('a:1', 'c:1', false)])).toEqual([
      'a:1',
      'b:1 c:1',
    ]);
    expect(groupsOf(['a:1', 'b:1', 'c:1'], joins, [decision('b:1', 'c:1', false)])).toEqual([
      'a:1 b:1',
      'c:1',
    ]);
  });

  it('joins what a person said is one, and says so', () => {
    const decisions = [decision('a:1', 'b:1', true)];
    const groups = entityGroups(['a:1', 'b:1'], [], decisions);
    expect(sameEntries('b:1', groups.get('b:1')!, { joins: [], decisions })).toEqual([
      { entityId: 'a:1', ground: 'decided', detail: 'the photographs' },
    ]);
  });

  it('leaves out what is not among the entries', () => {
    expect(groupsOf(['a:1'], [join('a:1', 'b:1')], [decision('a:1', 'z:1', true)])).toEqual(['a:1']);
  });

  it('never brings two entries of one list together by way of a third, unless a person says so', () => {
    const joins = [join('a:1', 'b:1')];
    const ids = ['a:1', 'b:1', 'b:2'];
    expect(groupsOf(ids, [...joins, join('a:1', 'b:2')], [])).toEqual(['a:1 b:1', 'b:2']);
    // Whoever says that the other entry is the right one displaces what was joined before.
    expect(groupsOf(ids, joins, [decision('a:1', 'b:2', true)])).toEqual(['a:1 b:2', 'b:1']);
    expect(groupsOf(ids, joins, [decision('a:1', 'b:2', true), decision('a:1', 'b:1', true)])).toEqual([
      'a:1 b:1 b:2',
    ]);
  });

  it('obeys the newest decision, whatever was decided of others before', () => {
    const ids = ['a:1', 'a:2', 'b:1', 'c:1'];
    const pair = fc.subarray(ids, { minLength: 2, maxLength: 2 }) as fc.Arbitrary<[string, string]>;
    const decided = fc
      .tuple(pair, fc.boolean())
      .map(([[one, other], isSame]) => decision(one, other, isSame));
    const joined = pair.map(([one, other]) => join(one, other));
    fc.assert(
      fc.property(
        fc.uniqueArray(decided, { minLength: 1, selector: (one) => `${one.firstId} ${one.secondId}` }),
        fc.array(joined),
        (decisions, joins) => {
          const [newest] = decisions;
          const groups = entityGroups(ids, joins, decisions);
          expect(groups.get(newest!.firstId)!.key === groups.get(newest!.secondId)!.key).toBe(newest!.isSame);
        },
      ),
    );
  });
});
