import type { LinkProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { showEnd, useArrowLinks } from './arrow-links.ts';

export interface LinePoint {
  readonly key: string;
  readonly label: string;
  /** 0 to 100; null: there is none, and the line has a gap. */
  readonly value: number | null;
  /** As it is written: `62 %`. */
  readonly text: string;
  readonly link: LinkProps;
}

/** A line from 0 to 100, a point for each value. Each leads to its rows. */
export function LineChart(props: {
  readonly name: string;
  readonly points: readonly LinePoint[];
  /** Of the upper and the lower end. */
  readonly scale: readonly [top: string, bottom: string];
}) {
  const { name, points, scale } = props;
  const there = points.flatMap((point, index) =>
    point.value === null ? [] : [{ ...point, value: point.value, x: ((index + 0.5) / points.length) * 100 }],
  );
  const arrows = useArrowLinks(there.length);
  return (
    <div className="gh-line" ref={showEnd}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of forms */}
      <div
        className="gh-line-field"
        // A point is as wide as a finger needs.
        style={{ minWidth: points.length * 24 }}
        role="group"
        aria-label={`${name}, arrow keys choose a point`}
        onKeyDown={arrows.onKeyDown}
      >
        {scale.map((end) => (
          <span key={end} className="gh-line-scale" aria-hidden>
            {end}
          </span>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden focusable="false">
          {segmentsOf(points).map((segment) => (
            <polyline key={segment} points={segment} />
          ))}
        </svg>
        {there.map(({ key, label, value, text, x, link }, index) => (
          <Link
            key={key}
            {...link}
            className="gh-line-point"
            style={{ insetInlineStart: `${x}%`, top: `${100 - value}%` }}
            data-last={index === there.length - 1 || undefined}
            aria-label={`${label}: ${text}`}
            title={`${label}: ${text}`}
            tabIndex={arrows.tabIndexOf(index)}
            onFocus={arrows.onFocusOf(index)}
          >
            <span className="gh-line-text gh-number" data-low={value < 20 || undefined}>
              {text}
            </span>
          </Link>
        ))}
      </div>
    </div>
  );
}

/** The stretches between gaps, as points of a polyline. */
function segmentsOf(points: readonly LinePoint[]): readonly string[] {
  const segments: string[][] = [[]];
  for (const [index, { value }] of points.entries()) {
    if (value === null) segments.push([]);
    else segments.at(-1)!.push(`${((index + 0.5) / points.length) * 100},${100 - value}`);
  }
  return segments.filter((segment) => segment.length > 1).map((segment) => segment.join(' '));
}
