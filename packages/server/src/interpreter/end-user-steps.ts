import {
  type FieldType,
  linkEventTypes,
  type NodeType,
  nodeTypes,
  type Phrase,
  phrase,
  type WorkflowEventType,
} from '@gatehouse/contract';
import { meantWord } from '../lib/did-you-mean.ts';
import { findAvailability, type HasRun } from './availability.ts';
import type { Kind } from './environment.ts';
import { groupBySource, walkGraph } from './graph-walk.ts';
import { type Draft, type DraftNode, type Finding, findingOf, memberOf } from './workflow-draft.ts';
import { arcsOf } from './workflow-structure.ts';

/** What end users of a tenant can be asked for. */
export interface KnownForms {
  /** Fields of `particular`. */
  readonly fields: ReadonlyMap<string, { readonly type: FieldType; readonly appliesTo: AppliesTo }>;
  readonly forms: ReadonlyMap<string, KnownForm>;
  /** Rules of documents, with the event that each is for. */
  readonly documentRules: ReadonlyMap<string, string>;
}

interface KnownForm {
  readonly appliesTo: AppliesTo;
  readonly fields: readonly string[];
  /** Several entries may be given, so that its values are a list. */
  readonly isRepeatable: boolean;
}

type AppliesTo = 'individual' | 'corporate' | 'both';

/** Facts that the flow itself knows. */
const flowFacts: ReadonlySet<string> = new Set(['customerId', 'customerType']);

function waitsForPerson(type: NodeType | undefined): boolean {
  return type !== undefined && nodeTypes[type].waitsForPerson === true;
}

/** Fields of `data` that a hosted flow fills, as expressions see them; undefined where there is no hosted flow. */
export function requestedFields(
  draft: Draft,
  forms: KnownForms | undefined,
): { hosted: boolean; particulars: (readonly [string, Kind])[] } | undefined {
  const isHosted = linkEventTypes.some((eventType) => eventType === draft.eventType);
  if (draft.raw['source'] !== 'SDK' || !isHosted) return undefined;
  const requested = draft.nodes.flatMap((node) => (node.type === 'particulars' ? fieldsOf(node, forms) : []));
  const kinds = requested.map((field) => [field, kindOf(forms?.fields.get(field)?.type)] as const);
  // A person's name in another script becomes an alias, whether the form asks for aliases or not.
  const aliases = requested.includes('name') ? ([['aliasName', 'text']] as const) : [];
  return { hosted: true, particulars: [...kinds, ...aliases] };
}

/** Whether on every way to a node the person was asked for a name. */
export function providesName(
  draft: Draft,
  { forms, before }: { readonly forms: KnownForms | undefined; readonly before: string | undefined },
): boolean {
  if (draft.raw['source'] !== 'SDK' || before === undefined) return false;
  const naming = draft.nodes.filter((node) => node.type === 'particulars' && asksForName(node, draft, forms));
  const { certain } = hasRunBefore(draft, before);
  return naming.some(({ id }) => id !== undefined && certain.has(id));
}

/** A person is always asked for the name that a form has; of a company it has to be required. */
function asksForName(node: DraftNode, draft: Draft, forms: KnownForms | undefined): boolean {
  if (forms === undefined) return true;
  return fieldsOf(node, forms).includes('name') && draft.eventType !== undefined;
}

function hasRunBefore(draft: Draft, nodeId: string): HasRun {
  const graph = { nodes: [...draft.nodesById.keys()], arcs: arcsOf(draft) };
  return findAvailability(graph, () => false).before(nodeId);
}

/** Names of the fields that a particulars node asks for, as far as they can be known. */
function fieldsOf(node: DraftNode, forms: KnownForms | undefined): readonly string[] {
  const form = memberOf(node.raw, 'form');
  const fields = memberOf(node.raw, 'fields');
  const names = typeof form === 'string' ? (forms?.forms.get(form)?.fields ?? []) : fields;
  return (Array.isArray(names) ? names : []).filter(
    (name): name is string => typeof name === 'string' && !flowFacts.has(name),
  );
}

/** As values are kept: lists that are written as one text are one. */
function kindOf(type: FieldType | undefined): Kind {
  if (type === 'decimal') return 'number';
  if (type === 'boolean') return 'boolean';
  return type === 'countryList' || type === 'codeList' ? 'list' : 'text';
}

/** What is wrong with the steps of end users: where they are, and what they refer to. */
export function findEndUserStepFaults(draft: Draft, forms: KnownForms | undefined): Finding[] {
  const steps = draft.nodes.filter(({ type }) => waitsForPerson(type));
  return [
    ...steps.flatMap((node) => findStrayStep(node, draft)),
    ...findReviewFaults(draft, steps),
    ...(forms === undefined ? [] : steps.flatMap((node) => findFormFaults(node, draft.eventType, forms))),
    ...draft.nodes.flatMap((node) => findSubjectsFault(node, draft)),
  ];
}

function findStrayStep(node: DraftNode, draft: Draft): Finding[] {
  if (draft.raw['source'] === 'SDK') {
    if (draft.raw['mode'] !== 'sync') return [];
    return [at(node, phrase('findings.waitsInSync', { type: String(node.type) }))];
  }
  const hosted = draft.eventType === 'KYC_EVENT' || draft.eventType === 'KYB_EVENT';
  const type = String(node.type);
  const stray = hosted
    ? phrase('findings.waitsWithoutFlow', { type })
    : phrase('findings.waitsForNobody', { type, event: draft.eventType ?? 'THIS' });
  return [at(node, stray)];
}

/** Exactly one node submits what a person gave, and nothing is asked for after it. */
function findReviewFaults(draft: Draft, steps: readonly DraftNode[]): Finding[] {
  const [review, ...more] = steps.filter(({ type }) => type === 'review-and-submit');
  if (review === undefined) {
    const [first] = steps;
    if (first === undefined || draft.raw['source'] !== 'SDK') return [];
    return [at(first, phrase('findings.neverSubmitted'))];
  }
  const { id } = review;
  const submits =
    id === undefined ? phrase('findings.anotherSubmits') : phrase('findings.submitsTwice', { id });
  const twice = more.map((node) => at(node, submits));
  if (id === undefined) return twice;
  const after = new Set(walkGraph([id], groupBySource(arcsOf(draft))).postorder);
  const late = steps.filter((node) => node.id !== undefined && node.id !== id && after.has(node.id));
  return [
    ...twice,
    ...late
      .filter((node) => node.type !== 'review-and-submit')
      .map((node) => at(node, phrase('findings.afterSubmit', { id }))),
  ];
}

function findFormFaults(
  node: DraftNode,
  eventType: WorkflowEventType | undefined,
  forms: KnownForms,
): Finding[] {
  const kind = eventType === 'KYB_EVENT' ? 'corporate' : 'individual';
  const findings: Finding[] = [];
  const note = (key: readonly (string | number)[], said: Phrase) =>
    findings.push(findingOf(['nodes', node.index, ...key], said));
  const checkForm = (code: unknown, key: readonly (string | number)[]) => {
    if (typeof code !== 'string') return;
    const form = forms.forms.get(code);
    if (form === undefined) note(key, noSuch('noForm', code, forms.forms.keys()));
    else if (form.appliesTo !== 'both' && form.appliesTo !== kind) {
      const values = { form: code, whom: form.appliesTo, event: String(eventType), whom2: kind };
      note(key, phrase('findings.formOfOthers', values));
    }
  };
  if (node.type === 'particulars') {
    checkForm(memberOf(node.raw, 'form'), ['form']);
    findings.push(...findFieldFaults(node, { kind, eventType, forms }));
  } else if (node.type === 'required-forms') {
    for (const [index, code] of listAt(node, 'forms')) checkForm(code, ['forms', index]);
  } else if (node.type === 'documents') {
    const rule = memberOf(node.raw, 'rule');
    const event = typeof rule === 'string' ? forms.documentRules.get(rule) : undefined;
    if (typeof rule === 'string' && event === undefined) {
      note(['rule'], noSuch('noDocumentRule', rule, forms.documentRules.keys()));
    } else if (event !== undefined && event !== eventType) {
      const values = { rule: String(rule), ruleEvent: event, event: String(eventType) };
      note(['rule'], phrase('findings.ruleOfOtherEvent', values));
    }
  } else if (node.type === 'ownership-structure' && eventType === 'KYC_EVENT') {
    note([], phrase('findings.personWithoutOwners'));
  }
  return findings;
}

function findFieldFaults(
  node: DraftNode,
  {
    kind,
    eventType,
    forms,
  }: { kind: AppliesTo; eventType: WorkflowEventType | undefined; forms: KnownForms },
): Finding[] {
  const findings: Finding[] = [];
  const requested = fieldsOf(node, forms);
  for (const [index, name] of listAt(node, 'fields')) {
    const path = ['nodes', node.index, 'fields', index];
    const field = typeof name === 'string' ? forms.fields.get(name) : undefined;
    if (typeof name !== 'string') continue;
    if (flowFacts.has(name)) findings.push(findingOf(path, phrase('findings.knownFromLink', { name })));
    else if (field === undefined)
      findings.push(findingOf(path, noSuch('noField', name, forms.fields.keys())));
    else if (field.appliesTo !== 'both' && field.appliesTo !== kind) {
      const values = { name, whom: field.appliesTo, event: String(eventType), whom2: kind };
      findings.push(findingOf(path, phrase('findings.fieldOfOthers', values)));
    }
  }
  for (const [index, name] of listAt(node, 'required')) {
    if (typeof name !== 'string' || requested.includes(name)) continue;
    const values = { name: JSON.stringify(name), ...meantWord(name, requested) };
    findings.push(
      findingOf(['nodes', node.index, 'required', index], phrase('findings.notCollected', values)),
    );
  }
  // Interface specification 2.4: they must be supplied together.
  const [number, type] = [requested.includes('idNumber'), requested.includes('idType')];
  if (number !== type) {
    const missing = number ? 'idType' : 'idNumber';
    const name = number ? 'idNumber' : 'idType';
    findings.push(at(node, phrase('findings.goTogether', { name, missing })));
  }
  return findings;
}

/** A screening takes its subjects from an output that holds some, of a node that ran on every way before it. */
function findSubjectsFault(node: DraftNode, draft: Draft): Finding[] {
  const from = memberOf(node.raw, 'subjectsFrom');
  if (node.type !== 'screening' || typeof from !== 'string' || node.id === undefined) return [];
  const [id = '', field = ''] = from.split('.');
  const source = draft.nodesById.get(id);
  // The expression's own check says that there is no such node or field.
  if (source?.type === undefined || !Object.hasOwn(nodeTypes[source.type].output, field)) return [];
  const path = ['nodes', node.index, 'subjectsFrom'];
  const lists = nodeTypes[source.type].subjects ?? [];
  if (!lists.includes(field)) {
    const other =
      lists.length === 0
        ? phrase('findings.noSubjects', { output: from, type: source.type })
        : phrase('findings.otherSubjects', { output: from, id, known: lists });
    return [findingOf(path, other)];
  }
  if (hasRunBefore(draft, node.id).certain.has(id)) return [];
  return [findingOf(path, phrase('findings.notOnEveryPath', { id }))];
}

function listAt(node: DraftNode, key: string): [number, unknown][] {
  const value = memberOf(node.raw, key);
  return Array.isArray(value) ? [...value.entries()] : [];
}

function at(node: DraftNode, said: Phrase): Finding {
  return findingOf(['nodes', node.index], said);
}

function noSuch(
  code: 'noForm' | 'noDocumentRule' | 'noField',
  name: string,
  known: Iterable<string>,
): Phrase {
  const names = [...known];
  const values = { name: JSON.stringify(name), known: names.slice(0, 30), ...meantWord(name, names) };
  return phrase(`findings.${code}`, values);
}
