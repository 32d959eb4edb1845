import { useMemo } from 'react';
import { text } from '../messages/text.ts';
import { Canvas, type Places } from './canvas.tsx';
import { connect, type Draft, textAt } from './draft.ts';
import { Inspector } from './inspector.tsx';
import { FirstNodes, Palette } from './palette.tsx';
import { stillNeeded } from './still-needed.ts';
import type { Editor } from './use-editor.ts';

/** The workflow as a graph, between what can be added and the properties of what is selected. */
export function GraphView({ editor }: { readonly editor: Editor }) {
  const { draft, vocabulary, change, selection, select, mayWrite, faults, actions } = editor;
  const isBlank = editor.detail === undefined && stillNeeded(draft).includes('nodes');
  const faulty = useMemo(
    () => ({
      nodes: new Set(
        isBlank ? [] : faults.flatMap(({ node, edge }) => (edge === undefined ? (node ?? []) : [])),
      ),
      edges: new Set(faults.flatMap(({ edge }) => edge?.index ?? [])),
    }),
    [faults, isBlank],
  );
  const source = textAt(draft, 'source', 'API');
  return (
    <div className="gh-editor">
      <Palette
        vocabulary={vocabulary}
        source={source}
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
          empty={mayWrite && <FirstNodes vocabulary={vocabulary} source={source} add={actions.add} />}
          remove={(what) => mayWrite && actions.remove(what)}
        />
      </div>
      <fieldset className="gh-inspector gh-panel" disabled={!mayWrite} aria-label={text('nodes.properties')}>
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
function moveNodes(draft: Draft, places: Places): Draft {
  return {
    ...draft,
    nodes: draft.nodes.map((node) => {
      const position = places.get(node.id);
      return position === undefined ? node : { ...node, position };
    }),
  };
}
