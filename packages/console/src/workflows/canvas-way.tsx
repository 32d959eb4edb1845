import { Menu } from '@mantine/core';
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { createContext, memo, type SyntheticEvent, useContext } from 'react';
import { text } from '../messages/text.ts';
import { curveThrough } from './edge-routes.ts';
import type { FlowEdge } from './flow-elements.ts';
import { type NodeTypeChoice, NodeTypeItems } from './node-type-items.tsx';

/** Puts a node into an edge. */
export interface EdgeInsertion {
  /** Types that can have an edge behind them. */
  readonly types: readonly NodeTypeChoice[];
  readonly insert: (edgeIndex: number, type: string) => void;
}

/** Absent where the workflow is only looked at. */
export const InsertContext = createContext<EdgeInsertion | undefined>(undefined);

/** An edge with when it is taken, and a button that puts a node into it. */
export const Way = memo(function Way({ data, selected, ...place }: EdgeProps<FlowEdge>) {
  const insertion = useContext(InsertContext);
  const { edge, label, isFaulty, isTaken } = data!;
  const [path, x, y] = wayOf(data!, place);
  return (
    <>
      <BaseEdge
        path={path}
        markerEnd={place.markerEnd ?? ''}
        className={
          isFaulty ? 'gh-edge-faulty' : isTaken ? 'gh-edge-taken' : selected ? 'gh-edge-selected' : ''
        }
      />
      <EdgeLabelRenderer>
        <div
          className="gh-edge-label nodrag nopan"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {label !== undefined && (
            <span className="gh-edge-text" title={edge.when} dir="auto">
              {label}
            </span>
          )}
          {insertion && <InsertMenu data={data!} insertion={insertion} />}
        </div>
      </EdgeLabelRenderer>
    </>
  );
});

type Place = Pick<EdgeProps<FlowEdge>, 'sourceX' | 'sourceY' | 'targetX' | 'targetY'>;

/** As it was arranged while both its nodes are where they were; while one is moved it follows. */
function wayOf(
  { route, direction }: NonNullable<FlowEdge['data']>,
  place: Place & Parameters<typeof getSmoothStepPath>[0],
): readonly [path: string, x: number, y: number] {
  const [first, last] = [route?.points[0], route?.points.at(-1)];
  if (route !== undefined && first !== undefined && last !== undefined) {
    const distance =
      Math.abs(first.x - place.sourceX) +
      Math.abs(first.y - place.sourceY) +
      Math.abs(last.x - place.targetX) +
      Math.abs(last.y - place.targetY);
    // A handle's middle lies half its size beside the node.
    if (distance <= 24) {
      const ends = [
        { x: place.sourceX, y: place.sourceY },
        ...route.points.slice(1, -1),
        { x: place.targetX, y: place.targetY },
      ];
      return [curveThrough(ends, direction === 'right'), route.label.x, route.label.y];
    }
  }
  const [path, x, y] = getSmoothStepPath({ ...place, borderRadius: 8 });
  return [path, x, y];
}

/** The button in the middle of an edge, with the types of nodes that can stand there. */
function InsertMenu(props: {
  readonly data: NonNullable<FlowEdge['data']>;
  readonly insertion: EdgeInsertion;
}) {
  const { ends, index } = props.data;
  const { types, insert } = props.insertion;
  const title = text('nodes.insertBetween', ends);
  return (
    <Menu position="bottom" shadow="md">
      <Menu.Target>
        <button type="button" className="gh-edge-insert" aria-label={title}>
          +
        </button>
      </Menu.Target>
      <Menu.Dropdown className="gh-insert-menu" onClick={stay} onKeyDown={stay}>
        <Menu.Label>{title}</Menu.Label>
        <NodeTypeItems types={types} add={(type) => insert(index, type)} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** What is done in the menu is nothing that is done to the edge, in whose part of the page it is drawn. */
function stay(event: SyntheticEvent): void {
  event.stopPropagation();
}
