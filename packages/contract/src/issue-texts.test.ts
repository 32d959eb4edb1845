import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeNodeTypes, webhookFormSchema } from './index.ts';

const textOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe('what a schema has against a value', () => {
  it.each([
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(3), 'x', 'must have at least 3 characters'],
    [z.string().max(1), 'xx', 'must have at most 1 character'],
    [z.array(z.string()).min(2), [], 'must have at least 2 entries'],
    [z.number().max(100), 500, 'must be at most 100'],
    [z.number().positive(), 0, 'must be greater than 0'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.string(), undefined, 'is missing: must be a text'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.enum(['A', 'B']), 'C', 'must be one of "A", "B"'],
    [z.email(), 'x', 'must be an e-mail address'],
    [z.string().startsWith('https://'), 'x', 'must begin with "https://"'],
    [z.string().regex(/^a$/), 'x', 'does not have the expected form'],
    [z.string().regex(/^a$/, 'must be an a'), 'x', 'must be an a'],
    [z.strictObject({}), { a: 1, b: 2 }, 'unknown keys a, b'],
    [z.union([z.string(), z.number()]), true, 'has none of the forms that are accepted'],
    [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
  ])('is described in words, %#', (schema, value, text) => {
    expect(textOf(schema, value)).toEqual([text]);
  });
});

it('hints of forms name no section of a document', () => {
  expect(JSON.stringify([describeNodeTypes(), webhookFormSchema()])).not.toMatch(
    /(specification|interface\.md) \d/,
  );
});
