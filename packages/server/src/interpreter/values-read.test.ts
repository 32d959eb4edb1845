import { describe, expect, it } from 'vitest';
import { compileExpression, valuesRead } from './expressions.ts';

const values = {
  data: { amount: 5, sender: { country: 'IR', note: 'n' }, list: [1, 2] },
  screen: { hits: 2 },
  riskScore: null,
};
const read = (...sources: string[]) => valuesRead(sources.map(compileExpression), values);

describe('what expressions read', () => {
  it('is shown by the declared names, each once, with absent ones as null', () => {
    expect(
      read('data.amount > 3 && screen.hits > 0', 'data.amount == riskScore', 'data.missing == null'),
    ).toEqual({
      'data.amount': 5,
      'screen.hits': 2,
      riskScore: null,
      'data.missing': null,
    });
  });

  it('holds members of an object in that object, however they are reached', () => {
    const sender = { 'data.sender': { country: 'IR', note: 'n' } };
    expect(read("data.sender.country == 'IR'")).toEqual(sender);
    expect(read('has(data.sender.note)')).toEqual(sender);
    expect(read('data["sender"]["country"] != null')).toEqual(sender);
  });

  it('leaves out variables of lists and what is inherited', () => {
    expect(read('data.list.exists(x, x > 1)')).toEqual({ 'data.list': [1, 2] });
    expect(read('nobody.here == 1')).toEqual({});
    expect(read('data.constructor == null')).toEqual({ 'data.constructor': null });
  });
});
