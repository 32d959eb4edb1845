import { phrase, wordPhrases } from '@gatehouse/contract';
import { expect, test } from 'vitest';
import type { ExpressionEnvironment, FieldType, Kind } from './environment.ts';
import { caseFields, customerFields, dataFields } from './environment.ts';
import { methods, plainFunctions } from './expression-functions.ts';
import { newStepBudget } from './expression-steps.ts';
import { checkExpression, compileExpression, evaluateInOrder } from './expressions.ts';

const environment: ExpressionEnvironment = {
  records: new Map<string, ReadonlyMap<string, FieldType>>([
    [
      'data',
      dataFields('MANUAL_CASE_EVENT', [
        { name: 'amount', type: 'number', required: false },
        { name: 'total', type: 'number', required: true },
        { name: 'pep', type: 'boolean', required: false },
        { name: 'tags', type: 'list', required: false },
        { name: 'items', type: 'list', required: true },
        { name: 'details', type: 'object', required: true },
      ]),
    ],
    ['customer', customerFields('MANUAL_CASE_EVENT')],
    ['case', caseFields],
    ['screen', new Map([['hits', { kind: 'number', nullable: false }]])],
    ['other', new Map([['hits', { kind: 'number', nullable: true }]])],
  ]),
  values: new Map([['riskScore', { kind: 'number', nullable: false }]]),
  unavailable: new Map([['later', phrase('expressions.neverBefore', { id: 'later' })]]),
};

function faults(source: string, expected: Kind | readonly Kind[] = 'boolean'): string[] {
  return checkExpression(source, environment, expected).map((fault) => fault.message);
}

function evaluate(source: string, values: Record<string, unknown> = {}) {
  return compileExpression(source).evaluate(values);
}

test.each([
  'screen.hits > 0',
  "data.countryOfResidence in ['IR', 'KP']",
  'data.amount != null && data.amount > 100',
  'data.amount == null || data.amount > 100',
  'null != data.amount && data.amount * 2 > screen.hits + 1',
  '!(data.amount == null) && data.amount > 100',
  '!(data.amount == null || data.amount < 100)',
  '((data.amount != null) && ((data.amount > 100)))',
  'data.amount == null ? false : data.amount > 100',
  '(data.amount != null ? data.amount : 0) > 100',
  '(data.amount == null ? data.total : data.amount) > 100',
  'data.amount != null && other.hits != null && data.amount > other.hits',
  "data.countryOfResidence == 'IR' && data.countryOfResidence.startsWith('I')",
  "data.countryOfResidence in ['IR', 'KP'] && size(data.countryOfResidence) == 2",
  'data.pep == true || data.total > 3.5',
  'data["amount"] != null && data.amount > 1',
  "'x' in data.tags && data.tags.exists(tag, tag == 'y')",
  "data.items.exists(item, item.country == 'IR' && item.share > 25)",
  'data.items.all(item, item.owners.exists(owner, owner == data.name))',
  "has(data.details.country) && data.details.country == 'IR'",
  "data.details['country'] == 'IR'",
  'data.items[0] == data.name',
  "data.name.lowerAscii().trim().contains('x')",
  'size(data.items) > 2 && data.items.size() < 10',
  'case.caseNo == null',
  "customer.name + ' ' + customer.customerType == 'a b'",
  'double(data.name) > 2.5 && int(data.total) == 2 && string(data.total) == data.name',
  "data.dateOfBirth != null && data.dateOfBirth < '1990-01-01'",
  'riskScore < 30 && riskScore >= 1.5',
  '-data.total < 0 && data.total % 2 == 1',
  'false && data.amount > 3',
  "[data.amount, 1] != [] && {'a': data.amount} != {'b': 1}",
  'data.items.filter(x, x > 1).map(y, y * 2).exists_one(z, z == 4)',
])('%s may be published', (source) => {
  expect(faults(source)).toEqual([]);
});

test.each([
  ['data.amount > 100', 'data.amount may be null'],
  ['data.amount > 100 && data.amount != null', 'data.amount may be null'],
  ['data.amount != null || data.amount > 100', 'data.amount may be null'],
  ['data.amount == null && data.amount > 100', 'data.amount may be null'],
  ['data.amount != null ? data.total > 1 : data.amount > 100', 'data.amount may be null'],
  [
    'data.amount == null || data.tags == null || data.amount + size(data.tags) > 1 || other.hits > 1',
    'other.hits may be null',
  ],
  ['(data.amount != null || data.total > 1) && data.amount > 1', 'data.amount may be null'],
  ['!(data.amount != null) && data.amount > 1', 'data.amount may be null'],
  ['!(data.amount != null && data.total > 1) && data.amount > 1', 'data.amount may be null'],
  ['(data.amount != null && data.total > 1) || data.amount > 1', 'data.amount may be null'],
  ['data.amount + 1 == 2', 'data.amount may be null'],
  ['-data.amount == 2', 'data.amount may be null'],
  ["data.aliasName.startsWith('x')", 'data.aliasName may be null'],
  ['size(data.tags) > 1', 'data.tags may be null'],
  ['data.tags.exists(tag, tag == 1)', 'data.tags may be null'],
  ['data.tags[0] == 1', 'data.tags may be null'],
  ['data.pep', 'data.pep may be null'],
  ['!data.pep', 'data.pep may be null'],
  ['data.pep && screen.hits > 0', 'data.pep may be null'],
  ['case.riskScore > 3', 'case.riskScore may be null'],
  ['data.items.exists(item, item > data.amount)', 'data.amount may be null'],
  ['(data.amount != null ? data.amount : other.hits) > 1', 'may be null'],
  ['data.amount == other.hits && data.amount > 1', 'data.amount may be null'],
  ['data.amount == data.details.x && data.amount > 1', 'data.amount may be null'],
  ['data.amount in [1, null] && data.amount > 1', 'data.amount may be null'],
  ['data.amount in [data.items[0]] && data.amount > 1', 'data.amount may be null'],
  ['data.amount in data.items && data.amount > 1', 'data.amount may be null'],
])('%s is refused, because %s', (source, message) => {
  expect(faults(source)).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['data.amonut == 1', 'data.amonut is not declared (did you mean amount?)'],
  ['dat.amount == 1', 'dat is not declared (did you mean data?)'],
  ['screen.hit > 1', 'screen.hit is not declared (did you mean hits?)'],
  ['later.hits > 1', 'later never runs before this point'],
  ['google.protobuf == 1', 'google is not declared'],
  ['cel.bind(x, 1, x == 1)', 'cel is not declared'],
  ['data.__proto__ == null', 'data.__proto__ is not declared'],
  ['constructor == null', 'constructor is not declared'],
  ['data.exists(x, x == 1)', 'data is no value: name a field of it'],
  ['data == null', 'data is no value'],
  ['data[data.name] == 1', 'data is read by the names of its fields'],
  ['has(data.amount)', 'write data.amount != null'],
  ['has(data.total + 1)', 'has asks for a member of an object'],
  ["data.name.matches('a+')", 'regular expressions are not supported'],
  ["timestamp('2020-01-01T00:00:00Z') == null", 'dates are texts'],
  ['siez(data.name) > 1', 'there is no function siez (did you mean size?)'],
  ["data.name.startWith('a')", 'there is no function startWith (did you mean startsWith?)'],
  ["data.name.constructor('a')", 'there is no function constructor'],
  ['data.name.startsWith()', 'startsWith takes 1 value, not 0'],
  ['data.name.startsWith(1)', '1 is a number, but a text is expected'],
  ['data.total.startsWith("a")', 'data.total is a number, but a text is expected'],
  ['data.name > 1', '1 is a number, but a text is expected'],
  ['data.total == "1"', 'a number and a text are never equal'],
  ["data.total in ['a', 'b']", 'a number is never in a list of a text'],
  ["'a' in data.name", 'write whole.contains(part)'],
  ['1 in data.details', 'the keys of an object are texts'],
  ['1 in data.total', 'in looks into a list or an object, not into a number'],
  ['data.total + data.name == 1', 'data.name is a text, but a number is expected'],
  ['data.total && true', 'data.total is a number, but true or false is expected'],
  ['null > 3', 'is null, but'],
  ['data.total', 'gives a number, but true or false is expected'],
  ['null', 'gives null, but true or false is expected'],
  ['data.details.exists(x, x == 1)', 'data.details is an object, but a list is expected'],
  ['data.items.exists(data, data == 1)', 'data already means something else'],
  ['data.items.exists(start, start == 1)', 'start already means something else'],
  ['data.items.exists(a, a.exists(b, b.exists(c, c == 1)))', 'at most 2 list functions'],
  ['data.items.exists(x, 3)', '3 is a number, but true or false is expected'],
  ["b'x' == b'x'", 'bytes and unsigned numbers are not supported'],
])('%s is refused with %s', (source, message) => {
  expect(faults(source)).toContainEqual(expect.stringContaining(message));
});

test('all faults of one expression are told at once, each with its place', () => {
  const found = checkExpression('data.amount > 1 && nothing == 2 && data.name > 3', environment, 'boolean');
  expect(found.map(({ start, end }) => [start, end])).toEqual([
    [0, 11],
    [19, 26],
    [47, 48],
  ]);
});

test('a fault of syntax names its place', () => {
  expect(checkExpression('data.total >', environment, 'boolean')).toEqual([
    expect.objectContaining({ start: 12, message: 'ends where more is expected' }),
  ]);
  expect(checkExpression(' ', environment, 'boolean')).toEqual([
    expect.objectContaining({ message: 'is empty: an expression is missing' }),
  ]);
  expect(faults('')).toHaveLength(1);
  expect(faults('if == 1')).toEqual(['if is a reserved word: choose another name']);
});

test('an expression that is too long or too deep is refused and never overflows the stack', () => {
  expect(faults(`${'1 + '.repeat(600)}1 == 1`)).toEqual([expect.stringContaining('at most 2000 are read')]);
  expect(faults(`${'('.repeat(900)}true${')'.repeat(900)}`)).toEqual(['is nested more than 32 levels deep']);
  expect(faults(`${'!'.repeat(1900)}true`)).toHaveLength(1);
  expect(faults(`${'true && '.repeat(240)}true`)).toEqual([]);
});

test('an expression that may give anything may give null, an object, or a record as a whole', () => {
  expect(faults('data.amount', 'any')).toEqual([]);
  expect(faults('data', 'any')).toEqual([]);
  expect(faults('null', ['text', 'number'])).toEqual([]);
  expect(faults('data.tags', ['text', 'number'])).toEqual([
    'gives a list, but a text, or a number is expected',
  ]);
});

const values = {
  data: {
    name: 'Jane',
    total: 7,
    items: [1, 'a', { country: 'IR', share: 30 }],
    details: { country: 'SG', gone: null },
    big: 'x'.repeat(10),
  },
  screen: { hits: 2 },
  riskScore: null,
  case: null,
};

test.each<[string, unknown]>([
  ['data.total', 7],
  ['data.absent', null],
  ['case.caseNo', null],
  ['never.ran', null],
  ['riskScore == null', true],
  ['data.absent == null && !(data.absent != null)', true],
  ["data.absent in ['a']", false],
  ['null in [data.absent]', true],
  ["'x' in data.absent", false],
  ['data.total == 7 && data.total >= 7.0 && data.total in [1, 7]', true],
  ['data.total / 2', 3.5],
  ['7 / 2', 3],
  ['7 % 4 + 0.5', 3.5],
  ['size(data.items) / 2', 1],
  ['data.total * 2 - 1', 13],
  ["data.name + '!'", 'Jane!'],
  ['[1] + [2]', [1, 2]],
  ["{'a': 1, 'b': [data.total]}", { a: 1, b: [7] }],
  ["{'a': 1} == {'a': 1.0}", true],
  ['[1, 2] == [1, 3]', false],
  ["size('añ𝒳')", 3],
  ["'ÄB'.lowerAscii()", 'Äb'],
  ["' a '.trim().upperAscii()", 'A'],
  ['data.items[2].country', 'IR'],
  ['data.items.filter(x, size(string(x == 1)) == 4)', 'fails'],
  ['has(data.details.country)', true],
  ['has(data.details.gone)', false],
  ['has(data.details.nothing)', false],
  ["'gone' in data.details", false],
  ["'country' in data.details", true],
  ['data.details.gone', null],
  ['[1, 2, 3].exists_one(x, x > 2)', true],
  ['[1, 2, 3].all(x, x > 0)', true],
  ['[1, 2, 3].map(x, x * 2)', [2, 4, 6]],
  ['[1, 2, 3].filter(x, x > 1)', [2, 3]],
  ["int('12') + int(3.9)", 15],
  ["double('2.5e1')", 25],
  ['string(2) + string(true)', '2true'],
  ['data.total > 5 ? "high" : "low"', 'high'],
  ["'b' > 'a' && 'a' <= 'a'", true],
  ['-(3)', -3],
])('%s gives %j', (source, expected) => {
  const result = evaluate(source, values);
  if (expected === 'fails') expect(result.ok).toBe(false);
  else expect(result).toEqual({ ok: true, value: expected });
});

test.each([
  ['data.absent > 3', 'data.absent is null, but a number, or a text is expected'],
  ['data.name > 3', '3 is a number, but a text is expected'],
  ['data.details.nothing == 1', 'data.details.nothing is missing'],
  ['data.items[9] == 1', 'data.items[9] is missing: the list has 3 elements'],
  ['data.items[0.5] == 1', '0.5 is no whole number'],
  ['data.name.first == 1', 'data.name is a text, but an object is expected'],
  ['data.items[1] == 2', 'data.items[1] is a text and 2 a number: they cannot be compared'],
  [
    'data.items[1] in [4, 5]',
    'data.items[1] is a text and an element of [4, 5] a number: they cannot be compared',
  ],
  ['data.items.exists(x, x.country == "IR")', 'x is a number, but an object is expected'],
  ['data.total / 0 > 1', 'data.total / 0 divides by zero'],
  ['1 / 0 > 1', '1 / 0 divides by zero'],
  ['9223372036854775807 + 1 > 1', 'is outside of whole numbers of 64 bits'],
  ['1e308 * 10.0 > 1', 'is too large a number'],
  ["int('x') > 1", "'x' is no text of a whole number"],
  ["double('') > 1", "'' is no text of a number"],
  ['data.total && true', 'data.total is a number, but true or false is expected'],
])('%s fails at run time and says %s', (source, reason) => {
  const result = evaluate(source, values);
  expect(result).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  expect(result.ok ? '' : result.reason).toContain(`"${source}" failed`);
});

test('a failing operand is never swallowed by the other operand of && or ||', () => {
  expect(evaluate('data.absent > 3 && false', values).ok).toBe(false);
  expect(evaluate('data.absent > 3 || true', values).ok).toBe(false);
  expect(evaluate('[0, 1].exists(x, 1 / x == 1)', values).ok).toBe(false);
  expect(evaluate('false && data.absent > 3', values)).toEqual({ ok: true, value: false });
});

test('a reason never holds a value of the customer', () => {
  const secret = { data: { idNumber: 'S1234567D' } };
  const result = evaluate('data.idNumber > 3', secret);
  expect(JSON.stringify(result)).not.toContain('S1234567D');
});

test('inherited members are not fields', () => {
  expect(evaluate('data.constructor', values)).toEqual({ ok: true, value: null });
  expect(evaluate('data.details.toString', values).ok).toBe(false);
  expect(evaluate("'toString' in data.details", values)).toEqual({ ok: true, value: false });
  expect(evaluate('toString.name', values)).toEqual({ ok: true, value: null });
  const made = evaluate("{'__proto__': 1}");
  expect(made.ok && Object.getPrototypeOf(made.value)).toBe(Object.prototype);
});

test('work is bounded, however long the lists and texts of a submit are', () => {
  const items = Array.from({ length: 5000 }, (_, index) => index);
  const result = evaluate('data.items.all(a, data.items.all(b, a + b >= 0))', { data: { items } });
  expect(result).toEqual({
    ok: false,
    isSpent: true,
    reason: expect.stringContaining('take more than 250000 steps together'),
  });
  const texts = { data: { items, text: 'x'.repeat(1_000_000) } };
  expect(evaluate("data.items.exists(a, data.text.contains('y'))", texts).ok).toBe(false);
});

test('a condition that gives no boolean is a failure', () => {
  const scope = { values, steps: newStepBudget() };
  expect(evaluateInOrder([compileExpression('data.details.country')], scope, 'conditions')).toEqual([
    { ok: false, reason: '"data.details.country" failed: it gave a text, not true or false' },
  ]);
});

test.each([
  ['screen.hits >', 'ends where more is expected'],
  ['screen.hits ) 1', ') is not expected here'],
  ['(screen.hits > 1', ') is missing at the end'],
  ['[1, 2 : 3]', '] is expected here, not :'],
  ['data. > 1', 'a name is expected here, not >'],
  ['screen.hits # 1', '# is not expected here'],
  ['for > 1', 'for is a reserved word: choose another name'],
  ['riskScore > 1.5e', '1.5e is not a valid number'],
  ["data.name == 'open", 'a text has no closing quotation mark'],
  ["data.name == 'two\nlines'", 'a text in simple quotation marks must not go on in the next line'],
  ["data.name == '\\q'", '\\q is not a known escape sequence'],
  ['('.repeat(40) + '1', 'is nested more than 32 levels deep'],
  [`[${'1, '.repeat(501)}1]`, 'a list has more than 500 elements'],
])('%s cannot be read, in words of its own', (source, message) => {
  const [fault] = checkExpression(source, environment, 'any');
  expect(fault?.message).toBe(message);
  expect(fault?.phrase && wordPhrases(fault.phrase)).toBe(message);
});

test('an expression that does not parse cannot be compiled', () => {
  expect(() => compileExpression('1 +')).toThrow('expression "1 +" is unusable');
});

test('every choice of kinds that a value may have is in the catalogue', () => {
  const called = [...Object.values(plainFunctions), ...Object.values(methods)];
  const choices = called.flatMap(({ receiver = ['any'], parameters }) => [receiver, ...parameters]);
  // Of operators, of access, and of facts of a subject.
  const others: readonly Kind[][] = [
    ['number', 'text', 'list'],
    ['number', 'text'],
    ['text', 'number'],
    ['list', 'map'],
    ['map'],
    ['boolean'],
  ];
  const said = [...choices, ...others].map((kinds) =>
    wordPhrases(phrase('expressions.isNull', { expected: kinds.join('|') })),
  );
  expect(said.filter((words) => /\||\bmap\b/.test(words))).toEqual([]);
});
