import {
  type EntryField,
  entryTypes,
  type NodeType,
  nodeTypes,
  type Phrase,
  type WorkflowEventType,
  wordPhrases,
  workflowEventTypes,
} from '@gatehouse/contract';
import { reservedNames } from './environment.ts';

/**
 * A workflow file as far as it can be read, faulty or not, so that one fault does not hide the others.
 * Nothing here has been checked beyond what its type says.
 */
export interface Draft {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly eventType: WorkflowEventType | undefined;
  readonly entry: readonly DraftEntry[];
  readonly nodes: readonly DraftNode[];
  readonly edges: readonly DraftEdge[];
  /** The first node of each id that is usable as one. */
  readonly nodesById: ReadonlyMap<string, DraftNode>;
}

interface DraftEntry {
  readonly index: number;
  readonly name: string | undefined;
  /** The field when it is well formed. */
  readonly field: EntryField | undefined;
}

export interface DraftNode {
  readonly index: number;
  readonly id: string | undefined;
  /** Undefined when the type is not known. */
  readonly type: NodeType | undefined;
  readonly raw: Readonly<Record<string, unknown>>;
}

export interface DraftEdge {
  readonly index: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly when: unknown;
  readonly kind: 'plain' | 'when' | 'otherwise' | 'failure';
}

/** Where something is wrong and what; a path of keys and indexes into the file. */
export interface Finding {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The same as data; absent where it is English alone. */
  readonly phrases?: readonly Phrase[];
  /** Where the path does not lead through a node: the node it is about. */
  readonly node?: string;
}

/** A finding that is known as phrases, each of which explains the one before it. */
export function findingOf(path: Finding['path'], ...phrases: readonly Phrase[]): Finding {
  return { path, message: wordPhrases(phrases), phrases };
}

export function readDraft(raw: Readonly<Record<string, unknown>>): Draft {
  const nodes = arrayOf(raw['nodes']).map(readNode);
  const nodesById = new Map<string, DraftNode>();
  for (const node of nodes) {
    const usable = node.id !== undefined && !reservedNames.has(node.id);
    if (usable && !nodesById.has(node.id!)) nodesById.set(node.id!, node);
  }
  return {
    raw,
    eventType: workflowEventTypes.find((eventType) => eventType === raw['eventType']),
    entry: arrayOf(raw['entry']).map(readEntry),
    nodes,
    edges: arrayOf(raw['edges']).map(readEdge),
    nodesById,
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the value itself, never one that it inherits. */
export function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string | number, unknown>)[key];
}

function readNode(raw: unknown, index: number): DraftNode {
  const type = textOf(memberOf(raw, 'type'));
  return {
    index,
    id: textOf(memberOf(raw, 'id')),
    type: type !== undefined && Object.hasOwn(nodeTypes, type) ? (type as NodeType) : undefined,
    raw: isRecord(raw) ? raw : {},
  };
}

function readEdge(raw: unknown, index: number): DraftEdge {
  const when = memberOf(raw, 'when');
  const kinds = { when, otherwise: memberOf(raw, 'otherwise'), failure: memberOf(raw, 'on') };
  const [kind = 'plain'] = (['when', 'otherwise', 'failure'] as const).filter(
    (name) => kinds[name] !== undefined,
  );
  return {
    index,
    from: textOf(memberOf(raw, 'from')),
    to: textOf(memberOf(raw, 'to')),
    when,
    kind,
  };
}

function readEntry(raw: unknown, index: number): DraftEntry {
  const name = textOf(memberOf(raw, 'name'));
  const type = entryTypes.find((known) => known === memberOf(raw, 'type'));
  const required = memberOf(raw, 'required') === true;
  return { index, name, field: name !== undefined && type ? { name, type, required } : undefined };
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
