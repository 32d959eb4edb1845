import {
  identifierFieldTypes,
  linkEventTypes,
  type Phrase,
  phrase,
  type WorkflowEventType,
  type WorkflowFile,
  workflowFile,
} from '@gatehouse/contract';
import { meantWord } from '../lib/did-you-mean.ts';
import { findEndUserStepFaults, type KnownForms, providesName } from './end-user-steps.ts';
import { interfaceFields, isReadableField, isSubjectEvent, reservedNames } from './environment.ts';
import { findOwnershipFaults } from './ownership-faults.ts';
import { findCostFaults } from './workflow-cost.ts';
import {
  type Draft,
  type DraftNode,
  type Finding,
  findingOf,
  isRecord,
  memberOf,
  readDraft,
} from './workflow-draft.ts';
import { findExpressionFaults, type KnownWebhooks, nodeExpressions } from './workflow-expressions.ts';
import type { Fault } from './workflow-fault.ts';
import { findSchemaFaults } from './workflow-schema-faults.ts';
import { findStructureFaults } from './workflow-structure.ts';
import { findWarnings } from './workflow-warnings.ts';

/** What a workflow may refer to in its tenant. */
export interface KnownResources {
  readonly groups: ReadonlySet<string>;
  /** Absent: references to webhooks are not checked, and what their answers hold is not known. */
  readonly webhooks?: NonNullable<KnownWebhooks>;
  /** Absent: what end users are asked for is not checked. */
  readonly forms?: KnownForms;
}

/**
 * Everything that can be known to be wrong with a workflow before it runs, all at once and in the order of
 * the file. A workflow without faults always walks to a terminal node, and no expression of it meets a name
 * that is not declared or an optional field that it does not guard. Warnings keep nothing from being published.
 */
export function checkWorkflow(
  file: unknown,
  known: KnownResources,
): { ok: true; workflow: WorkflowFile; warnings: Fault[] } | { ok: false; faults: Fault[] } {
  if (!isRecord(file)) {
    const { message, phrases } = findingOf([], phrase('findings.notObject'));
    return { ok: false, faults: [{ place: 'workflow', message, ...(phrases && { phrases }) }] };
  }
  const findings = findSchemaFaults(file);
  const draft = readDraft(file);
  if (isOfReadableSize(draft)) {
    findings.push(
      ...findStructureFaults(draft),
      ...findExpressionFaults(draft, { webhooks: known.webhooks, forms: known.forms }),
      ...findCostFaults(draft, nodeExpressions),
      ...findEndUserStepFaults(draft, known.forms),
      ...findOwnershipFaults(draft),
      ...findModeFaults(draft),
      ...findEntryFaults(draft),
      ...draft.nodes.flatMap((node) => findReferenceFaults(node, known)),
      ...draft.nodes.flatMap((node) => findMissingName(node, draft, known.forms)),
    );
  }
  if (findings.length === 0) {
    const workflow = workflowFile.parse(file);
    return { ok: true, workflow, warnings: findWarnings(workflow) };
  }
  return { ok: false, faults: present(findings, draft) };
}

/** Beyond the schema's sizes, which are a fault themselves, nothing else is looked for. */
function isOfReadableSize(draft: Draft): boolean {
  return draft.nodes.length <= 500 && draft.edges.length <= 2000 && draft.entry.length <= 200;
}

function findModeFaults(draft: Draft): Finding[] {
  const findings: Finding[] = [];
  const sync = draft.raw['mode'] === 'sync';
  // docs/interface.md 4: the hosted flow starts executions with the source SDK, and interface specification 4.1 gives
  // it two events.
  const hosted: readonly (WorkflowEventType | undefined)[] = [undefined, ...linkEventTypes];
  if (draft.raw['source'] === 'SDK' && !hosted.includes(draft.eventType)) {
    const values = { event: String(draft.eventType), events: linkEventTypes };
    findings.push(findingOf(['source'], phrase('findings.noHostedFlow', values)));
  }
  // Interface specification 4.2: the answer to a MANUAL_CASE_EVENT is asynchronous; for a PERIODIC_FLOW_EVENT nobody waits.
  if (sync && isSubjectEvent(draft.eventType)) {
    findings.push(findingOf(['mode'], phrase('findings.onlyAsync', { event: String(draft.eventType) })));
  }
  if (!sync && draft.raw['budgetMs'] !== undefined) {
    findings.push(findingOf(['budgetMs'], phrase('findings.budgetOfSync')));
  }
  return findings;
}

function findEntryFaults(draft: Draft): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  const ofInterface = interfaceFields(draft.eventType);
  for (const { index, name } of draft.entry) {
    if (name === undefined) continue;
    const at = (said: Phrase) => findings.push(findingOf(['entry', index, 'name'], said));
    if (ofInterface.has(name)) {
      at(phrase('findings.builtInField', { name, event: draft.eventType ?? 'EVERY' }));
    } else if (seen.has(name)) at(phrase('findings.declaredTwice', { name }));
    else if (reservedNames.has(name) || !isReadableField(name)) {
      at(phrase('findings.nameReserved', { name }));
    }
    seen.add(name);
  }
  return findings;
}

/** Groups and webhooks that the tenant does not have, and groups that are listed twice. */
function findReferenceFaults(node: DraftNode, known: KnownResources): Finding[] {
  const findings: Finding[] = [];
  const groups = memberOf(node.raw, 'groups');
  const seen = new Set<unknown>();
  for (const [index, group] of (Array.isArray(groups) ? groups : []).entries()) {
    if (typeof group !== 'string') continue;
    const path = ['nodes', node.index, 'groups', index];
    if (seen.has(group)) findings.push(findingOf(path, phrase('findings.groupTwice', { name: group })));
    else if (!known.groups.has(group)) {
      findings.push(findingOf(path, noSuch(['noGroup', 'noGroups'], group, known.groups)));
    }
    seen.add(group);
  }
  return [...findings, ...findWebhookFaults(node, known.webhooks)];
}

/**
 * Of a webhook node and of a decision's hook: the webhook, and expressions for the inputs it declares. A node gives all of
 * them, null where it has none; a hook may leave out what the address does not need, which is null then (operating.md).
 */
function findWebhookFaults(node: DraftNode, webhooks: KnownWebhooks): Finding[] {
  if (!webhooks) return [];
  const callers: readonly (readonly string[])[] = [[], ['hook']];
  return callers.flatMap((keys) => {
    const caller = keys.reduce<unknown>(memberOf, node.raw);
    const path = ['nodes', node.index, ...keys];
    const id = memberOf(caller, 'webhook');
    if (typeof id !== 'string') return [];
    const definition = webhooks.get(id);
    if (!definition) {
      const none = noSuch(['noWebhook', 'noWebhooks'], id, new Set(webhooks.keys()));
      return [findingOf([...path, 'webhook'], none)];
    }
    const { inputs: declared, url } = definition;
    const needed =
      keys.length === 0 ? declared : declared.filter((name) => url?.includes(`{${name}}`) === true);
    return findInputFaults(memberOf(caller, 'inputs'), { id, path, declared, needed });
  });
}

function findInputFaults(
  inputs: unknown,
  webhook: {
    id: string;
    path: Finding['path'];
    declared: readonly string[];
    needed: readonly string[];
  },
): Finding[] {
  const { id, path, declared, needed } = webhook;
  const submitted = isRecord(inputs) ? Object.keys(inputs) : [];
  const undeclared = submitted
    .filter((name) => !declared.includes(name))
    .map((name) => {
      const values = { id, name: JSON.stringify(name) };
      const none =
        declared.length === 0
          ? phrase('findings.noInputs', values)
          : phrase('findings.noInput', { ...values, known: declared, ...meantWord(name, declared) });
      return findingOf([...path, 'inputs', name], none);
    });
  const missing = needed
    .filter((name) => !submitted.includes(name))
    .map((name) => findingOf([...path, 'inputs'], phrase('findings.inputMissing', { name, id })));
  return [...undeclared, ...missing];
}

function noSuch(
  [one, any]: readonly ['noGroup', 'noGroups'] | readonly ['noWebhook', 'noWebhooks'],
  name: string,
  known: ReadonlySet<string>,
): Phrase {
  const quoted = JSON.stringify(name);
  if (known.size === 0) return phrase(`findings.${any}`, { name: quoted });
  const values = { name: quoted, known: [...known].slice(0, 20), ...meantWord(name, known) };
  return phrase(`findings.${one}`, values);
}

/**
 * Without subjects of its own a screening node takes the interface's fields, and only a screening event brings a name.
 */
function findMissingName(node: DraftNode, draft: Draft, forms: KnownForms | undefined): Finding[] {
  if (node.type !== 'screening' || draft.eventType === undefined) return [];
  if (isSubjectEvent(draft.eventType)) return [];
  const submitted = ['subject', 'subjects', 'subjectsFrom'].find(
    (key) => memberOf(node.raw, key) !== undefined,
  );
  if (providesName(draft, { forms, before: node.id })) return [];
  const declared = draft.entry.some(
    ({ field }) =>
      (field?.name === 'name' || Object.hasOwn(identifierFieldTypes, field?.name ?? '')) &&
      (field?.type === 'text' || field?.type === 'string'),
  );
  if (submitted !== undefined || declared) return [];
  const event = draft.eventType;
  const noName =
    draft.raw['source'] === 'SDK'
      ? phrase('findings.noNameInFlow', { event, example: 'subject: { name: "…" }' })
      : phrase('findings.noNameInData', { event, example: 'subject: { name: "data.…" }' });
  return [findingOf(['nodes', node.index], noName)];
}

function present(findings: readonly Finding[], draft: Draft): Fault[] {
  const sorted = findings.toSorted(
    (left, right) => comparePaths(left.path, right.path) || compare(left.message, right.message),
  );
  const faults = new Map<string, Fault>();
  for (const { path, message, phrases, node } of sorted) {
    const place = wordPath(path);
    faults.set(`${place}\n${message}`, {
      ...ownerOf(path, draft),
      ...(node && { node }),
      place,
      message,
      ...(phrases && { phrases }),
    });
  }
  return [...faults.values()];
}

/** The node or edge that a path leads into. */
function ownerOf(path: Finding['path'], draft: Draft): Pick<Fault, 'node' | 'edge'> {
  const [section, index] = path;
  if (typeof index !== 'number') return {};
  if (section === 'nodes') {
    const id = draft.nodes[index]?.id;
    return id === undefined ? {} : { node: id };
  }
  const edge = section === 'edges' ? draft.edges[index] : undefined;
  return edge ? { edge: { from: edge.from ?? '', to: edge.to ?? '', index } } : {};
}

function wordPath(path: Finding['path']): string {
  if (path.length === 0) return 'workflow';
  return path.reduce<string>((words, key) => {
    if (typeof key === 'number') return `${words}[${key}]`;
    return words === '' ? key : `${words}.${key}`;
  }, '');
}

const sections = Object.keys(workflowFile.shape);

/** Sections in the order of the form, elements by their index, the whole before its parts. */
function comparePaths(left: Finding['path'], right: Finding['path']): number {
  for (let depth = 0; depth < Math.min(left.length, right.length); depth++) {
    const [a, b] = [left[depth]!, right[depth]!];
    const order =
      depth === 0
        ? sections.indexOf(String(a)) - sections.indexOf(String(b))
        : typeof a === 'number' && typeof b === 'number'
          ? a - b
          : compare(String(a), String(b));
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
