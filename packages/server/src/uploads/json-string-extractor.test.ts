import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonStringExtractor } from './json-string-extractor.ts';

/** What a cut makes of a text that comes in pieces: the member's text, and what is left. */
function cutIn(text: string, sizes: readonly number[]) {
  const cut = new JsonStringExtractor('image', 10_000);
  const bytes = Buffer.from(text);
  let taken: string | undefined;
  let begins = 0;
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    for (const event of cut.push(bytes.subarray(at, at + size))) {
      if (event.kind === 'start') begins += 1;
      taken = event.kind === 'text' ? (taken ?? '') + event.text : (taken ?? '');
    }
    at += size;
  }
  return { taken, begins, rest: cut.rest().toString(), isTooLong: cut.isTooLong };
}

const plain = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });
const member = fc.oneof(plain, fc.constantFrom('image', 'uploadToken', '\\', '"'));
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    plain,
    fc.constant('image'),
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(member, tie('value'), { maxKeys: 3 }),
  ),
})).value;

describe('the cut of a member out of JSON', () => {
  it('gives the member’s text and leaves the rest as JSON would have both, however the bytes come', () => {
    fc.assert(
      fc.property(
        fc.dictionary(member, value, { maxKeys: 4 }),
        plain,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (others, image, sizes, isFirst) => {
          const { image: _, ...kept } = others as Record<string, unknown>;
          const object = isFirst ? { image, ...kept } : { ...kept, image };
          for (const indent of [0, 2]) {
            const { taken, begins, rest } = cutIn(JSON.stringify(object, null, indent), sizes);
            expect(begins).toBe(1);
            expect(taken).toBe(image);
            expect(rest).toBe(JSON.stringify({ ...object, image: '' }, null, indent));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('cuts nothing that only looks like the member', () => {
    for (const text of [
      '{"a":{"image":"x"}}',
      '["image","x"]',
      '{"a":"image","b":"x"}',
      '{"image":5}',
      '"image"',
    ]) {
      expect(cutIn(text, [3])).toMatchObject({ begins: 0, rest: text });
    }
  });

  it('resolves the escapes of other writers', () => {
    expect(cutIn('{"image":"a\\/b\\u002Bc\\u003d"}', [1]).taken).toBe('a/b+c=');
  });

  it('begins twice where the member occurs twice', () => {
    expect(cutIn('{"image":"x","image":"y"}', [4]).begins).toBe(2);
  });

  it('tells when more stands beside the member than may, and then keeps no more', () => {
    const { isTooLong, rest } = cutIn(`{"a":"${'x'.repeat(20_000)}"}`, [1_000]);
    expect(isTooLong).toBe(true);
    expect(rest.length).toBeLessThan(11_000);
  });
});
