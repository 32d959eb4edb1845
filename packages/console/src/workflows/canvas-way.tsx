import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { createContext, memo, useContext } from 'react';
import { text } from '../messages/text.ts';
import type { FlowEdge } from './flow-elements.ts';

/** Begins to put a node into an edge; absent where the workflow is only looked at. */
export const InsertContext = createContext<((edgeIndex: number) => void) | undefined>(undefined);

/** An edge with when it is taken, and a button that puts a node into it. */
export const Way = memo(function Way({ data, selected, ...place }: EdgeProps<FlowEdge>) {
  const insert = useContext(InsertContext);
  const [path, x, y] = getSmoothStepPath({ ...place, borderRadius: 8 });
  const { edge, label, index, isFaulty, isTaken } = data!;
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
          {insert && (
            <button
              type="button"
              className="gh-edge-insert"
              aria-label={text('nodes.insertBetween', { from: edge.from, to: edge.to })}
              onClick={() => insert(index)}
            >
              +
            </button>
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  );
});
