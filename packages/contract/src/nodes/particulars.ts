import { z } from 'zod';
import { ruleText } from '../phrases/rule-text.ts';
import { fieldName } from '../reference/field-rules.ts';
import { defineNode } from './node.ts';

/** Asks the person for facts about themselves or their company; what they give fills `data` and the customer's profile. */
export const particularsNode = defineNode({
  type: 'particulars',
  title: 'Personal or company details',
  description:
    'Collects the details of the person or the company, and stores them in data and in the customer profile.',
  config: z
    .strictObject({
      form: z.string().min(1).max(100).optional().describe('Code of a form in `required-form`.'),
      fields: z
        .array(fieldName)
        .min(1)
        .max(100)
        .optional()
        .describe('Fields of `particular`, instead of a form.'),
      required: z
        .array(fieldName)
        .max(100)
        .default([])
        .describe('Fields that are mandatory even if the form makes them optional.'),
    })
    .refine((config) => (config.form === undefined) !== (config.fields === undefined), {
      path: ['form'],
      error: ruleText('rules.formOrFields'),
    }),
  output: { fields: 'map' },
  terminal: false,
  recomputed: false,
  pauses: true,
  waitsForPerson: true,
  expressions: [],
});
