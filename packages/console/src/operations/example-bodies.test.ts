import { describe, expect, it } from 'vitest';
import { keptIds, withKeptIds } from './example-bodies.ts';

const exampleAnswer = '{"apiCode":200,"data":{"code":200,"id":"scan-0"}}';
const submit = { name: 'quickscan.submit', exampleAnswer };

describe('ids of answers', () => {
  it('are filled in where the examples have the same', () => {
    const kept = keptIds(submit, { apiCode: 200, data: { code: 200, id: 'scan-7' } });
    expect(JSON.parse(withKeptIds('{"data":{"id":"scan-0","page":1}}', kept))).toEqual({
      data: { id: 'scan-7', page: 1 },
    });
  });

  it('are not there in a refusal, nor of operations that make nothing', () => {
    expect(keptIds(submit, { apiCode: 999301, data: null })).toEqual({});
    expect(keptIds(submit, { apiCode: 200, data: { code: 403, id: '' } })).toEqual({});
    expect(keptIds({ ...submit, name: 'quickscan.detail' }, { data: { id: 'scan-7' } })).toEqual({});
  });
});
