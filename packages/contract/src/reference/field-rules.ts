import { z } from 'zod';
import { ruleText } from '../phrases/rule-text.ts';

/** Kinds of form fields; the kind says which rules make sense and how the value is written. */
export const fieldTypes = [
  'string',
  'text',
  'stringList',
  'enum',
  'boolean',
  'decimal',
  'date',
  'partialDate',
  'country',
  'countryList',
  'code',
  'codeList',
  'address',
  'email',
  'url',
] as const;
export type FieldType = (typeof fieldTypes)[number];

const count = z.number().int().min(0).max(100_000);
const fieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, ruleText('rules.fieldName'));

/** A pattern that JavaScript and HTML both take: it has to fit the whole value. */
const pattern = z
  .string()
  .max(500)
  .refine((text) => isPattern(text), ruleText('rules.pattern'));

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'v');
    return true;
  } catch {
    return false;
  }
}

const limitDate = z
  .string()
  .regex(/^(today|\d{4}-\d{2}-\d{2})$/, ruleText('rules.todayOrDate'))
  .refine((text) => text === 'today' || isDate(text), ruleText('rules.existingDate'));

function isDate(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/**
 * What a value of a field has to fulfil. Browser, server and callers read the same words; a rule that is absent asks
 * for nothing.
 */
export const fieldRules = z
  .strictObject({
    minLength: count.optional().describe('Characters.'),
    maxLength: count.optional().describe('Characters.'),
    pattern: pattern.optional().describe('Matches the whole value.'),
    script: z.literal('Latin').optional().describe('Only letters of this script.'),
    itemPattern: pattern.optional().describe('Matches each part of a list.'),
    itemMaxLength: count.optional().describe('Characters of each part of a list.'),
    separator: z
      .string()
      .length(1)
      .optional()
      .describe('Separator of the items of a list that is written as one text.'),
    minItems: count.optional(),
    maxItems: count.optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    maxDecimals: z.number().int().min(0).max(12).optional(),
    minDate: limitDate.optional(),
    maxDate: limitDate.optional(),
    fullDate: z.boolean().optional().describe('A year alone is not enough.'),
    minAgeYears: z.number().int().min(0).max(150).optional(),
    values: z.array(z.string().min(1).max(200)).min(1).optional().describe('Values of an enum.'),
    accepts: z.array(z.string().min(1).max(200)).optional().describe('Other spellings of the values.'),
    mustBe: z.boolean().optional(),
    level: z.string().optional().describe('Only codes of this level of a classification.'),
    requiredWith: z.array(fieldName).min(1).optional().describe('Required where one of these has a value.'),
    requiredIf: z
      .union([
        z.strictObject({ field: fieldName, contains: z.string() }),
        z.strictObject({ field: fieldName, in: z.array(z.string()).min(1) }),
      ])
      .optional()
      .describe('Required where another field holds a value.'),
    fallback: fieldName.optional().describe('The field whose value counts where this one has none.'),
    immutable: z.boolean().optional().describe('Cannot be changed once it was submitted.'),
  })
  .meta({ id: 'FieldRules' });
export type FieldRules = z.infer<typeof fieldRules>;

export { fieldName };
