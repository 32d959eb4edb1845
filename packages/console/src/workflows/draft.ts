/** A workflow file while it is being drawn: what the editor does to it, as pure changes. */

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface NodeDraft {
  readonly id: string;
  readonly type: string;
  readonly title?: string;
  readonly position?: Position;
  readonly [key: string]: unknown;
}

export interface EdgeDraft {
  readonly from: string;
  readonly to: string;
  readonly when?: string;
  readonly otherwise?: true;
  readonly on?: 'failure';
}

/** The file's form (docs/schemas/workflow-file.schema.json), finished or not. */
export interface Draft {
  readonly id: string;
  readonly name: string;
  readonly eventType: string;
  readonly nodes: readonly NodeDraft[];
  readonly edges: readonly EdgeDraft[];
  readonly [key: string]: unknown;
}

/** Ids that a node cannot have (workflow file of the contract). */
const reservedIds: readonly string[] = ['start', 'data', 'customer', 'case', 'riskScore'];

export const emptyDraft: Draft = {
  id: '',
  name: '',
  eventType: 'MANUAL_CASE_EVENT',
  source: 'API',
  nodes: [],
  edges: [],
};

/** What can be drawn; undefined for a value whose nodes and edges are not lists of such. */
export function readDraft(value: unknown): Draft | undefined {
  if (!isRecord(value)) return undefined;
  const { id, name, eventType, nodes = [], edges = [] } = value;
  if (!Array.isArray(nodes) || !Array.isArray(edges)) return undefined;
  const drawable =
    nodes.every((node) => isRecord(node) && isText(node['id']) && isText(node['type'])) &&
    new Set(nodes.map((node: NodeDraft) => node.id)).size === nodes.length &&
    edges.every((edge) => isRecord(edge) && isText(edge['from']) && isText(edge['to']));
  if (!drawable) return undefined;
  const text = (part: unknown): string => (isText(part) ? part : '');
  return { ...value, id: text(id), name: text(name), eventType: text(eventType), nodes, edges };
}

/** The edges that leave a node (or `start`), with their places in the file, in the order they are tried. */
export function outgoing(draft: Draft, from: string): readonly { edge: EdgeDraft; index: number }[] {
  return draft.edges.flatMap((edge, index) => (edge.from === from ? { edge, index } : []));
}

export function freshId(draft: Draft, type: string): string {
  const taken = new Set([...reservedIds, ...draft.nodes.map(({ id }) => id)]);
  const base = type.replaceAll(/[^A-Za-z0-9_]/g, '_');
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) if (!taken.has(`${base}_${number}`)) return `${base}_${number}`;
}

export function addNode(draft: Draft, node: NodeDraft): Draft {
  return { ...draft, nodes: [...draft.nodes, node] };
}

export function updateNode(draft: Draft, id: string, change: (node: NodeDraft) => NodeDraft): Draft {
  return { ...draft, nodes: draft.nodes.map((node) => (node.id === id ? change(node) : node)) };
}

/** Puts a node in the middle of an edge, which keeps its condition. */
export function insertOnEdge(draft: Draft, index: number, node: NodeDraft): Draft {
  const edge = draft.edges[index];
  if (!edge) return draft;
  const edges = draft.edges.map((other, at) => (at === index ? { ...other, to: node.id } : other));
  return { ...addNode(draft, node), edges: [...edges, { from: node.id, to: edge.to }] };
}

/**
 * Leads from a node to another. A second way makes the first one the `otherwise`, after a condition that is still to
 * be written; a third is tried before the `otherwise`.
 */
export function connect(draft: Draft, from: string, to: string, on?: 'failure'): Draft {
  const ways = outgoing(draft, from);
  if (from === to || ways.some(({ edge }) => edge.to === to && edge.on === on)) return draft;
  if (on !== undefined) return { ...draft, edges: [...draft.edges, { from, to, on }] };
  const own = ways.filter(({ edge }) => edge.on === undefined);
  if (own.length === 0) return { ...draft, edges: [...draft.edges, { from, to }] };
  const last = own.find(({ edge }) => edge.when === undefined);
  const added: EdgeDraft = { from, to, when: '' };
  if (!last) return { ...draft, edges: [...draft.edges, added] };
  const otherwise: EdgeDraft = { from, to: last.edge.to, otherwise: true };
  return {
    ...draft,
    edges: draft.edges.flatMap((edge, at) => (at === last.index ? [added, otherwise] : edge)),
  };
}

export function updateEdge(draft: Draft, index: number, edge: EdgeDraft): Draft {
  return { ...draft, edges: draft.edges.map((other, at) => (at === index ? edge : other)) };
}

/** A way that is left alone needs no condition to be the last. */
export function removeEdge(draft: Draft, index: number): Draft {
  const removed = draft.edges[index];
  if (!removed) return draft;
  return plainWhereAlone(
    { ...draft, edges: draft.edges.filter((_, at) => at !== index) },
    new Set([removed.from]),
  );
}

/** Moves an edge before or behind its neighbour: the first whose condition is true is taken. */
export function moveEdge(draft: Draft, index: number, by: 1 | -1): Draft {
  const edge = draft.edges[index];
  if (!edge) return draft;
  const places = outgoing(draft, edge.from).map((way) => way.index);
  const other = places[places.indexOf(index) + by];
  if (other === undefined) return draft;
  const edges = [...draft.edges];
  [edges[index], edges[other]] = [draft.edges[other]!, edge];
  return { ...draft, edges };
}

/** Takes nodes out. What led to one leads on to where its only way led. */
export function removeNodes(draft: Draft, ids: readonly string[]): Draft {
  return ids.reduce(removeNode, draft);
}

function removeNode(draft: Draft, id: string): Draft {
  const ways = outgoing(draft, id).filter(({ edge }) => edge.on === undefined);
  const onward = ways.length === 1 ? ways[0]!.edge.to : undefined;
  const before = new Set(draft.edges.flatMap(({ from, to }) => (to === id ? from : [])));
  const edges = draft.edges.flatMap((edge) => {
    if (edge.from === id) return [];
    if (edge.to !== id) return edge;
    const isThere = draft.edges.some(({ from, to }) => from === edge.from && to === onward);
    return onward === undefined || edge.from === onward || isThere ? [] : { ...edge, to: onward };
  });
  const nodes = draft.nodes.filter((node) => node.id !== id);
  return plainWhereAlone({ ...draft, nodes, edges }, before);
}

function plainWhereAlone(draft: Draft, froms: ReadonlySet<string>): Draft {
  const edges = draft.edges.map((edge) => {
    const alone = froms.has(edge.from) && edge.otherwise === true && ownEdges(draft, edge.from) === 1;
    return alone ? { from: edge.from, to: edge.to } : edge;
  });
  return { ...draft, edges };
}

function ownEdges(draft: Draft, from: string): number {
  return outgoing(draft, from).filter(({ edge }) => edge.on === undefined).length;
}

/** Gives a node another id; edges and expressions that name it follow. `expressionsOf` says where a type has some. */
export function renameNode(
  draft: Draft,
  {
    from,
    to,
    expressionsOf,
  }: { from: string; to: string; expressionsOf: (type: string) => readonly string[] },
): Draft {
  const renamed = (id: string): string => (id === from ? to : id);
  const follow = (text: string): string => renameInExpression(text, from, to);
  return {
    ...draft,
    nodes: draft.nodes.map((node) => ({
      ...(expressionsOf(node.type).reduce(
        (value, path) => mapAt(value, path.split('.'), (part) => (isText(part) ? follow(part) : part)),
        node as unknown,
      ) as NodeDraft),
      id: renamed(node.id),
    })),
    edges: draft.edges.map((edge) => ({
      ...edge,
      from: renamed(edge.from),
      to: renamed(edge.to),
      ...(edge.when === undefined ? {} : { when: follow(edge.when) }),
    })),
  };
}

/** The name where it begins a path such as `score.reasons`, and not within a quoted text. */
export function renameInExpression(text: string, from: string, to: string): string {
  const name = new RegExp(String.raw`(?<![\w.])${from}(?=\s*[.[])`, 'g');
  return text
    .split(/('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(name, () => to)))
    .join('');
}

function mapAt(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return step === '*' ? value.map((element: unknown) => mapAt(element, rest, change)) : value;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, member]) =>
    step === '*' || step === key ? [key, mapAt(member, rest, change)] : [key, member],
  );
  return Object.fromEntries(entries) as unknown;
}

/** Nodes with the edges between them, to be pasted here or elsewhere. */
export interface Clipping {
  readonly nodes: readonly NodeDraft[];
  readonly edges: readonly EdgeDraft[];
}

export function clip(draft: Draft, ids: ReadonlySet<string>): Clipping {
  return {
    nodes: draft.nodes.filter(({ id }) => ids.has(id)),
    edges: draft.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
  };
}

/** Adds a clipping under fresh ids, beside where it was. */
export function paste(draft: Draft, clipping: Clipping): { draft: Draft; ids: readonly string[] } {
  const named = new Map<string, string>();
  let next = draft;
  for (const node of clipping.nodes) {
    const id = freshId(next, node.type);
    named.set(node.id, id);
    const position = node.position && { position: { x: node.position.x + 40, y: node.position.y + 40 } };
    next = addNode(next, { ...node, ...position, id });
  }
  const edges = clipping.edges.map((edge) => ({
    ...edge,
    from: named.get(edge.from) ?? edge.from,
    to: named.get(edge.to) ?? edge.to,
  }));
  return { draft: { ...next, edges: [...next.edges, ...edges] }, ids: [...named.values()] };
}

/** A member that should be a text; another value reads as the fallback. */
export function textAt(value: Readonly<Record<string, unknown>>, key: string, fallback: string): string {
  const member = value[key];
  return isText(member) ? member : fallback;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
