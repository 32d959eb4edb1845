import { z } from 'zod';

/** Where a document contradicts what the end user stated before it was asked for. */
const documentContradiction = z.object({
  field: z.string().describe('`name`, or a field of the document.'),
  document: z.string().describe('What the document says.'),
  told: z.string().describe('What was told; of names all, with commas between.'),
  score: z.number().nullable().describe('Of `name`: how alike the likest of them is, 0 to 1. Else null.'),
});
export type DocumentContradiction = z.infer<typeof documentContradiction>;

/** An identity or other document of a `documents` step, for whoever decides on the case. */
export const submittedDocumentView = z.object({
  documentId: z.string(),
  type: z.string().describe('Code of `platform_document_master`.'),
  country: z.string().nullable(),
  person: z.string().nullable().describe('Whose it is, where several people of a company show some.'),
  issuedOn: z.string().nullable().describe('As the end user says.'),
  filenames: z.array(z.string()),
  fields: z
    .record(z.string(), z.unknown())
    .describe('As the end user confirmed them; empty where nothing is read.'),
  differences: z
    .array(z.object({ field: z.string(), read: z.string(), confirmed: z.string().nullable() }))
    .describe('Where the end user confirmed something else than was read.'),
  contradictions: z
    .array(documentContradiction)
    .describe('Where the document says otherwise than the end user told before.'),
  findings: z.array(z.string()).describe('Codes (docs/documents.md).'),
  unchecked: z
    .array(z.string())
    .describe('What no machine has looked at: `face`, or `content:` and why (docs/documents.md).'),
});
export type SubmittedDocumentView = z.infer<typeof submittedDocumentView>;
