import { describe, expect, it } from 'vitest';
import { type FieldRules, type FieldType, fieldRules } from '../reference/field-rules.ts';
import { checkFields, checkForms, checkUnchanged, cleanFields } from './check-fields.ts';
import type { FieldValue } from './views.ts';

const today = '2026-06-15';

function field(type: FieldType, rules: FieldRules = {}, name = 'f') {
  return { field: name, type, required: false, rules, choices: null };
}

/** The rules that a value of one field breaks. */
function broken(type: FieldType, rules: FieldRules, value: FieldValue): string[] {
  return checkFields([field(type, rules)], { f: value }, today).map(({ rule }) => rule);
}

const cases: readonly [
  word: keyof FieldRules,
  FieldType,
  FieldRules,
  good: FieldValue[],
  bad: FieldValue[],
][] = [
  ['minLength', 'string', { minLength: 2 }, ['ab', '𠮷𠮷'], ['a', '𠮷']],
  ['maxLength', 'string', { maxLength: 2 }, ['ab', '𠮷𠮷'], ['abc']],
  ['pattern', 'string', { pattern: 'a|bc' }, ['a', 'bc'], ['ab', 'abc', 'xa']],
  ['script', 'string', { script: 'Latin' }, ["Zoë O'Brien-Łuk 2nd"], ['محمد', 'Иван', 'Jane 王']],
  ['itemPattern', 'stringList', { itemPattern: '[^,]+' }, [['a', 'b']], [['a', 'b,c']]],
  ['itemMaxLength', 'stringList', { itemMaxLength: 2 }, [['ab', 'c']], [['ab', 'abc']]],
  ['separator', 'stringList', { separator: ';' }, [['a,b', 'c']], [['a;b']]],
  ['minItems', 'codeList', { minItems: 2 }, [['a', 'b']], [['a'], ['a', ' ']]],
  ['maxItems', 'codeList', { maxItems: 1 }, [['a']], [['a', 'b']]],
  ['min', 'decimal', { min: 0 }, [0, 3.5], [-0.01]],
  ['max', 'decimal', { max: 10 }, [10], [10.5]],
  ['maxDecimals', 'decimal', { maxDecimals: 2 }, [1, 0.29, 1.15], [1.155]],
  ['minDate', 'date', { minDate: 'today' }, [today, '2027-01-01'], ['2026-06-14']],
  ['maxDate', 'date', { maxDate: '2026-01-31' }, ['2026-01-31'], ['2026-02-01']],
  ['maxDate', 'partialDate', { maxDate: 'today' }, ['2026', today], ['2027', '2026-06-16']],
  ['fullDate', 'partialDate', { fullDate: true }, ['1980-02-29'], ['1980']],
  ['minAgeYears', 'partialDate', { minAgeYears: 18 }, ['2008-06-15', '2008', '1950'], ['2008-06-16', '2009']],
  ['values', 'enum', { values: ['F', 'M'], accepts: ['Female'] }, ['F', 'Female'], ['f', 'X']],
  ['mustBe', 'boolean', { mustBe: true }, [true], [false]],
];

/** Words with a test of their own below, or that say something to the server alone. */
const elsewhere: readonly (keyof FieldRules)[] = [
  'accepts',
  'requiredWith',
  'requiredIf',
  'fallback',
  'immutable',
  // Which choices there are is the server's to know.
  'level',
];

describe('the rules of a field', () => {
  it.each(cases)('%s of a %s', (word, type, rules, good, bad) => {
    for (const value of good) expect(broken(type, rules, value), JSON.stringify(value)).toEqual([]);
    for (const value of bad) expect(broken(type, rules, value), JSON.stringify(value)).toEqual([word]);
  });

  it('are all tested', () => {
    const tested = new Set<string>([...cases.map(([word]) => word), ...elsewhere]);
    expect(Object.keys(fieldRules.shape).filter((word) => !tested.has(word))).toEqual([]);
  });

  it('tell what they ask for', () => {
    expect(checkFields([field('partialDate', { maxDate: 'today' })], { f: '2027' }, today)).toEqual([
      { field: 'f', rule: 'maxDate', params: { maxDate: today } },
    ]);
    expect(checkFields([field('stringList', { itemMaxLength: 1 })], { f: ['a', 'bb'] }, today)).toEqual([
      { field: 'f', rule: 'itemMaxLength', params: { index: 1, itemMaxLength: 1 } },
    ]);
  });
});

const types: readonly [FieldType, good: FieldValue[], bad: FieldValue[]][] = [
  ['string', ['a'], [1, true, ['a'], 'a\nb']],
  ['text', ['a\nb'], [1]],
  ['address', ['1 Road\nTown'], [['a']]],
  ['date', ['2024-02-29'], ['2023-02-29', '2024', '29.02.2024', '2024-2-9']],
  ['partialDate', ['2024', '2024-02-29'], ['24', '2024-02', '2023-02-29']],
  ['country', ['SG'], ['sg', 'SGP', 'S']],
  ['countryList', [['SG', 'DE']], [['SG', 'x'], 'SG']],
  ['email', ['a.b+c@mail.example', 'ü@bücher.example'], ['a', 'a@b', 'a b@c.de', 'a@b..c', 'a@b@c.de']],
  [
    'url',
    ['https://example.org/a?b', 'http://a.b'],
    ['example.org', 'javascript:alert(1)', 'https://', 'ftp://a.b'],
  ],
  ['decimal', [1.5, 0, -1], ['1', Number.NaN, Number.POSITIVE_INFINITY]],
  ['boolean', [true, false], ['true', 1]],
  ['stringList', [['a']], ['a', 1]],
  ['codeList', [['a']], ['a']],
];

describe('the type of a field', () => {
  it.each(types)('%s', (type, good, bad) => {
    for (const value of good) expect(broken(type, {}, value), JSON.stringify(value)).toEqual([]);
    for (const value of bad) expect(broken(type, {}, value), JSON.stringify(value)).toEqual(['type']);
  });
});

describe('what is missing', () => {
  const form = [
    { ...field('string', {}, 'name'), required: true },
    field('string', { requiredWith: ['number'] }, 'kind'),
    field('string', { requiredWith: ['kind'] }, 'number'),
    { ...field('country', { fallback: 'residence' }, 'incorporation'), required: true },
    field('country', {}, 'residence'),
    field('codeList', {}, 'funds'),
    field('text', { requiredIf: { field: 'funds', contains: 'OTHERS' } }, 'description'),
    field('string', { requiredIf: { field: 'residence', in: ['SG', 'MY'] } }, 'permit'),
  ];
  const judged = (values: Record<string, FieldValue>) =>
    checkFields(form, values, today).map(({ field: name, rule }) => `${name}: ${rule}`);

  it('is reported as far as the other values ask for it', () => {
    expect(judged({})).toEqual(['name: required', 'incorporation: required']);
    expect(judged({ name: ' ', residence: 'DE' })).toEqual(['name: required']);
    expect(judged({ name: 'A', residence: 'SG', kind: 'x', funds: ['OTHERS'] })).toEqual([
      'number: requiredWith',
      'description: requiredIf',
      'permit: requiredIf',
    ]);
    expect(judged({ name: 'A', residence: 'DE', funds: ['OTHERS_TOO', 'SALARY'] })).toEqual([]);
  });

  it('is reported for values that no field asks for, even of names that every object has', () => {
    const values = Object.fromEntries([
      ['name', 'A'],
      ['residence', 'DE'],
      ['more', 1],
      ['constructor', 'x'],
    ]);
    expect(judged(values)).toEqual(['more: unknown', 'constructor: unknown']);
    expect(checkFields([field('string', {}, 'constructor')], {}, today)).toEqual([]);
  });
});

describe('choices', () => {
  it('are held to where they are with the field', () => {
    const chosen = { ...field('codeList', {}), choices: [{ code: 'A', name: 'a' }] };
    expect(checkFields([chosen], { f: ['A'] }, today)).toEqual([]);
    expect(checkFields([chosen], { f: ['A', 'B'] }, today)).toEqual([
      { field: 'f', rule: 'values', params: { value: 'B' } },
    ]);
  });
});

describe('forms', () => {
  const once = {
    code: 'ONCE',
    repeatable: false,
    minItems: 1,
    maxItems: 1,
    fields: [{ ...field('string'), required: true }],
  };
  const several = { ...once, code: 'SEVERAL', repeatable: true, minItems: 1, maxItems: 2 };
  const judged = (values: Record<string, Record<string, FieldValue>[]>) =>
    checkForms([once, several], values, today).map(({ field: name, rule }) => `${name}: ${rule}`);

  it('tell the place of each fault', () => {
    expect(judged({ ONCE: [{ f: 'a' }], SEVERAL: [{ f: 'a' }, { f: 'b' }] })).toEqual([]);
    expect(judged({})).toEqual(['ONCE[0].f: required', 'SEVERAL: minItems']);
    expect(
      judged({ ONCE: [{ f: 'a' }, { f: 'b' }], SEVERAL: [{ f: 'a' }, {}, { f: 'c' }], MORE: [] }),
    ).toEqual(['ONCE: maxItems', 'SEVERAL: maxItems', 'SEVERAL[1].f: required', 'MORE: unknown']);
  });
});

describe('values as they are kept', () => {
  it('have no blanks around, and null where nothing is', () => {
    const fields = [
      field('string', {}, 'a'),
      field('stringList', {}, 'b'),
      field('decimal', {}, 'c'),
      field('text', {}, 'd'),
    ];
    expect(cleanFields(fields, { a: ' x ', b: [' y', ' '], c: 0, e: 'no field' })).toEqual({
      a: 'x',
      b: ['y'],
      c: 0,
      d: null,
    });
  });

  it('cannot be changed where the field is immutable and one was given', () => {
    const fields = [field('string', { immutable: true })];
    expect(checkUnchanged(fields, { f: ' x' }, { f: 'x' })).toEqual([]);
    expect(checkUnchanged(fields, { f: 'y' }, {})).toEqual([]);
    expect(checkUnchanged(fields, { f: 'y' }, { f: 'x' })).toEqual([
      { field: 'f', rule: 'immutable', params: {} },
    ]);
  });
});
