import fc from 'fast-check';
import { expect, it } from 'vitest';
import { errorDetail } from './response.ts';

it('makes a header value of any text: printable ASCII, at most 256 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      expect(errorDetail(text)).toMatch(/^[\x20-\x7e]{0,256}$/);
    }),
  );
});

it('leaves short printable ASCII as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 256 }), (text) => {
      expect(errorDetail(text)).toBe(text);
    }),
  );
});
