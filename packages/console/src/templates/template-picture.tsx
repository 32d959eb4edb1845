import { nodeIcon, outcomeIcon } from '../ui/kind-icons.ts';
import type { Draft } from '../workflows/draft.ts';
import { curveThrough } from '../workflows/edge-routes.ts';
import { arrange, nodeSize } from '../workflows/layout.ts';

const iconSize = 56;
const startSize = 28;
/** Boxes hold an icon and no name: narrower ones let a long workflow be drawn larger. */
const narrow = 0.5;
const boxWidth = nodeSize.width * narrow;

/** The shape of a workflow at a glance. Those who hear the page hear its steps beside it. */
export function TemplatePicture({ draft }: { readonly draft: Draft }) {
  const { places, routes } = arrange(draft, 'right');
  const all = [...places.values()];
  const start = places.get('start');
  const startX = start && (start.x + nodeSize.width) * narrow - startSize;
  const left = startX === undefined ? Math.min(...all.map(({ x }) => x)) * narrow : startX - startSize;
  const width = Math.max(...all.map(({ x }) => x)) * narrow + boxWidth - left;
  const height = Math.max(...all.map(({ y }) => y)) + nodeSize.height;
  return (
    <svg viewBox={`${left - 8} -8 ${width + 16} ${height + 16}`} className="gh-template-picture" aria-hidden>
      {[...routes].map(([index, { points }]) => (
        <path
          key={index}
          d={curveThrough(
            points.map(({ x, y }) => ({ x: x * narrow, y })),
            true,
          )}
        />
      ))}
      {start && <circle cx={startX} cy={start.y + nodeSize.height / 2} r={startSize} />}
      {draft.nodes.map((node) => {
        const place = places.get(node.id);
        if (place === undefined) return null;
        const Drawing = node.type === 'decision' ? outcomeIcon(node['outcome']) : nodeIcon(node.type);
        return (
          <g key={node.id} data-end={node.type === 'decision' || undefined}>
            <rect x={place.x * narrow} y={place.y} width={boxWidth} height={nodeSize.height} rx={12} />
            <Drawing
              x={place.x * narrow + (boxWidth - iconSize) / 2}
              y={place.y + (nodeSize.height - iconSize) / 2}
              size={iconSize}
              strokeWidth={1.5}
            />
          </g>
        );
      })}
    </svg>
  );
}
