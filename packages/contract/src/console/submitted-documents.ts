import { z } from 'zod';

/** Where the fields of a document contradict what the end user stated before it was asked for. */
const documentContradiction = z
  .object({
    field: z.string().describe('`name`, or a field of the document.'),
    document: z.string().describe('The value of `fields`; of `name` its parts.'),
    isRead: z
      .boolean()
      .describe('Whether `document` was read from the pictures; otherwise the end user entered it.'),
    told: z.string().describe('What the end user entered; several names are separated by commas.'),
    score: z.number().nullable().describe('Of `name`: how alike the likest of them is, 0 to 1. Else null.'),
  })
  .meta({ id: 'DocumentContradiction' });
export type DocumentContradiction = z.infer<typeof documentContradiction>;

const fraction = z.number().min(0).max(1);

/** Where a value stands on a picture of a document. */
const documentPlace = z
  .object({
    field: z.string(),
    side: z.enum(['front', 'back']),
    origin: z.enum(['zone', 'print']).describe('`zone`: the machine-readable zone.'),
    left: fraction.describe(
      'Of the width of the picture as a browser shows it, from 0 to 1; likewise the others.',
    ),
    top: fraction,
    width: fraction,
    height: fraction,
  })
  .meta({ id: 'DocumentPlace' });
export type DocumentPlace = z.infer<typeof documentPlace>;

/** An identity or other document of a `documents` step, for whoever decides on the case. */
export const submittedDocumentView = z
  .object({
    documentId: z.string(),
    type: z.string().describe('Code of `platform_document_master`.'),
    country: z.string().nullable(),
    person: z
      .string()
      .nullable()
      .describe('The person it belongs to, where several people of a company show documents.'),
    issuedOn: z.string().nullable().describe('As stated by the end user.'),
    filenames: z.array(z.string()),
    files: z
      .array(
        z
          .object({
            side: z.enum(['front', 'back']),
            uploadId: z.string().describe('Of `documents` of the case.'),
            filename: z.string(),
          })
          .meta({ id: 'SubmittedFile' }),
      )
      .describe('The pictures or files, front first.'),
    replaces: z
      .string()
      .nullable()
      .describe('The document that the end user was asked for again, where this one came for it.'),
    group: z.string().describe('Group of the rule of documents, such as `IDENTITY`.'),
    readings: z
      .array(
        z
          .object({
            field: z.string(),
            zone: z.string().nullable().describe('As read in the machine-readable zone.'),
            print: z.string().nullable().describe('As read in the print.'),
          })
          .meta({ id: 'DocumentReading' }),
      )
      .describe('What was read on the pictures, by its origin.'),
    places: z.array(documentPlace).describe('Where values stand on the pictures, as far as it is known.'),
    fields: z
      .record(z.string(), z.unknown())
      .describe('As confirmed or entered by the end user; empty where no fields are asked for.'),
    readFields: z
      .array(z.string())
      .describe(
        'Names of those `fields` whose value is as it was read from the pictures. The end user entered every other one.',
      ),
    differences: z
      .array(
        z
          .object({ field: z.string(), read: z.string(), confirmed: z.string().nullable() })
          .meta({ id: 'DocumentDifference' }),
      )
      .describe('Fields where the end user changed what was read.'),
    contradictions: z
      .array(documentContradiction)
      .describe('Discrepancies between the document and what the end user entered.'),
    findings: z.array(z.string()).describe('Codes (docs/documents.md).'),
    unchecked: z
      .array(z.string())
      .describe('What was not checked automatically: `face`, or `content:` and why (docs/documents.md).'),
  })
  .meta({ id: 'SubmittedDocument' });
export type SubmittedDocumentView = z.infer<typeof submittedDocumentView>;
