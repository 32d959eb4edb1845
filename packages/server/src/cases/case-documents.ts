import { type SubmittedDocumentView, submittedDocumentView } from '@gatehouse/contract';
import { z } from 'zod';
import { uploadIdsIn } from '../uploads/index.ts';
import { readingsIn } from './document-readings.ts';

/** A document as a `documents` step puts it out; what else is in it is for workflows. */
const keptDocument = submittedDocumentView.omit({ filenames: true, readings: true, places: true }).extend({
  // Steps that were submitted before documents were compared with the stated facts have none.
  contradictions: submittedDocumentView.shape.contradictions.default([]),
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
      const { files, details, ...shown } = kept.data;
      return [
        {
          ...shown,
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
