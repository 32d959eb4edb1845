import { ActionIcon } from '@mantine/core';
import { useCallbackRef, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import PanelRightClose from 'lucide-react/icons/panel-right-close';
import PanelRightOpen from 'lucide-react/icons/panel-right-open';
import { useMemo, useState } from 'react';
import { text } from '../messages/text.ts';
import { Icon } from '../ui/icon.tsx';
import { Canvas, type Places } from './canvas.tsx';
import type { EdgeInsertion } from './canvas-way.tsx';
import { connect, type Draft, textAt } from './draft.ts';
import { insertionOf } from './insertion.ts';
import { Inspector } from './inspector.tsx';
import { fittingTypes } from './node-type-items.tsx';
import { FirstNodes, Palette, PaletteMenu } from './palette.tsx';
import { stillNeeded } from './still-needed.ts';
import type { Editor } from './use-editor.ts';

/** Where nothing stands beside the graph, as in `workflows.css`. */
const narrowEditor = '(max-width: 62em)';

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
  const palette = {
    vocabulary,
    source,
    add: actions.add,
    isEditable: mayWrite,
    insertion: insertionOf(draft, selection, editor.appearanceOf),
    isInEdge: selection.edge !== undefined,
  };
  const insertion = useEdgeInsertion(editor, source);
  const isNarrow = useMediaQuery(narrowEditor, false, { getInitialValueInEffect: false });
  const fold = useFold(selection.nodes.size > 0 || selection.edge !== undefined);
  const isFolded = fold.isFolded && !isNarrow;
  return (
    <div className="gh-editor" data-folded={isFolded || undefined}>
      {!isNarrow && <Palette {...palette} />}
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
          insertion={insertion}
          empty={mayWrite && <FirstNodes vocabulary={vocabulary} source={source} add={actions.add} />}
          remove={(what) => mayWrite && actions.remove(what)}
        />
        {!isNarrow && <FoldButton isFolded={isFolded} fold={fold.choose} />}
      </div>
      {isNarrow && <PaletteMenu {...palette} />}
      {!isFolded && (
        <fieldset
          className="gh-inspector gh-panel"
          disabled={!mayWrite}
          aria-label={text('nodes.properties')}
        >
          <Inspector
            draft={draft}
            vocabulary={vocabulary}
            change={change}
            selection={selection}
            select={select}
            mayWrite={mayWrite}
            isNew={editor.detail === undefined}
          />
        </fieldset>
      )}
    </div>
  );
}

/** Whether the properties are out of the way: as somebody chose last, and never of what they have just selected. */
function useFold(isSelected: boolean) {
  const [isChosen, setChosen] = useLocalStorage({
    key: 'gatehouse.propertiesFolded',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [wasSelected, setSelected] = useState(isSelected);
  const [isOpened, setOpened] = useState(isSelected);
  if (wasSelected !== isSelected) {
    setSelected(isSelected);
    setOpened(isSelected);
  }
  return {
    isFolded: isChosen && !isOpened,
    choose: (isFolded: boolean) => {
      setChosen(isFolded);
      setOpened(!isFolded && isSelected);
    },
  };
}

function FoldButton({
  isFolded,
  fold,
}: {
  readonly isFolded: boolean;
  readonly fold: (is: boolean) => void;
}) {
  const name = text(isFolded ? 'nodes.unfoldProperties' : 'nodes.foldProperties');
  return (
    <ActionIcon
      variant="default"
      size={30}
      className="gh-fold-button"
      aria-label={name}
      title={name}
      aria-expanded={!isFolded}
      onClick={() => fold(!isFolded)}
    >
      <Icon of={isFolded ? PanelRightOpen : PanelRightClose} className="gh-forward" />
    </ActionIcon>
  );
}

/** What the edges offer; the same object while the draft changes, so that they are not drawn anew. */
function useEdgeInsertion({ vocabulary, actions }: Editor, source: string): EdgeInsertion {
  const insert = useCallbackRef(actions.insert);
  return useMemo(
    () => ({ types: fittingTypes(vocabulary, source).filter(({ terminal }) => !terminal), insert }),
    [vocabulary, source, insert],
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
