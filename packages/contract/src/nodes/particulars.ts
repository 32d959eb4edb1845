import { z } from 'zod';
import { fieldName } from '../reference/field-rules.ts';
import { defineNode } from './node.ts';

/** Asks the person for facts about themselves or their company; what they give fills `data` and the customer's profile. */
export const particularsNode = defineNode({
  type: 'particulars',
  title: 'Particulars',
  description: 'Asks the person for their own or their company’s facts, which fill data and the customer.',
  config: z
    .strictObject({
      form: z.string().min(1).max(100).optional().describe('Code of a form of `required-form`.'),
      fields: z
        .array(fieldName)
        .min(1)
        .max(100)
        .optional()
        .describe('Fields of `particular`, in place of a form.'),
      required: z
        .array(fieldName)
        .max(100)
        .default([])
        .describe('Fields that have to be given whatever their form says.'),
    })
    .refine((config) => (config.form === undefined) !== (config.fields === undefined), {
      path: ['form'],
      error: 'needs form or fields, one of them',
    }),
  output: { fields: 'map' },
  terminal: false,
  recomputed: false,
  pauses: true,
  waitsForPerson: true,
  expressions: [],
});
