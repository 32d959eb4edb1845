import { z } from 'zod';
import { defineNode } from './node.ts';

/** Has the person hand in documents, reads them where they can be read, and has them confirmed. */
export const documentsNode = defineNode({
  type: 'documents',
  title: 'Documents',
  description: 'Has the person hand in documents by camera or file, and confirm what was read from them.',
  config: z.strictObject({
    rule: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Code of `platform_document_default_rule`; absent: the one that event and country ask for.'),
    enhanced: z
      .boolean()
      .default(false)
      .describe('Without a rule: those of enhanced due diligence are looked at as well.'),
  }),
  output: { documents: 'list', count: 'number', findings: 'list', unchecked: 'list' },
  terminal: false,
  recomputed: false,
  pauses: true,
  waitsForPerson: true,
  expressions: [],
});
