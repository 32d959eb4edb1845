import {
  addNode,
  type Clipping,
  clip,
  connect,
  type Draft,
  freshId,
  insertOnEdge,
  type NodeDraft,
  outgoing,
  paste,
  removeEdge,
  removeNodes,
} from './draft.ts';
import type { Change } from './history.ts';
import { nodeSize, placedDirection, placesOf } from './layout.ts';
import { emptySelection, oneNode, type Selection } from './selection.ts';

/** What was copied last, also from another workflow of this tab. */
let clipping: Clipping | undefined;

/** What people do to the graph with what they have selected. */
export function editing(props: {
  readonly draft: Draft;
  readonly change: Change<Draft>;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly isTerminal: (type: string) => boolean;
}) {
  const { draft, change, selection, select, isTerminal } = props;
  const insert = (edge: number, type: string): void => {
    const id = freshId(draft, type);
    change((now) => insertOnEdge(now, edge, { id, type }));
    select(oneNode(id));
  };
  return {
    /** Puts a node into an edge, which keeps its condition. */
    insert,
    /** Adds a node into the selected edge or behind the selected node, or loose where nothing is selected. */
    add: (type: string): void => {
      const { edge } = selection;
      if (edge !== undefined && !isTerminal(type)) {
        insert(edge, type);
        return;
      }
      const id = freshId(draft, type);
      const { from, mayLead } = followedBy(draft, selection, isTerminal);
      const position = placeBehind(draft, from);
      change((now) => {
        const node = { id, type, ...(now.nodes.some((one) => one.position) ? { position } : {}) };
        const added = addNode(now, node);
        return from !== undefined && mayLead ? connect(added, from, id) : added;
      });
      select(oneNode(id, true));
    },
    remove: ({ nodes, edge }: Selection): void => {
      const ids = [...nodes].filter((id) => id !== 'start');
      if (ids.length > 0) change((now) => removeNodes(now, ids));
      else if (edge !== undefined) change((now) => removeEdge(now, edge));
      select(emptySelection);
    },
    copy: (): void => {
      if (selection.nodes.size > 0) clipping = clip(draft, selection.nodes);
    },
    paste: (): void => {
      if (!clipping) return;
      const pasted = paste(draft, clipping);
      change(() => pasted.draft);
      select({ nodes: new Set(pasted.ids), edge: undefined });
    },
    /** Takes the places back that people chose: the canvas then arranges the nodes as they fit it. */
    arrangeAll: (): void =>
      change((now) =>
        now.nodes.some(({ position }) => position) ? { ...now, nodes: now.nodes.map(withoutPlace) } : now,
      ),
  };
}

function withoutPlace(node: NodeDraft): NodeDraft {
  const { position: _, ...rest } = node;
  return rest as NodeDraft;
}

/** Behind the node that it follows, beside those that follow it already. */
function placeBehind(draft: Draft, from: string | undefined) {
  const direction = placedDirection(draft) ?? 'down';
  const places = placesOf(draft, direction);
  const near = (from === undefined ? undefined : places.get(from)) ?? {
    x: 0,
    y: Math.max(0, ...[...places.values()].map(({ y }) => y)),
  };
  const beside = from === undefined ? 0 : outgoing(draft, from).length;
  return direction === 'right'
    ? { x: near.x + nodeSize.width + 70, y: near.y + beside * (nodeSize.height + 40) }
    : { x: near.x + beside * (nodeSize.width + 50), y: near.y + nodeSize.height + 70 };
}

/** The node behind which one is added: the selected one, or the start of an empty workflow; and whether it can lead there. */
export function followedBy(
  draft: Draft,
  { nodes }: Selection,
  isTerminal: (type: string) => boolean,
): { readonly from: string | undefined; readonly mayLead: boolean } {
  const [chosen] = nodes.size === 1 ? [...nodes] : [];
  const from = chosen ?? (draft.nodes.length === 0 ? 'start' : undefined);
  if (from === 'start') return { from, mayLead: outgoing(draft, 'start').length === 0 };
  const source = draft.nodes.find((node) => node.id === from);
  return { from, mayLead: source !== undefined && !isTerminal(source.type) };
}
