import { z } from 'zod';
import { defineNode } from './node.ts';

/** Has the person fill forms of the reference configuration. */
export const requiredFormsNode = defineNode({
  type: 'required-forms',
  title: 'Required forms',
  description: 'Collects forms, each once or several times as the form defines.',
  config: z.strictObject({
    forms: z.array(z.string().min(1).max(100)).min(1).max(20).describe('Codes of forms in `required-form`.'),
  }),
  // By the form's code: its fields, or a list of them where the form is repeatable.
  output: { forms: 'map' },
  terminal: false,
  recomputed: false,
  pauses: true,
  waitsForPerson: true,
  expressions: [],
});
