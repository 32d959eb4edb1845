import { type SubmittedDocumentView, submittedDocumentView } from '@gatehouse/contract';
import { z } from 'zod';
import { uploadIdsIn } from '../uploads/index.ts';
import { readingsIn } from './document-readings.ts';

/** A document as a `documents` step puts it out; what else is in it is for workflows. */
const keptDocument = submittedDocumentView
  .omit({ filenames: true, readings: true, places: true, readFields: true })
  .extend({
    // Steps that were submitted before documents were compared with the stated facts have none.
    contradictions: z
      .array(submittedDocumentView.shape.contradictions.unwrap().omit({ isRead: true }))
      .default([]),
    read: z.record(z.string(), z.unknown()).default({}),
    // What was given before it was said has none.
    unchecked: submittedDocumentView.shape.unchecked.default([]),
    group: z.string().default(''),
    replaces: z.string().nullable().default(null),
    files: z.array(
      z.object({
        filename: z.string(),
        side: z.enum(['front', 'back']).default('front'),
        url: z.string().default(''),
      }),
    ),
    details: z.unknown(),
  });
const keptDocuments = z.object({ documents: z.array(z.unknown()) });

/** The documents that end users gave in the steps of an execution, in the order of its outputs. */
export function submittedDocumentsIn(outputs: Readonly<Record<string, unknown>>): SubmittedDocumentView[] {
  return Object.values(outputs).flatMap((output) => {
    const step = keptDocuments.safeParse(output);
    // An output of a caller's webhook may have the same name; what is no such document is left out.
    return (step.data?.documents ?? []).flatMap((document) => {
      const kept = keptDocument.safeParse(document);
      if (!kept.success) return [];
      const { files, details, read, ...shown } = kept.data;
      const readFields = confirmedAsRead(shown, read);
      return [
        {
          ...shown,
          readFields,
          contradictions: shown.contradictions.map((one) => ({
            ...one,
            isRead: partsOf(one.field, shown.fields).every((field) => readFields.includes(field)),
          })),
          ...readingsIn(details),
          filenames: files.map(({ filename }) => filename),
          files: files.flatMap(({ side, filename, url }) => {
            const [uploadId] = uploadIdsIn(url);
            return uploadId === undefined ? [] : [{ side, uploadId, filename }];
          }),
        },
      ];
    });
  });
}

type KeptDocument = z.infer<typeof keptDocument>;

/** What a picture says; nothing of one that could not be read, whatever is kept with it. */
export function readValues<Value>(
  findings: readonly string[],
  read: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  return findings.some((code) => code.startsWith('unread:')) ? {} : read;
}

/** The fields whose value the end user left as it was read. */
function confirmedAsRead({ fields, findings }: Pick<KeptDocument, 'fields' | 'findings'>, read: Fields) {
  return Object.entries(readValues(findings, read)).flatMap(([field, value]) =>
    typeof value === 'string' && fields[field] === value ? [field] : [],
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a document that a contradiction is about: those of a name are its parts. */
function partsOf(field: string, fields: Fields): readonly string[] {
  if (field !== 'name') return [field];
  return ['givenNames', 'surname'].filter((part) => typeof fields[part] === 'string' && fields[part] !== '');
}
