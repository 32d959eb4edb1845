import { describe, expect, it } from 'vitest';
import { errorSchemaOf } from './field-faults.ts';

describe('faults of a form', () => {
  it('are put beside the fields that the service names', () => {
    expect(
      errorSchemaOf([
        { place: 'url', message: 'must begin with https://' },
        { place: 'headers[1].name', message: 'is missing' },
        { place: 'headers[1].name', message: 'is a duplicate' },
        { place: 'inputs["customer id"]', message: 'is no name' },
      ]),
    ).toEqual({
      url: { __errors: ['must begin with https://'] },
      headers: { 1: { name: { __errors: ['is missing', 'is a duplicate'] } } },
      inputs: { 'customer id': { __errors: ['is no name'] } },
    });
  });

  it('of no place are of the whole form', () => {
    expect(errorSchemaOf([{ place: '', message: 'is no object' }])).toEqual({ __errors: ['is no object'] });
  });

  it('are none where nothing is wrong', () => {
    expect(errorSchemaOf([])).toEqual({});
  });
});
