import {
  type EntryField,
  type OutputType,
  type Phrase,
  reservedIds,
  subjectFieldNames,
  type WorkflowEventType,
} from '@gatehouse/contract';

/** Kinds of values inside expressions; `any` is decided when the expression runs. */
export type Kind = OutputType | 'any' | 'null';

/** How a kind is called in a message. */
export const kindLabels: Readonly<Record<Kind, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  list: 'a list',
  map: 'an object',
  any: 'any value',
  null: 'null',
};

/** A declared field. A nullable one needs a guard before anything but `==`, `!=` and `in` may use it. */
export interface FieldType {
  readonly kind: Kind;
  readonly nullable: boolean;
}

/** The names that an expression may use at one place of a workflow. */
export interface ExpressionEnvironment {
  /** Names with declared fields: `data`, `customer`, `case` and the nodes that may have run before. */
  readonly records: ReadonlyMap<string, ReadonlyMap<string, FieldType>>;
  /** Names that are a value themselves: `riskScore`. */
  readonly values: ReadonlyMap<string, FieldType>;
  /** Names of the workflow that cannot be read here, with the reason. */
  readonly unavailable: ReadonlyMap<string, Phrase>;
}

/** Whether `data.NAME` can be written for a field of this name. */
export function isReadableField(name: string): boolean {
  // After a dot only the literals and `in` are no names.
  return !['true', 'false', 'null', 'in'].includes(name);
}

export const reservedNames: ReadonlySet<string> = new Set(reservedIds);

const requiredSubjectFields: ReadonlySet<string> = new Set(['customerId', 'name', 'customerType']);

/** Fields of `data` that the interface itself declares for an event (interface specification 2.4, 2.5). */
export function interfaceFields(eventType: WorkflowEventType | undefined): ReadonlyMap<string, FieldType> {
  if (!isSubjectEvent(eventType)) return new Map([['customerId', required('text')]]);
  const subject = subjectFieldNames.map((name): [string, FieldType] => [
    name,
    requiredSubjectFields.has(name) ? required('text') : optional('text'),
  ]);
  return new Map([...subject, ...(eventType === 'PERIODIC_FLOW_EVENT' ? monitoringFields : [])]);
}

/** Events whose data is a screening subject: a caller's, and the one that monitoring raises of what it last said. */
export function isSubjectEvent(eventType: WorkflowEventType | undefined): boolean {
  return eventType === 'MANUAL_CASE_EVENT' || eventType === 'PERIODIC_FLOW_EVENT';
}

/** What monitoring tells of why it starts an execution, and the addresses of the customer's transactions. */
const monitoringFields: readonly [string, FieldType][] = [
  ['monitoringRunId', required('text')],
  ['monitoringReason', required('text')],
  ['monitoringEntityIds', required('list')],
  ['monitoringParties', required('list')],
  ['wallets', optional('list')],
];

/** What a hosted flow knows of its customer when it begins: from its link. */
const linkFields: readonly [string, FieldType][] = [
  ['customerId', required('text')],
  ['customerType', required('text')],
  ['email', required('text')],
];

/** The interface's fields of `data`, then what end users are asked for, then the workflow's own. */
export function dataFields(
  eventType: WorkflowEventType | undefined,
  entry: readonly EntryField[],
  requested?: { readonly hosted: boolean; readonly particulars: readonly (readonly [string, Kind])[] },
): ReadonlyMap<string, FieldType> {
  const fields = new Map(requested?.hosted ? linkFields : interfaceFields(eventType));
  for (const [name, kind] of requested?.particulars ?? []) {
    if (!fields.has(name)) fields.set(name, optional(kind));
  }
  for (const field of entry) {
    if (fields.has(field.name)) continue;
    fields.set(field.name, { kind: entryKinds[field.type], nullable: !field.required });
  }
  return fields;
}

const entryKinds: Readonly<Record<EntryField['type'], Kind>> = {
  string: 'text',
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  list: 'list',
  object: 'map',
  ownership: 'map',
};

/**
 * The customer's profile. `name` and `customerType` are certain only where the event itself brings them;
 * a customer known from a transaction alone may have neither.
 */
export function customerFields(eventType: WorkflowEventType | undefined): ReadonlyMap<string, FieldType> {
  const certain = isSubjectEvent(eventType);
  return new Map<string, FieldType>([
    ['customerId', required('text')],
    ['customerType', { kind: 'text', nullable: !certain }],
    ['name', { kind: 'text', nullable: !certain }],
    ['aliasName', optional('text')],
    ['sex', optional('text')],
    ['dateOfBirth', optional('text')],
    ['countryOfNationality', optional('text')],
    ['countryOfResidence', optional('text')],
    ['occupation', optional('text')],
    ['idType', optional('text')],
    ['idNumber', optional('text')],
    ['countryOfIncorporation', optional('text')],
    ['incorporationDate', optional('text')],
    ['incorporationNumber', optional('text')],
  ]);
}

/** The execution's case; every field is null until one exists. `resolvedAt` is in epoch milliseconds. */
export const caseFields: ReadonlyMap<string, FieldType> = new Map([
  ['caseNo', optional('text')],
  ['caseStatus', optional('text')],
  ['riskScore', optional('number')],
  ['resolvedAt', optional('number')],
]);

function required(kind: Kind): FieldType {
  return { kind, nullable: false };
}

function optional(kind: Kind): FieldType {
  return { kind, nullable: true };
}
