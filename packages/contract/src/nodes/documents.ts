import { z } from 'zod';
import { defineNode } from './node.ts';

/** Has the person hand in documents, reads them where they can be read, and has them confirmed. */
export const documentsNode = defineNode({
  type: 'documents',
  title: 'Documents',
  description: 'Collects documents by camera or upload, and lets the person confirm the extracted data.',
  config: z.strictObject({
    rule: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Code of a rule in `platform_document_default_rule`. Default: the rule for the event and the country.',
      ),
    enhanced: z
      .boolean()
      .default(false)
      .describe('If no rule is set: also consider the rules for enhanced due diligence.'),
  }),
  output: { documents: 'list', count: 'number', findings: 'list', unchecked: 'list' },
  terminal: false,
  recomputed: false,
  pauses: true,
  waitsForPerson: true,
  expressions: [],
});
