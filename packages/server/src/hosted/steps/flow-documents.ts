import {
  type confirmBody,
  type documentBody,
  documentFieldNames,
  type FieldFault,
  type FieldValues,
  type FlowView,
  type ReadField,
} from '@gatehouse/contract';
import type { DocumentReader, FindingCode } from '@gatehouse/document-reader';
import { isWorthRetaking } from '@gatehouse/document-reader';
import type { z } from 'zod';
import type { Database, Tx } from '../../database/database.ts';
import { isId, newId } from '../../lib/ids.ts';
import { validateDocumentNumber } from '../../reference/national-numbers/index.ts';
import { findUploads, type UploadRow, type Uploads, uploadUrl } from '../../uploads/index.ts';
import type { FlowSessionOfLink } from '../links/index.ts';
import {
  type DocumentContext,
  documentItem,
  groupsOf,
  isOfGroup,
  issueDateFault,
} from './document-groups.ts';
import {
  examinePictures,
  nothingExamined,
  readPictures,
  type SideReading,
  selfie,
} from './document-pictures.ts';
import { draftName } from './document-request.ts';
import {
  type DraftDocument,
  type DraftFile,
  documentsOf,
  keptDocuments,
  needsExpiryDate,
} from './documents-step.ts';
import { readFile } from './file-queries.ts';
import { saveDraft } from './flow-queries.ts';
import { FlowRefusal } from './flow-refusal.ts';
import type { Flows } from './flows.ts';
import { isDate } from './is-date.ts';
import { contradictionsOf, type StatedFacts, statedFacts } from './stated-facts.ts';

/** Documents of one step: more than a company with very many people has. */
const maxDocuments = 150;
/** Characters of a field of a document: more than a name has. */
const longestText = 200;

interface Step {
  readonly nodeId: string;
  readonly callbackKey: string;
}

export interface DocumentTools {
  readonly database: Database;
  readonly flows: Flows;
  readonly uploads: Uploads;
  readonly reader: DocumentReader;
}

/** Documents within the step that asks for them: added and read, put right by the person, taken back. */
export class FlowDocuments {
  readonly #tools: DocumentTools;

  constructor(tools: DocumentTools) {
    this.#tools = tools;
  }

  /** Adds a document of whole files and reads it; sent again with the same files, it is the same document. */
  async add(
    session: FlowSessionOfLink,
    nodeId: string,
    { callbackKey, ...requested }: z.infer<typeof documentBody>,
  ): Promise<FlowView> {
    const step = { nodeId, callbackKey };
    const prepared = await this.#within(session, step, (tx, context) =>
      this.#prepare(tx, context, requested),
    );
    if (prepared.kind === 'refused') throw prepared.refusal;
    if (prepared.kind === 'there') return this.#tools.flows.view(session);
    const uploads = await findUploads(
      this.#tools.database,
      session.link.scope,
      prepared.files.map(({ uploadId }) => uploadId),
    );
    const files = prepared.files.map((file) => ({
      ...file,
      upload: uploads.find(({ uploadId }) => uploadId === file.uploadId)!,
    }));
    // Outside any transaction: it takes seconds.
    const { isReadable, told: stated } = prepared;
    const tools = { ...this.#tools, scope: session.link.scope };
    const readings = isReadable
      ? await readPictures(tools, files, { ...requested, expected: stated.facts })
      : undefined;
    const examined = isReadable ? nothingExamined : await examinePictures(tools, files, requested.type);
    const document: DraftDocument = {
      documentId: newId(),
      group: requested.group,
      type: requested.type,
      country: requested.country,
      personId: requested.personId,
      issuedOn: prepared.issuedOn,
      files: files.map(({ side, fileId, upload }) => draftFile({ side, fileId, upload })),
      reading:
        readings === undefined
          ? { kind: 'kept', findings: examined.findings }
          : shownReading(readings, stated),
      confirmed: null,
      unchecked: [...examined.unchecked, ...(isReadable || requested.type === selfie ? ['face'] : [])],
      details: readings?.map(({ side, reading }) => ({ side, reading })) ?? null,
      noticed: [],
    };
    await this.#within(session, step, async (tx, context) => {
      const submitted = keptDocuments(context);
      if (submitted.some((other) => isSame(other, requested))) return;
      await this.#save(tx, context, [...submitted, document]);
    });
    return this.#tools.flows.view(session);
  }

  /** Keeps the fields as the person confirms them; what differs from the reading is kept for analysts. */
  async confirm(
    session: FlowSessionOfLink,
    { nodeId, documentId }: { readonly nodeId: string; readonly documentId: string },
    { callbackKey, fields }: z.infer<typeof confirmBody>,
  ): Promise<FlowView> {
    const refusal = await this.#within(session, { nodeId, callbackKey }, async (tx, context) => {
      const submitted = documentsOf(context);
      const document = submitted.find((other) => other.documentId === documentId);
      if (document === undefined || document.reading.kind === 'kept') return new FlowRefusal('NOT_FOUND');
      const confirmed = cleaned(fields);
      const faults = faultsOf(context, document, confirmed, Object.keys(fields));
      if (faults.length > 0) return new FlowRefusal('INVALID', { faults });
      const noticed = await noticedIn(document, confirmed);
      const changed = keptDocuments(context).map((other) =>
        other.documentId === documentId ? { ...other, confirmed, noticed } : other,
      );
      await this.#save(tx, context, changed);
      return undefined;
    });
    if (refusal !== undefined) throw refusal;
    return this.#tools.flows.view(session);
  }

  /** Takes a document back; one that is not there is taken back already. */
  async remove(
    session: FlowSessionOfLink,
    { nodeId, documentId }: { readonly nodeId: string; readonly documentId: string },
  ): Promise<FlowView> {
    const view = await this.#tools.flows.view(session);
    const callbackKey = view.nextStep?.nodeId === nodeId ? view.nextStep.callbackKey : '';
    await this.#within(session, { nodeId, callbackKey }, async (tx, context) => {
      await this.#save(
        tx,
        context,
        keptDocuments(context).filter((other) => other.documentId !== documentId),
      );
    });
    return this.#tools.flows.view(session);
  }

  #within<Result>(
    session: FlowSessionOfLink,
    step: Step,
    work: (tx: Tx, context: DocumentContext) => Promise<Result>,
  ): Promise<Result> {
    return this.#tools.flows.within(session, { ...step, types: ['documents'] as const }, work);
  }

  #save(tx: Tx, context: DocumentContext, documents: readonly DraftDocument[]): Promise<void> {
    const { execution } = context;
    const nodeId = draftName(context.node.id, context.request);
    return saveDraft(tx, context.link.scope, { execution, nodeId, draft: { documents } });
  }

  async #prepare(tx: Tx, context: DocumentContext, requested: Asked): Promise<Prepared> {
    const submitted = documentsOf(context);
    if (submitted.some((other) => isSame(other, requested))) return { kind: 'there' };
    const refused = (fault: FieldFault): Prepared => ({
      kind: 'refused',
      refusal: new FlowRefusal('INVALID', { faults: [fault] }),
    });
    const groups = groupsOf(context);
    const group = groups.find((known) => isOfGroup(requested, known));
    const choice = group?.choices.find(({ type }) => type === requested.type);
    if (group === undefined) {
      const field = groups.some((known) => known.group === requested.group) ? 'personId' : 'group';
      return refused({ field, rule: 'values', params: {} });
    }
    if (choice === undefined) return refused({ field: 'type', rule: 'values', params: {} });
    if (choice.needsCountry && requested.country === null) {
      return refused({ field: 'country', rule: 'required', params: {} });
    }
    const item = documentItem(context.reference, requested.type, requested.country);
    if (item === undefined) return refused({ field: 'country', rule: 'values', params: {} });
    const needsBack = choice.sides.includes('back') && item.sides === 2;
    if (needsBack && requested.files.back === undefined) {
      return refused({ field: 'files.back', rule: 'required', params: {} });
    }
    const issuedOn = group.maxAgeDays === null ? null : requested.issuedOn;
    const dateFault = issueDateFault(group, issuedOn, context.now);
    if (dateFault !== undefined) return refused(dateFault);
    if (keptDocuments(context).length >= maxDocuments) {
      return refused({ field: 'documents', rule: 'maxItems', params: { maxItems: maxDocuments } });
    }
    const files: PreparedFile[] = [];
    for (const side of ['front', 'back'] as const) {
      const fileId = requested.files[side];
      if (fileId === undefined) continue;
      const { executionId } = context.execution;
      const file = isId(fileId) ? await readFile(tx, context.link.scope, { executionId, fileId }) : undefined;
      if (file === undefined || file.uploadId === null) {
        return refused({ field: `files.${side}`, rule: 'unknown', params: {} });
      }
      files.push({ side, fileId, uploadId: file.uploadId });
    }
    const stated = statedFacts(context, requested);
    return { kind: 'files', files, isReadable: choice.readable, issuedOn, told: stated };
  }
}

type Asked = Omit<z.infer<typeof documentBody>, 'callbackKey'>;

interface PreparedFile {
  readonly side: 'front' | 'back';
  readonly fileId: string;
  readonly uploadId: string;
}

type Prepared =
  | {
      readonly kind: 'files';
      readonly files: readonly PreparedFile[];
      readonly isReadable: boolean;
      readonly issuedOn: string | null;
      readonly told: StatedFacts;
    }
  | { readonly kind: 'there' }
  | { readonly kind: 'refused'; readonly refusal: FlowRefusal };

function draftFile(file: { side: 'front' | 'back'; fileId: string; upload: UploadRow }): DraftFile {
  const { side, fileId, upload } = file;
  return { side, fileId, filename: upload.filename, url: uploadUrl(upload.bucket, upload.objectKey) };
}

function isSame(
  document: DraftDocument,
  { group, type, country, personId, issuedOn, files }: Asked,
): boolean {
  const wanted = [files.front, ...(files.back === undefined ? [] : [files.back])];
  return (
    document.group === group &&
    document.type === type &&
    document.country === country &&
    (document.personId ?? null) === personId &&
    (document.issuedOn ?? issuedOn) === issuedOn &&
    JSON.stringify(document.files.map(({ fileId }) => fileId)) === JSON.stringify(wanted)
  );
}

/** Of several sides, the surest value of each field; what none could read is for the person to type. */
function shownReading(readings: readonly SideReading[], stated: StatedFacts): DraftDocument['reading'] {
  const read = readings.flatMap(({ reading }) => (reading.kind === 'read' ? [reading] : []));
  if (read.length === 0) {
    const [first] = readings.flatMap(({ reading }) =>
      reading.kind === 'unreadable' ? [reading.reason] : [],
    );
    const reason = first ?? 'readerFailed';
    return { kind: 'unread', reason, retake: isWorthRetaking(reason) };
  }
  const fields = documentFieldNames.map((field): ReadField => {
    const values = read.flatMap((reading) => reading.fields[field] ?? []);
    const best = values.find(({ sure }) => sure) ?? values[0];
    return { field, value: best?.value ?? null, sure: best?.sure ?? false };
  });
  const values = Object.fromEntries(fields.map(({ field, value }) => [field, value]));
  const found: FindingCode[] = [
    ...read.flatMap(({ findings }) => findings.map(({ code }) => code)),
    ...(contradictionsOf(stated, values).length > 0 ? ['expectedDiffers' as const] : []),
  ];
  return { kind: 'read', fields, findings: [...new Set(found)] };
}

function cleaned(fields: FieldValues): Record<string, string | null> {
  return Object.fromEntries(
    documentFieldNames.map((field) => {
      const value = fields[field];
      const text = typeof value === 'string' ? value.trim() : '';
      return [field, text === '' ? null : text];
    }),
  );
}

function faultsOf(
  context: DocumentContext,
  document: DraftDocument,
  confirmed: Readonly<Record<string, string | null>>,
  sent: readonly string[],
): FieldFault[] {
  const { reference, now } = context;
  const today = now.toISOString().slice(0, 10);
  const countries = new Set(reference.items('platform_countries').map(({ code }) => code));
  const faults: FieldFault[] = sent
    .filter((field) => !(documentFieldNames as readonly string[]).includes(field))
    .map((field) => ({ field, rule: 'unknown', params: {} }));
  const at = (field: string, rule: string, params: FieldFault['params'] = {}) =>
    faults.push({ field, rule, params });
  if (confirmed['surname'] === null && confirmed['givenNames'] === null) at('surname', 'required');
  if (confirmed['documentNumber'] === null) at('documentNumber', 'required');
  // Of some people no more than the year of birth is known.
  const { dateOfBirth, expiryDate, sex } = confirmed;
  if (typeof dateOfBirth === 'string' && !isDate(dateOfBirth) && !/^\d{4}$/.test(dateOfBirth)) {
    at('dateOfBirth', 'type', { type: 'partialDate' });
  }
  if (typeof expiryDate === 'string' && !isDate(expiryDate)) at('expiryDate', 'type', { type: 'date' });
  for (const field of documentFieldNames) {
    if ((confirmed[field] ?? '').length > longestText) at(field, 'maxLength', { maxLength: longestText });
  }
  for (const field of ['nationality', 'issuingCountry']) {
    const value = confirmed[field];
    // A document of an organisation has a code of its own, as it was read.
    const isRead =
      document.reading.kind === 'read' && document.reading.fields.some((one) => one.value === value);
    if (value !== null && value !== undefined && !countries.has(value) && !isRead)
      at(field, 'values', { value });
  }
  if (typeof sex === 'string' && !['M', 'F', 'X'].includes(sex)) at('sex', 'values', { value: sex });
  if (typeof dateOfBirth === 'string' && dateOfBirth > today)
    at('dateOfBirth', 'maxDate', { maxDate: today });
  if (needsExpiryDate(context, document)) {
    if (expiryDate === null) at('expiryDate', 'required');
    else if (typeof expiryDate === 'string' && isDate(expiryDate) && expiryDate < today) {
      at('expiryDate', 'minDate', { minDate: today });
    }
  }
  return faults;
}

/** What somebody should look at in what the person typed; it refuses nothing. */
async function noticedIn(
  document: DraftDocument,
  confirmed: Readonly<Record<string, string | null>>,
): Promise<string[]> {
  const number = confirmed['documentNumber'];
  if (document.country === null || number === null || number === undefined) return [];
  const evaluated = await validateDocumentNumber(document.country, document.type, number);
  if (evaluated === 'wrong form') return ['numberForm'];
  return evaluated === 'wrong check digit' ? ['numberCheckDigit'] : [];
}
