import { expect, test } from 'vitest';
import { evaluateAll } from './evaluate-all.ts';
import { maxMainSteps, maxSegmentSteps, newStepBudget } from './expression-steps.ts';
import { compileExpression, evaluateInOrder } from './expressions.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const pairs = compileExpression('data.items.all(a, data.items.all(b, a + b >= 0))');

test('a long evaluation comes to the same in a thread, with the same steps, as it does here', async () => {
  const values = { data: { items: numbers(120), other: 1 } };
  const here = newStepBudget();
  const expected = evaluateInOrder([pairs, pairs], { values, steps: here }, 'conditions');
  const steps = newStepBudget();
  expect(await evaluateAll([pairs, pairs], { values, steps }, 'conditions')).toEqual(expected);
  expect(steps).toEqual(here);
  expect(maxSegmentSteps - steps.left).toBeGreaterThan(maxMainSteps);
  expect(expected).toEqual([
    { ok: true, value: true },
    { ok: true, value: true },
  ]);
});

test('expressions of one run pay from one budget, and the one that exceeds it says so', async () => {
  const values = { data: { items: numbers(120) } };
  const steps = newStepBudget();
  const results = await evaluateAll(
    Array(400).fill(pairs) as (typeof pairs)[],
    { values, steps },
    'conditions',
  );
  expect(results.length).toBeLessThan(10);
  expect(results.at(-1)).toMatchObject({
    ok: false,
    isSpent: true,
    reason: expect.stringContaining(`more than ${maxSegmentSteps} steps together`),
  });
  const [next] = await evaluateAll([compileExpression('true')], { values, steps });
  expect(next).toMatchObject({ ok: false, isSpent: true });
});

test('deep comparisons, searches in texts and results pay for what they look at', async () => {
  const list = numbers(130_000).map((id) => ({ id }));
  const big = { data: { one: list, other: structuredClone(list) } };
  const text = { data: { one: 'a'.repeat(500_000), other: `b${'a'.repeat(250_000)}` } };
  const wide = {
    data: { one: Object.fromEntries(list.map(({ id }) => [`k${id}`, id])), other: {}, list: numbers(100) },
  };
  const spent = async (source: string, values: Record<string, unknown>) => {
    const [result] = await evaluateAll([compileExpression(source)], { values, steps: newStepBudget() });
    return result;
  };
  const isSpent = { ok: false, isSpent: true };
  expect(await spent('data.one == data.other', big)).toMatchObject(isSpent);
  expect(await spent('data.one.contains(data.other)', text)).toMatchObject(isSpent);
  expect(await spent('data.list.exists(x, data.one == data.other)', wide)).toMatchObject(isSpent);
  expect(await spent('data.list.exists(x, size(data.one) == x)', wide)).toMatchObject(isSpent);
  expect(await spent('data.list.map(x, data.one)', wide)).toMatchObject(isSpent);
});

test('a small evaluation takes the steps that it always took, and stays where it is', async () => {
  const steps = newStepBudget();
  const compiled = compileExpression("data.country in ['IR', 'KP'] && data.amount > 100");
  expect(await evaluateAll([compiled], { values: { data: { country: 'IR', amount: 200 } }, steps })).toEqual([
    { ok: true, value: true },
  ]);
  expect(maxSegmentSteps - steps.left).toBeLessThan(30);
});
