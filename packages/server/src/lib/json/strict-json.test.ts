import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invalidBodies, nestedObjects, validBodies } from './json-corpus.fixture.ts';
import { describeFault } from './json-fault.ts';
import { parseStrictJson } from './strict-json.ts';

function parse(body: string | Uint8Array) {
  return parseStrictJson(typeof body === 'string' ? Buffer.from(body) : body);
}

function faultOf(body: string | Uint8Array): string {
  const result = parse(body);
  if (result.ok) throw new Error('accepted');
  return describeFault(result.fault);
}

function printable(body: string | Uint8Array): string {
  const text = typeof body === 'string' ? JSON.stringify(body) : Buffer.from(body).toString('hex');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

const invalid = Object.entries(invalidBodies).flatMap(([kind, bodies]) =>
  bodies.map((body) => ({ kind, body, text: printable(body) })),
);
const valid = Object.entries(validBodies).flatMap(([kind, bodies]) =>
  bodies.map((body) => ({ kind, body, text: printable(body) })),
);

describe('the strict reader', () => {
  it.each(invalid)('refuses $kind: $text', ({ body }) => {
    const result = parse(body);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.fault.offset).toBeLessThanOrEqual(Buffer.from(body).length);
    expect(result.fault.problem).not.toBe('');
  });

  it.each(valid)('accepts $kind as JSON.parse does: $text', ({ body }) => {
    const text = Buffer.from(body).toString();
    expect(parse(body)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
  });

  it('keeps __proto__ as an own member and pollutes nothing', () => {
    const result = parse('{"__proto__":{"isAdmin":true}}');
    if (!result.ok) throw new Error('refused');
    expect(Object.keys(result.value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  it('reads a view into a larger buffer by its own bytes only', () => {
    const all = Buffer.from('xx{"a":1}yy');
    expect(parse(all.subarray(2, 9))).toEqual({ ok: true, value: { a: 1 } });
    expect(parse(new Uint8Array(all.buffer, all.byteOffset + 2, 7))).toEqual({ ok: true, value: { a: 1 } });
  });
});

describe('the fault of a refused body', () => {
  it.each([
    ['', 'line 1, byte 0: the body is empty'],
    ['[]', 'line 1, byte 0: the body must be an object'],
    ['{"a":1,\n "b":01}', 'line 2, byte 13: a number must not begin with 0'],
    [
      '{"a":9007199254740993}',
      'line 1, byte 5: the integer cannot be held exactly by a double: send it as a string',
    ],
    ['{"a":1e400}', 'line 1, byte 5: the number is too large'],
    ['{"a":1,"b":{"c":1,\n"c":2}}', 'line 2, byte 19: member name "c" occurs twice'],
    ['{"a":"\\ud800"}', 'line 1, byte 6: a lone surrogate is not allowed'],
    ['{"a":"\\u0000"}', 'line 1, byte 6: U+0000 is not allowed'],
    ['\ufeff{}', 'line 1, byte 0: a byte order mark is not allowed'],
    [nestedObjects(65), 'line 1, byte 320: nested more than 64 deep'],
    ['{"a":1', 'line 1, byte 6: the body ends too early'],
    ['{"a":1} x', 'line 1, byte 8: something follows the object'],
    ['{"a":[1 2]}', 'line 1, byte 8: a comma or ] is expected'],
    ['{a:1}', 'line 1, byte 1: a member name in double quotes is expected'],
  ])('of %j names the place and what is wrong', (body, fault) => {
    expect(faultOf(body)).toBe(`body is not acceptable JSON: ${fault}`);
  });

  it('names the first byte that is not UTF-8, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const start = Buffer.from(before.toWellFormed());
        const body = Buffer.concat([start, Buffer.from([0xff]), Buffer.from(after.toWellFormed())]);
        expect(parse(body)).toMatchObject({ ok: false, fault: { offset: start.length } });
      }),
    );
  });
});

/** Names and strings that every JSON reader must understand the same, of all planes. */
const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed().replaceAll('\0', ''));
const member = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'toString', '0', ''));
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean()),
    fc.constant(null),
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(member, tie('tree'), { maxKeys: 5 }),
  ),
}));
const document = fc.dictionary(member, tree, { maxKeys: 6 });

describe('the laws of the strict reader', () => {
  it('accepts what JSON.stringify makes of well-formed values, and agrees with JSON.parse', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        fc.pre(!hasInexactInteger(json));
        expect(parse(json)).toEqual({ ok: true, value: JSON.parse(json) as unknown });
      }),
      { numRuns: 500 },
    );
  });

  it('never accepts what JSON.parse refuses, however a document is broken', () => {
    const edit = fc.record({
      at: fc.nat(),
      remove: fc.nat({ max: 3 }),
      insert: fc.oneof(
        fc.constantFrom(...'{}[]:,"\\0123456789eE+-.tfn \n\t/u'.split('')),
        fc.string({ maxLength: 2 }),
      ),
    });
    fc.assert(
      fc.property(document, fc.array(edit, { minLength: 1, maxLength: 3 }), (value, edits) => {
        let json = JSON.stringify(value);
        for (const { at, remove, insert } of edits) {
          const start = at % (json.length + 1);
          json = json.slice(0, start) + insert + json.slice(start + remove);
        }
        const result = parse(json.toWellFormed());
        if (result.ok) expect(result.value).toEqual(JSON.parse(json.toWellFormed()));
      }),
      { numRuns: 2000 },
    );
  });

  it('judges any bytes without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(parse(Buffer.concat([Buffer.from('{"a":'), bytes]))).toHaveProperty('ok');
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses an object as soon as one of its names occurs twice, escaped in any way', () => {
    fc.assert(
      fc.property(document, text, fc.boolean(), (value, name, escaped) => {
        const spelled = escaped ? escapeAll(name) : JSON.stringify(name);
        const others = Object.entries(value).filter(([key]) => key !== name);
        const members = others.map(([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`);
        const json = `{${[`${JSON.stringify(name)}:1`, ...members, `${spelled}:2`].join(',')}}`;
        fc.pre(!hasInexactInteger(json));
        expect(faultOf(json)).toContain('occurs twice');
      }),
    );
  });
});

function escapeAll(name: string): string {
  const units = name.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${units.join('')}"`;
}

/** JSON.stringify writes doubles from 2^53 to 10^21 as integers, shortest and not always exact. */
function hasInexactInteger(json: string): boolean {
  return /\d{16,}/.test(json);
}
