import {
  identifierFieldNames,
  identifierFieldTypes,
  partyFieldNames,
  selfRole,
  subjectFieldNames,
  type WorkflowNodeOf,
} from '@gatehouse/contract';
import type { NodeFault } from './advance.ts';
import { type ExpressionScope, evaluateAll } from './evaluate-all.ts';
import { type EvaluationResult, quoteSource } from './expressions.ts';
import { compileNode } from './graph.ts';

/** Fields of interface specification 2.4 and identifiers for one screening; absent fields are absent keys. */
export interface ScreeningSubject {
  readonly [field: string]: string | readonly string[];
}

/** Who a subject is to the customer. */
export interface SubjectParty {
  /** `self` is the customer; else a word such as `owner`; null where the workflow says nothing. */
  readonly role: string | null;
  /** The id by which the caller knows the party. */
  readonly partyId: string | null;
  /** Its share of the customer. */
  readonly percent: number | null;
  /** The party of an ownership structure that it is. */
  readonly reference?: string;
}

/** Subjects of a screening and, in the same order, who each of them is. */
export interface ScreeningSubjects {
  readonly kind: 'subjects';
  readonly subjects: readonly ScreeningSubject[];
  readonly parties: readonly SubjectParty[];
}

const maxRoleLength = 60;
const maxPartyIdLength = 200;

/** The customer's role as a workflow writes it in an expression. */
const selfLiteral = new RegExp(`(['"])${selfRole}\\1`);

const self: SubjectParty = { role: selfRole, partyId: null, percent: null };

/** Names of the customer: a subject that is called by one of them is the customer, unless its role says otherwise. */
const customerNames: ReadonlySet<string> = new Set(['data.name', 'customer.name']);

/**
 * The subjects that a screening node screens: those of its expressions, else the one that `data` describes.
 * @param wallets those that monitoring follows of the customer: they belong to the subject that is the customer
 */
export async function subjectsOf(
  node: WorkflowNodeOf<'screening'>,
  scope: ExpressionScope,
  wallets: readonly string[] = [],
): Promise<ScreeningSubjects | NodeFault> {
  const { subjects: compiled, subjectsFrom } = compileNode(node);
  if (subjectsFrom !== undefined) {
    const [list] = await evaluateAll([subjectsFrom], scope);
    return subjectsOfList(node, list!);
  }
  if (compiled.length === 0) {
    const described = subjectFromData(scope.values['data']);
    return typeof described === 'string'
      ? fault(node.id, described)
      : { kind: 'subjects', subjects: [described], parties: [self] };
  }
  const results = await evaluateAll(compiled.flatMap(Object.values), scope);
  // Where one failed, none behind it was evaluated: each of those fails with it.
  let evaluated = 0;
  const nextResult = () => results[evaluated++] ?? results.at(-1)!;
  return gatherAll(
    node.id,
    compiled.map((expressions, index) => {
      const place = node.subjects ? `subjects[${index}]` : 'subject';
      const fields = Object.entries(expressions).map(([field, expression]) => ({
        name: `${place}.${field}`,
        field,
        source: quoteSource(expression.source),
        result: nextResult(),
      }));
      const isCustomer = customerNames.has(expressions['name']?.source.trim() ?? '');
      return { place, fields, assumed: isCustomer ? self : undefined };
    }),
    wallets,
  );
}

/** The subjects of a list that a node before has as its output; it may be empty. */
function subjectsOfList(
  node: WorkflowNodeOf<'screening'>,
  result: EvaluationResult,
): ScreeningSubjects | NodeFault {
  const from = node.subjectsFrom ?? '';
  if (!result.ok) return fault(node.id, `subjectsFrom: ${result.reason}`);
  if (!Array.isArray(result.value)) return fault(node.id, `subjectsFrom: ${from} is no list`);
  return listedSubjects(node.id, from, result.value);
}

/** The subjects that the elements of a list describe, and who each of them is. */
export function listedSubjects(
  nodeId: string,
  from: string,
  list: readonly unknown[],
): ScreeningSubjects | NodeFault {
  return gatherAll(
    nodeId,
    list.map((element, index) => {
      const place = `${from}[${index}]`;
      const record = recordOf(element);
      const names = [...subjectFieldNames, ...identifierFieldNames, ...partyFieldNames];
      const fields = names.map((field) => fieldOf(record, place, field));
      return { place, fields, assumed: ownerOf(record), reference: record['reference'] };
    }),
  );
}

/**
 * The subjects of an execution that monitoring started, where the node names none: the customer, if it has a name or wallets, and the
 * parties that were found. Only monitoring writes them, so that a role of the customer is believed.
 */
export function monitoredSubjects(nodeId: string, data: unknown): ScreeningSubjects | NodeFault {
  const described = monitoredCustomer(data);
  const listed = recordOf(data)['monitoringParties'];
  const found = Array.isArray(listed) ? listed : [];
  if (typeof described === 'string' && found.length === 0) return fault(nodeId, described);
  const parties = listedSubjects(nodeId, 'data.monitoringParties', found);
  if (parties.kind === 'fault') return parties;
  const isSelf = (index: number) => recordOf(found[index])['role'] === selfRole;
  return {
    kind: 'subjects',
    subjects: [...(typeof described === 'string' ? [] : [described]), ...parties.subjects],
    parties: [
      ...(typeof described === 'string' ? [] : [self]),
      ...parties.parties.map((party, index) => (isSelf(index) ? self : party)),
    ],
  };
}

/** The customer as monitoring follows it: by its fields, by its wallets or by both; or why there is nothing to screen. */
function monitoredCustomer(data: unknown): ScreeningSubject | string {
  const wallets = monitoredWallets(data);
  if (wallets.length === 0) return subjectFromData(data);
  return withWallets(subjectFieldsOf(recordOf(data)), wallets);
}

/** The wallets of the customer in the data of an execution that monitoring started; only monitoring writes them. */
export function monitoredWallets(data: unknown): readonly string[] {
  const { wallets } = recordOf(data);
  return Array.isArray(wallets) ? wallets.filter((wallet) => typeof wallet === 'string') : [];
}

/** An owner of an ownership structure says by a flag of its own which kind it is. */
function ownerOf(record: Readonly<Record<string, unknown>>): SubjectParty | undefined {
  const { beneficialOwner } = record;
  if (typeof beneficialOwner !== 'boolean') return undefined;
  return { role: beneficialOwner ? 'beneficial-owner' : 'owner', partyId: null, percent: null };
}

/**
 * The subject that the interface's fields of `data` describe, with the identifiers that are there under the names of a
 * subject's; or why there is none.
 */
export function subjectFromData(data: unknown): ScreeningSubject | string {
  const record = recordOf(data);
  return gatherSubject(subjectFieldsOf(record), 'data');
}

function subjectFieldsOf(record: Readonly<Record<string, unknown>>): SubjectField[] {
  const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  // A field of a workflow's own may have such a name and hold something else.
  const identifiers = identifierFieldNames.filter((field) => isText(record[field]));
  return [...subjectFieldNames, ...identifiers].map((field) => fieldOf(record, 'data', field));
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

interface SubjectField {
  readonly name: string;
  readonly field: string;
  readonly source: string;
  readonly result: EvaluationResult;
}

function fieldOf(record: Readonly<Record<string, unknown>>, place: string, field: string): SubjectField {
  const name = `${place}.${field}`;
  const value = Object.hasOwn(record, field) ? record[field] : null;
  return { name, field, source: name, result: { ok: true, value } };
}

interface DescribedSubject {
  readonly place: string;
  readonly fields: readonly SubjectField[];
  /** Who it is where no role is given. */
  readonly assumed: SubjectParty | undefined;
  /** The party of an ownership structure that it is, where the list has it of one. */
  readonly reference?: unknown;
}

function gatherAll(
  nodeId: string,
  described: readonly DescribedSubject[],
  wallets: readonly string[] = [],
): ScreeningSubjects | NodeFault {
  const subjects: ScreeningSubject[] = [];
  const parties: SubjectParty[] = [];
  for (const { place, fields, assumed, reference } of described) {
    const isOfParty = ({ field }: SubjectField) => (partyFieldNames as readonly string[]).includes(field);
    const party = gatherParty(fields.filter(isOfParty), assumed);
    if (typeof party === 'string') return fault(nodeId, party);
    const isFirstSelf = party.role === selfRole && parties.every(({ role }) => role !== selfRole);
    const own = fields.filter((field) => !isOfParty(field));
    const subject = isFirstSelf && wallets.length > 0 ? withWallets(own, wallets) : gatherSubject(own, place);
    if (typeof subject === 'string') return fault(nodeId, subject);
    subjects.push(subject);
    parties.push(typeof reference === 'string' ? { ...party, reference } : party);
  }
  return { kind: 'subjects', subjects, parties };
}

/** Texts stay, numbers become texts, null and blanks fall away. */
function gatherTexts(fields: readonly SubjectField[]): Readonly<Record<string, string>> | string {
  const texts: Record<string, string> = {};
  for (const { name, field, source, result } of fields) {
    if (!result.ok) return `${name}: ${result.reason}`;
    const { value } = result;
    if (value === null || value === undefined) continue;
    if (typeof value !== 'string' && typeof value !== 'number') {
      return `${name}: ${source} gave a value that is neither text nor number`;
    }
    const text = String(value);
    if (text.trim() !== '') texts[field] = text;
  }
  return texts;
}

/** With wallets it needs no name. */
function withWallets(fields: readonly SubjectField[], wallets: readonly string[]): ScreeningSubject | string {
  const texts = gatherTexts(fields);
  return typeof texts === 'string' ? texts : { ...texts, wallets };
}

/** A subject without a name and without an identifier is a fault. */
function gatherSubject(fields: readonly SubjectField[], place: string): ScreeningSubject | string {
  const subject = gatherTexts(fields);
  if (typeof subject === 'string' || subject['name'] !== undefined) return subject;
  if (Object.keys(identifierFieldTypes).some((field) => subject[field] !== undefined)) return subject;
  const asked = fields.filter(({ field }) => field === 'name' || field in identifierFieldTypes);
  const isNamed = asked.some(({ field }) => field === 'name');
  const sources = asked.filter(({ field }) => !isNamed || field === 'name').map(({ source }) => source);
  const wanted = isNamed ? 'name' : 'identifier';
  return `${place} has no ${wanted} to screen: ${sources.join(', ') || 'no field'} gave none`;
}

/** Who the subject is, as its fields say; what they leave out is as assumed. */
function gatherParty(
  fields: readonly SubjectField[],
  assumed: SubjectParty | undefined,
): SubjectParty | string {
  const texts = gatherTexts(fields);
  if (typeof texts === 'string') return texts;
  const sourceOf = (name: string) => fields.find(({ field }) => field === name)?.source ?? name;
  const stated = texts['role']?.trim();
  // A party that calls itself the customer in data would take the rulings on the customer.
  const isClaimed = stated === selfRole && !selfLiteral.test(sourceOf('role'));
  const role = (isClaimed ? undefined : stated) ?? assumed?.role ?? null;
  const partyId = texts['partyId']?.trim() ?? null;
  if (role !== null && role.length > maxRoleLength) {
    return `${sourceOf('role')} gave more than ${maxRoleLength} characters for a role`;
  }
  if (partyId !== null && partyId.length > maxPartyIdLength) {
    return `${sourceOf('partyId')} gave more than ${maxPartyIdLength} characters for an id`;
  }
  return { role, partyId, percent: percentOf(texts['percent']) };
}

/** A share that is no percentage is not known: nobody is left unscreened for it. */
function percentOf(text: string | undefined): number | null {
  const percent = text === undefined ? Number.NaN : Number(text);
  // Sums of shares may be a hair above the whole.
  return percent >= 0 && percent <= 100.01 ? Math.min(percent, 100) : null;
}

function fault(nodeId: string, reason: string): NodeFault {
  return { kind: 'fault', nodeId, reason };
}
