import { useMemo } from 'react';
import { Canvas } from './canvas.tsx';
import { connect, type Draft, textAt } from './draft.ts';
import { Inspector } from './inspector.tsx';
import { placesOf } from './layout.ts';
import { Palette } from './palette.tsx';
import type { Editor } from './use-editor.ts';

type Places = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

/** The workflow as a graph, between what can be added and the properties of what is selected. */
export function GraphView({ editor }: { readonly editor: Editor }) {
  const { draft, vocabulary, change, selection, select, mayWrite, faults, actions } = editor;
  const faulty = useMemo(
    () => ({
      nodes: new Set(faults.flatMap(({ node, edge }) => (edge === undefined ? (node ?? []) : []))),
      edges: new Set(faults.flatMap(({ edge }) => edge?.index ?? [])),
    }),
    [faults],
  );
  return (
    <div className="gh-editor">
      <Palette
        vocabulary={vocabulary}
        source={textAt(draft, 'source', 'API')}
        add={actions.add}
        into={selection.edge === undefined ? undefined : draft.edges[selection.edge]}
        isEditable={mayWrite}
      />
      <div className="gh-canvas gh-panel">
        <Canvas
          draft={draft}
          lookOf={editor.appearanceOf}
          faulty={faulty}
          selection={selection}
          select={select}
          isEditable={mayWrite}
          move={(places) => change((now) => moveNodes(now, places), 'move')}
          connect={(from, to) => change((now) => connect(now, from, to))}
          insert={(index) => select({ nodes: new Set(), edge: index })}
          remove={(what) => mayWrite && actions.remove(what)}
        />
      </div>
      <fieldset className="gh-inspector gh-panel" disabled={!mayWrite} aria-label="Properties">
        <Inspector
          draft={draft}
          vocabulary={vocabulary}
          change={change}
          selection={selection}
          select={select}
          isNew={editor.detail === undefined}
        />
      </fieldset>
    </div>
  );
}

/** Nodes that were never moved keep the place at which they are drawn. */
function moveNodes(draft: Draft, moved: Places): Draft {
  const places = placesOf(draft);
  return {
    ...draft,
    nodes: draft.nodes.map((node) => ({
      ...node,
      position: moved.get(node.id) ?? places.get(node.id)!,
    })),
  };
}
