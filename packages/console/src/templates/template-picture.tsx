import { nodeIcon, outcomeIcon } from '../ui/kind-icons.ts';
import type { Draft } from '../workflows/draft.ts';
import { curveThrough } from '../workflows/edge-routes.ts';
import { arrange, nodeSize } from '../workflows/layout.ts';

const iconSize = 56;
const startSize = 28;

/** The shape of a workflow at a glance. Those who hear the page hear its steps beside it. */
export function TemplatePicture({ draft }: { readonly draft: Draft }) {
  const { places, routes } = arrange(draft, 'right');
  const all = [...places.values()];
  const width = Math.max(...all.map(({ x }) => x)) + nodeSize.width;
  const height = Math.max(...all.map(({ y }) => y)) + nodeSize.height;
  const start = places.get('start');
  return (
    <svg viewBox={`-8 -8 ${width + 16} ${height + 16}`} className="gh-template-picture" aria-hidden>
      {[...routes].map(([index, { points }]) => (
        <path key={index} d={curveThrough(points, true)} />
      ))}
      {start && (
        <circle cx={start.x + nodeSize.width - startSize} cy={start.y + nodeSize.height / 2} r={startSize} />
      )}
      {draft.nodes.map((node) => {
        const place = places.get(node.id);
        if (place === undefined) return null;
        const Drawing = node.type === 'decision' ? outcomeIcon(node['outcome']) : nodeIcon(node.type);
        return (
          <g key={node.id} data-end={node.type === 'decision' || undefined}>
            <rect x={place.x} y={place.y} {...nodeSize} rx={12} />
            <Drawing
              x={place.x + (nodeSize.width - iconSize) / 2}
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
