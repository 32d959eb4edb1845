import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  quoted,
  readCondition,
  unquoted,
  withField,
  withOperator,
  writeCondition,
} from './condition-rows.ts';

const simple = [
  'riskScore < 30',
  'screen.hits > 0 && screen.topScore >= 0.95',
  "data.country in ['IR', 'KP'] || data.country == 'SY'",
  'data.name == "O\'Neil"',
  'sanctions.blocked',
  '!sanctions.blocked && data.amount != -1.5',
  "data.name.startsWith('A && B')",
  'data.sender != null',
  'data.sender == null',
  '',
  'riskScore < ',
  'riskScore < 30 && ',
];
const complex = [
  'riskScore<30',
  'a && b || c',
  '(a)',
  'a == b.c + 1',
  'size(data.list) > 2',
  "has(data.x) && data.x in ['a']",
  "data.x['a'] == 1",
  "data.name == 'it\\'s'",
  'true',
  'a == null && ',
  ' a',
];

describe('a condition', () => {
  it.each(simple)('is read as rows and written letter for letter: %s', (text) => {
    const condition = readCondition(text);
    expect(condition).toBeDefined();
    expect(writeCondition(condition!)).toBe(text);
  });

  it.each(complex.filter((text) => text !== 'a == null && '))(
    'stays a text where rows cannot say it: %s',
    (text) => {
      expect(readCondition(text)).toBeUndefined();
    },
  );

  it('is never changed by being read', () => {
    const part = fc.constantFrom(
      'a',
      'data.b',
      ' && ',
      ' || ',
      ' == ',
      ' in ',
      "'x'",
      '[',
      ']',
      '!',
      '1',
      '.',
      ' ',
      '(',
      ')',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part, { maxLength: 9 }).map((all) => all.join('')),
        ),
        (text) => {
          const condition = readCondition(text);
          if (condition !== undefined) expect(writeCondition(condition)).toBe(text);
        },
      ),
    );
  });
});

describe('a row', () => {
  it('begins anew where another field has other values', () => {
    const row = { field: 'a', operator: 'in', value: "['x']" } as const;
    expect(withField(row, 'n', { kind: 'number', isOptional: false })).toEqual({
      field: 'n',
      operator: '>',
      value: '',
    });
    expect(withField(row, 'b', { kind: 'text', isOptional: false })).toEqual({ ...row, field: 'b' });
    expect(withField(row, 'c', { kind: 'boolean', isOptional: false })).toEqual({
      field: 'c',
      operator: 'true',
      value: '',
    });
  });

  it('keeps its value between one and several', () => {
    const one = { field: 'a', operator: '==', value: "'x'" } as const;
    const several = withOperator(one, 'in', 'text');
    expect(several.value).toBe("['x']");
    expect(withOperator(several, '==', 'text')).toEqual(one);
  });

  it('quotes what can be quoted', () => {
    expect(quoted("O'Neil")).toBe('"O\'Neil"');
    expect(unquoted(quoted('北京 | ')!)).toBe('北京 | ');
    expect(quoted('\'"')).toBeUndefined();
    expect(quoted('\\')).toBeUndefined();
  });
});
