import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput, quote } from './bad-input.ts';
import { requiredText, wordOf } from './fields.ts';

const schema = z.object({
  name: requiredText(10),
  kind: wordOf(['red', 'green']),
  inner: z.object({ count: z.number() }).optional(),
});

function badOf(value: unknown) {
  const result = parseInput(schema, value);
  return result.ok ? undefined : result.bad;
}

describe('parseInput', () => {
  it('takes a body that fits', () => {
    expect(parseInput(schema, { name: 'Ana', kind: 'red' })).toEqual({
      ok: true,
      value: { name: 'Ana', kind: 'red' },
    });
  });

  it('calls a missing field a wrong shape and names it', () => {
    expect(badOf({ kind: 'red' })).toEqual({ kind: 'shape', message: 'name is missing' });
  });

  it('counts null as missing, at every depth', () => {
    expect(badOf({ name: null, kind: 'red' })).toEqual({ kind: 'shape', message: 'name is missing' });
    expect(badOf({ name: 'Ana', kind: 'red', inner: { count: null } })).toEqual({
      kind: 'shape',
      message: 'inner.count is missing',
    });
    expect(badOf({ name: 'Ana', kind: 'red', inner: null })).toBeUndefined();
  });

  it('calls another JSON type a wrong shape, also where a word is expected', () => {
    expect(badOf({ name: 7, kind: 'red' })?.kind).toBe('shape');
    expect(badOf({ name: 'Ana', kind: 7 })).toMatchObject({
      kind: 'shape',
      message: expect.stringContaining('kind 7'),
    });
  });

  it('calls a blank text and an unknown word values that are not acceptable, naming field and value', () => {
    expect(badOf({ name: '  ', kind: 'red' })).toEqual({
      kind: 'value',
      message: 'name "  ": must not be blank',
    });
    expect(badOf({ name: 'Ana', kind: 'blue' })).toEqual({
      kind: 'value',
      message: 'kind "blue": must be one of red, green',
    });
  });

  it('tells the wrong shape first when both kinds are there', () => {
    expect(badOf({ name: '', inner: { count: 'x' } })?.kind).toBe('shape');
  });

  it('does not let a member named __proto__ reach a prototype', () => {
    const result = parseInput(z.looseObject({}), JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(result.ok && Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('refuses or takes any JSON value without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const result = parseInput(schema, value);
        expect(typeof result.ok).toBe('boolean');
      }),
    );
  });
});

describe('quote', () => {
  it('cuts long values', () => {
    expect(quote('x'.repeat(500))).toHaveLength(120);
  });
});
