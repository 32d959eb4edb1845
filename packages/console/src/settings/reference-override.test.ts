import { describe, expect, it } from 'vitest';
import { leftOut, overrideOf, withItem, withoutOwn } from './reference-override.ts';

const shipped = (code: string) => ({ item: { code }, shipped: { code }, isOwn: false });
const stored = {
  items: [shipped('a'), { item: { code: 'b', name: 'Other' }, shipped: { code: 'b' }, isOwn: true }],
  without: [{ code: 'c' }],
};

describe('what a tenant changes of fields, forms and rules', () => {
  it('is what it says itself and what it leaves out', () => {
    expect(overrideOf(stored)).toEqual({ items: [{ code: 'b', name: 'Other' }], without: ['c'] });
  });

  it('takes an item in its place, a new one at the end, and one that was left out back in', () => {
    const own = overrideOf(stored);
    expect(withItem(own, { code: 'b', name: 'New' }).items).toEqual([{ code: 'b', name: 'New' }]);
    expect(withItem(own, { code: 'z' }).items).toEqual([{ code: 'b', name: 'Other' }, { code: 'z' }]);
    expect(withItem(own, { code: 'c' })).toMatchObject({ without: [] });
  });

  it('gives back what ships, changed or left out', () => {
    const own = overrideOf(stored);
    expect(withoutOwn(own, 'b')).toEqual({ items: [], without: ['c'] });
    expect(withoutOwn(own, 'c')).toEqual({ items: own.items, without: [] });
  });

  it('leaves out what ships, also where it was changed', () => {
    expect(leftOut(overrideOf(stored), 'b')).toEqual({ items: [], without: ['c', 'b'] });
  });
});
