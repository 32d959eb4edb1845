import type { DocumentGroup, FieldFault, FieldValues, SubmittedDocument } from '@gatehouse/contract';
import {
  type DocumentContext,
  documentItem,
  fileBounds,
  groupsOf,
  isOfGroup,
  issueDateFault,
} from './document-groups.ts';
import { enteredValues } from './entered-values.ts';
import { contradictionsOf, statedFacts } from './stated-facts.ts';
import type { ReviewEntry, StepType } from './step-type.ts';

/** A file of a document as it is kept with the step. */
export interface DraftFile {
  readonly side: 'front' | 'back';
  readonly fileId: string;
  readonly filename: string;
  readonly url: string;
}

/** A document as the step keeps it: what the person sees of it, and what analysts get beside that. */
export interface DraftDocument
  extends Omit<
    SubmittedDocument,
    'sides' | 'personId' | 'issuedOn' | 'needsExpiryDate' | 'contradictions' | 'entered' | 'reading'
  > {
  /** What was kept before pictures of papers were examined has no findings. */
  readonly reading:
    | Exclude<SubmittedDocument['reading'], { kind: 'kept' }>
    | { readonly kind: 'kept'; readonly findings?: readonly string[] };
  readonly personId?: string | null;
  readonly issuedOn?: string | null;
  readonly files: readonly DraftFile[];
  /** What no machine has looked at, for analysts; absent in what was kept before it was said. */
  readonly unchecked?: readonly string[];
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
    given: documentsOf(context).map((document) => shownDocument(context, document)),
    ...fileBounds,
    ...(context.request && { request: { type: context.request.type, reason: context.request.reason } }),
  }),
  validate: async (_tx, context) => {
    const documents = documentsOf(context);
    const groups = groupsOf(context);
    const faults = groups.flatMap((group) => groupFaults(context, group));
    if (faults.length > 0) return { kind: 'faults', faults };
    const submitted = documents.map((document) => outputOf(context, document));
    return {
      kind: 'given',
      submission: {
        output: {
          documents: submitted,
          count: submitted.length,
          findings: [...new Set(submitted.flatMap(({ findings }) => findings))],
          unchecked: [...new Set(submitted.flatMap(({ unchecked }) => unchecked))],
        },
        draft: { documents: keptDocuments(context) },
      },
    };
  },
  review: (context) => documentsOf(context).map((document, item) => reviewed(context, { document, item })),
};

/** What is still missing of a group, and what of it cannot be taken. */
function groupFaults(context: DocumentContext, group: DocumentGroup): FieldFault[] {
  const { minCount, person } = group;
  const submitted = documentsOf(context).filter((document) => isOfGroup(document, group));
  const at = (documentId: string) => `documents.${documentId}`;
  const field = person === null ? group.group : `${group.group}.${person.personId}`;
  return [
    ...(submitted.length < minCount ? [{ field, rule: 'minItems', params: { minItems: minCount } }] : []),
    ...submitted.flatMap(({ documentId, reading, confirmed, issuedOn }): FieldFault[] => {
      if (reading.kind !== 'kept' && confirmed === null) {
        return [{ field: at(documentId), rule: 'confirm', params: {} }];
      }
      // It may have grown too old since it was added.
      const fault = issueDateFault(group, issuedOn ?? null, context.now);
      return fault === undefined ? [] : [{ ...fault, field: at(documentId) }];
    }),
  ];
}

/** The documents that are there for what is asked for now: a person who no longer owns shows nothing. */
export function documentsOf(context: DocumentContext): readonly DraftDocument[] {
  const groups = groupsOf(context);
  return keptDocuments(context).filter((document) => groups.some((group) => isOfGroup(document, group)));
}

/** Every document that was added in the step; what is no longer asked for may be again. */
export function keptDocuments({ draft }: Pick<DocumentContext, 'draft'>): readonly DraftDocument[] {
  return (draft as { documents?: readonly DraftDocument[] } | undefined)?.documents ?? [];
}

function shownDocument(
  context: DocumentContext,
  { files, details: _details, noticed: _noticed, unchecked: _unchecked, ...document }: DraftDocument,
): SubmittedDocument {
  const { personId = null, issuedOn = null, confirmed } = document;
  const reading = document.reading.kind === 'kept' ? { findings: [], ...document.reading } : document.reading;
  const read = reading.kind === 'read' ? reading.fields.map(({ field, value }) => [field, value]) : [];
  const contradictions = contradictionsOf(
    statedFacts(context, document),
    confirmed ?? (Object.fromEntries(read) as FieldValues),
  );
  return {
    ...document,
    reading,
    personId,
    issuedOn,
    sides: files.map(({ side, filename }) => ({ side, filename })),
    needsExpiryDate: needsExpiryDate(context, document),
    contradictions: contradictions.map(({ score: _score, ...difference }) => difference),
    entered: enteredValues(context, { ...document, reading }),
  };
}

/** Whether the group takes no document that has expired, of a kind that can. */
export function needsExpiryDate(
  context: DocumentContext,
  document: Pick<DraftDocument, 'group' | 'type' | 'country'>,
): boolean {
  const group = groupsOf(context).find((known) => known.group === document.group);
  const item = documentItem(context.reference, document.type, document.country);
  return group?.mustNotBeExpired === true && item?.expires === true;
}

/** What later nodes and analysts get: what was read, what the person said, and where these differ. */
function outputOf(context: DocumentContext, document: DraftDocument) {
  const person = groupsOf(context).find((group) => isOfGroup(document, group))?.person ?? null;
  const { documentId, group, type, country, files, reading, confirmed, details, noticed } = document;
  const read = reading.kind === 'read' ? reading.fields : [];
  const differences = read.flatMap(({ field, value }) => {
    const said = confirmed?.[field] ?? null;
    return value !== null && said !== value ? [{ field, read: value, confirmed: said }] : [];
  });
  const contradictions = contradictionsOf(statedFacts(context, document), confirmed ?? {});
  return {
    documentId,
    group,
    type,
    country,
    person: person?.name ?? null,
    issuedOn: document.issuedOn ?? null,
    files: files.map(({ side, filename, url }) => ({ side, filename, url })),
    fields: confirmed ?? {},
    read: Object.fromEntries(read.map(({ field, value }) => [field, value])),
    differences,
    contradictions,
    findings: [
      ...new Set([
        ...(reading.kind === 'unread' ? [] : (reading.findings ?? [])),
        ...(reading.kind === 'unread' ? [`unread:${reading.reason}`] : []),
        ...(isProved(document) ? [] : ['unproved']),
        ...(differences.length > 0 ? ['confirmedDiffers'] : []),
        ...(contradictions.length > 0 ? ['expectedDiffers'] : []),
        ...noticed,
      ]),
    ],
    unchecked: document.unchecked ?? [],
    details,
  };
}

/** What a picture must have said itself: these as written, and these surely, by a check digit or in zone and print alike. */
const readFields: readonly string[] = ['surname', 'givenNames'];
const surelyReadFields: readonly string[] = ['documentNumber', 'dateOfBirth', 'expiryDate'];

/** Whether the picture says who it is about and until when, and not the person's word alone; files are only kept. */
function isProved({ reading, confirmed }: DraftDocument): boolean {
  if (reading.kind === 'kept') return true;
  if (reading.kind === 'unread') return false;
  const isRead = (field: string, surely: boolean) =>
    reading.fields.some((one) => one.field === field && one.value !== null && (one.sure || !surely));
  const isSaid = (field: string) => typeof confirmed?.[field] === 'string';
  return (
    isRead('documentNumber', true) &&
    readFields.every((field) => !isSaid(field) || isRead(field, false)) &&
    surelyReadFields.every((field) => !isSaid(field) || isRead(field, true))
  );
}

function reviewed(
  context: DocumentContext,
  { document, item }: { readonly document: DraftDocument; readonly item: number },
): ReviewEntry {
  const { type, country, files, confirmed } = document;
  const name = documentItem(context.reference, type, country)?.name ?? type;
  const person = groupsOf(context).find((group) => isOfGroup(document, group))?.person?.name;
  const said = [person, confirmed?.['documentNumber']].filter((each) => typeof each === 'string');
  return {
    field: type,
    label: name,
    ownLabel: false,
    value: [...said, ...files.map(({ filename }) => filename)].join(', '),
    item,
  };
}
