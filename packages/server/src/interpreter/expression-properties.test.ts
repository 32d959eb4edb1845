import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataFields, type ExpressionEnvironment } from './environment.ts';
import { checkExpression, compileExpression } from './expressions.ts';

const numbers = ['a', 'b', 'c'] as const;
const texts = ['s', 't'] as const;
const booleans = ['p', 'q'] as const;

const environment: ExpressionEnvironment = {
  records: new Map([
    [
      'data',
      dataFields('KYC_EVENT', [
        ...numbers.map((name) => ({ name, type: 'number' as const, required: name === 'c' })),
        ...texts.map((name) => ({ name, type: 'text' as const, required: name === 't' })),
        ...booleans.map((name) => ({ name, type: 'boolean' as const, required: name === 'q' })),
      ]),
    ],
  ]),
  values: new Map([['riskScore', { kind: 'number', nullable: true }]]),
  unavailable: new Map(),
};

/** Expressions over those fields, guarded or not; most leaves test for null, so that many guards hold. */
const { condition } = fc.letrec<{ condition: string; number: string; text: string }>((tie) => {
  const field = (names: readonly string[]) => fc.constantFrom(...names.map((name) => `data.${name}`));
  const anyField = fc.oneof(field([...numbers, ...texts, ...booleans]), fc.constant('riskScore'));
  const compare = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');
  const joined = (parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((words) => `(${words.join(' ')})`);
  return {
    condition: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'expression' },
      joined([anyField, fc.constantFrom('== null', '!= null')]),
      joined([fc.constant('null'), fc.constantFrom('==', '!='), anyField]),
      field(booleans),
      fc.constantFrom('true', 'false'),
      joined([tie('condition'), fc.constantFrom('&&', '||', '&&'), tie('condition')]),
      joined([tie('condition'), fc.constantFrom('&&', '||'), tie('condition')]),
      tie('condition').map((inner) => `!(${inner})`),
      joined([tie('condition'), fc.constant('?'), tie('condition'), fc.constant(':'), tie('condition')]),
      joined([tie('number'), compare, tie('number')]),
      joined([tie('text'), fc.constantFrom('==', '!=', '<'), tie('text')]),
      joined([tie('number'), fc.constant('in'), fc.constantFrom('[1, 2.5]', '[data.a, data.c, null]')]),
      joined([tie('text'), fc.constant('in'), fc.constantFrom("['x', 'y']", '[data.s]')]),
      fc.tuple(tie('text'), tie('text')).map(([left, right]) => `${left}.startsWith(${right})`),
      fc
        .tuple(field(numbers), tie('condition'))
        .map(([name, body]) => `[1, 2].exists(x, x == ${name} || ${body})`),
    ),
    number: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'expression' },
      field(numbers),
      fc.constantFrom('1', '2.5', 'riskScore'),
      joined([tie('number'), fc.constantFrom('+', '-', '*'), tie('number')]),
      joined([tie('condition'), fc.constant('?'), tie('number'), fc.constant(':'), tie('number')]),
      tie('text').map((text) => `size(${text})`),
    ),
    text: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'expression' },
      field(texts),
      fc.constantFrom("'x'", "''"),
      joined([tie('text'), fc.constant('+'), tie('text')]),
      joined([tie('condition'), fc.constant('?'), tie('text'), fc.constant(':'), tie('text')]),
    ),
  };
});

const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 2 });
const number = fc.constantFrom(-1, 0, 1, 2, 2.5, 30);
const text = fc.constantFrom('', 'x', 'xy', 'y');

/** Submits that keep the declarations: required fields are there, optional ones may be absent. */
const values = fc.record({
  data: fc.record({
    customerId: fc.constant('c'),
    a: orNull(number),
    b: orNull(number),
    c: number,
    s: orNull(text),
    t: text,
    p: orNull(fc.boolean()),
    q: fc.boolean(),
  }),
  riskScore: orNull(number),
});

test('an expression that may be published never fails on data that keeps the declarations', () => {
  let published = 0;
  fc.assert(
    fc.property(condition, fc.array(values, { minLength: 5, maxLength: 5 }), (source, submits) => {
      if (source.length > 2000 || checkExpression(source, environment, 'boolean').length > 0) return;
      published++;
      const compiled = compileExpression(source);
      for (const submit of submits) {
        expect(compiled.evaluate(submit)).toEqual({ ok: true, value: expect.any(Boolean) });
      }
    }),
    { numRuns: 3000 },
  );
  expect(published).toBeGreaterThan(300);
});

/** Conditions that only ask for null, in every combination, before a use of a field that may be null. */
const { guard } = fc.letrec<{ guard: string }>((tie) => {
  const asks = [
    'data.a == null',
    'data.a != null',
    'null != data.b',
    '!(data.b == null)',
    'data.a == data.c',
  ];
  return {
    guard: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'guard' },
      fc.constantFrom(
        ...asks,
        'data.q',
        'data.a in [1, 2]',
        'data.a in [data.b]',
        'data.b == data.a',
        'false',
      ),
      fc
        .tuple(tie('guard'), fc.constantFrom('&&', '||'), tie('guard'))
        .map((words) => `(${words.join(' ')})`),
      tie('guard').map((inner) => `!${inner.startsWith('(') ? inner : `(${inner})`}`),
      fc
        .tuple(tie('guard'), tie('guard'), tie('guard'))
        .map(([request, yes, no]) => `(${request} ? ${yes} : ${no})`),
    ),
  };
});

test('no combination of questions for null lets a null through to a use', () => {
  const use = fc.constantFrom('data.a > 1', 'data.b > 1', 'data.a + data.b > 1');
  const guarded = fc
    .tuple(guard, fc.constantFrom('&&', '||', '?'), use)
    .map(([request, way, used]) =>
      way === '?' ? `${request} ? ${used} : true` : `${request} ${way} ${used}`,
    );
  const few = [null, 1, 30];
  const submits = few.flatMap((a) =>
    few.flatMap((b) => [true, false].map((q) => ({ data: { customerId: 'c', a, b, c: 1, t: '', q } }))),
  );
  let published = 0;
  fc.assert(
    fc.property(guarded, (source) => {
      if (checkExpression(source, environment, 'boolean').length > 0) return;
      published++;
      const compiled = compileExpression(source);
      for (const submit of submits) {
        expect(compiled.evaluate(submit)).toEqual({ ok: true, value: expect.any(Boolean) });
      }
    }),
    { numRuns: 4000 },
  );
  expect(published).toBeGreaterThan(200);
});

test('the library agrees with every value of an expression', () => {
  const library = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });
  let compared = 0;
  fc.assert(
    fc.property(condition, values, (source, submit) => {
      if (source.length > 2000 || checkExpression(source, environment, 'boolean').length > 0) return;
      const own = compileExpression(source).evaluate(submit);
      let theirs: unknown;
      try {
        theirs = library.evaluate(source, submit);
      } catch {
        // Null compared with another kind and mixed arithmetic are ours; the library refuses them.
        return;
      }
      compared++;
      expect(own).toEqual({ ok: true, value: theirs });
    }),
    { numRuns: 3000 },
  );
  expect(compared).toBeGreaterThan(100);
});

test('any text at all is checked without an exception', () => {
  const words = fc.constantFrom(
    'data',
    '.',
    'a',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '?',
    '&&',
    '||',
    '!',
    '-',
    '==',
    'in',
    'null',
    '1',
    '1u',
    '1.5',
    "'x'",
    "b'x'",
    'r"x"',
    'has',
    'exists',
    'map',
    'size',
    'x',
    ' ',
    '>',
    '%',
    '"',
    "'",
    'cel.bind',
    'dyn',
    'type',
    '\u{1F600}',
    '\\',
    '\n',
    '//',
    '"""',
  );
  const source = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 20 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(source, (text_) => {
      const faults = checkExpression(text_, environment, 'any');
      if (faults.length === 0) expect(compileExpression(text_).evaluate({}).ok).toBeTypeOf('boolean');
    }),
    { numRuns: 5000 },
  );
});
