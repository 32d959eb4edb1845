import type { FieldFault, GivenDocument } from '@gatehouse/contract';
import { type DocumentContext, documentItem, fileBounds, groupsOf } from './document-groups.ts';
import type { ReviewEntry, StepType } from './step-type.ts';

/** A file of a document as it is kept with the step. */
export interface DraftFile {
  readonly side: 'front' | 'back';
  readonly fileId: string;
  readonly filename: string;
  readonly url: string;
}

/** A document as the step keeps it: what the person sees of it, and what analysts get beside that. */
export interface DraftDocument extends Omit<GivenDocument, 'sides'> {
  readonly files: readonly DraftFile[];
  /** Everything that the reading found, for analysts. */
  readonly details: unknown;
  /** What was noticed when the person confirmed it. */
  readonly noticed: readonly string[];
}

/** Documents by camera or file. */
export const documentsStep: StepType<'documents'> = {
  show: async (_tx, context) => ({
    type: 'documents',
    groups: groupsOf(context),
    given: documentsOf(context).map(shownDocument),
    ...fileBounds,
  }),
  judge: async (_tx, context) => {
    const documents = documentsOf(context);
    const faults = groupsOf(context).flatMap(({ group, minCount }): FieldFault[] => {
      const given = documents.filter((document) => document.group === group);
      const open = given.filter(({ reading, confirmed }) => reading.kind !== 'kept' && confirmed === null);
      return [
        ...(given.length < minCount
          ? [{ field: group, rule: 'minItems', params: { minItems: minCount } }]
          : []),
        ...open.map(({ documentId }) => ({ field: `documents.${documentId}`, rule: 'confirm', params: {} })),
      ];
    });
    if (faults.length > 0) return { kind: 'faults', faults };
    const given = documents.map((document) => outputOf(document));
    return {
      kind: 'given',
      gift: {
        output: {
          documents: given,
          count: given.length,
          findings: [...new Set(given.flatMap(({ findings }) => findings))],
        },
        draft: { documents },
      },
    };
  },
  review: (context) => documentsOf(context).map((document, item) => reviewed(context, { document, item })),
};

export function documentsOf({ draft }: Pick<DocumentContext, 'draft'>): readonly DraftDocument[] {
  return (draft as { documents?: readonly DraftDocument[] } | undefined)?.documents ?? [];
}

function shownDocument({
  files,
  details: _details,
  noticed: _noticed,
  ...document
}: DraftDocument): GivenDocument {
  return { ...document, sides: files.map(({ side, filename }) => ({ side, filename })) };
}

/** What later nodes and analysts get: what was read, what the person said, and where these differ. */
function outputOf(document: DraftDocument) {
  const { documentId, group, type, country, files, reading, confirmed, details, noticed } = document;
  const read = reading.kind === 'read' ? reading.fields : [];
  const differences = read.flatMap(({ field, value }) => {
    const said = confirmed?.[field] ?? null;
    return value !== null && said !== value ? [{ field, read: value, confirmed: said }] : [];
  });
  return {
    documentId,
    group,
    type,
    country,
    files: files.map(({ side, filename, url }) => ({ side, filename, url })),
    fields: confirmed ?? {},
    read: Object.fromEntries(read.map(({ field, value }) => [field, value])),
    differences,
    findings: [
      ...new Set([
        ...(reading.kind === 'read' ? reading.findings : []),
        ...(reading.kind === 'unread' ? [`unread:${reading.reason}`] : []),
        ...(differences.length > 0 ? ['confirmedDiffers'] : []),
        ...noticed,
      ]),
    ],
    details,
  };
}

function reviewed(
  { reference }: DocumentContext,
  { document, item }: { readonly document: DraftDocument; readonly item: number },
): ReviewEntry {
  const { type, country, files, confirmed } = document;
  const name = documentItem(reference, type, country)?.name ?? type;
  const number = confirmed?.['documentNumber'];
  return {
    field: type,
    label: name,
    ownLabel: false,
    value: [...(typeof number === 'string' ? [number] : []), ...files.map(({ filename }) => filename)].join(
      ', ',
    ),
    item,
  };
}
