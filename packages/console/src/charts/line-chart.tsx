import type { LinkProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { text as textOf } from '../messages/text.ts';
import { showEnd, useArrowLinks } from './arrow-links.ts';

export interface LinePoint {
  readonly key: string;
  readonly label: string;
  /** 0 to 100; null: there is none, and the line has a gap. */
  readonly value: number | null;
  /** As it is written: `62%`. */
  readonly text: string;
  readonly link: LinkProps;
  /** Epoch milliseconds. Where every point has one, they are placed by time; else they are equally far apart. */
  readonly at?: number;
}

/** A line from 0 to 100, a point for each value. Each leads to its rows. */
export function LineChart(props: {
  readonly name: string;
  readonly points: readonly LinePoint[];
  /** Of the upper and the lower end. */
  readonly scale: readonly [top: string, bottom: string];
  /** Below the first and the last point. */
  readonly ends?: readonly [first: string, last: string] | undefined;
}) {
  const { name, scale } = props;
  const points = placed(props.points);
  const there = points.flatMap((point) => (point.value === null ? [] : [{ ...point, value: point.value }]));
  const arrows = useArrowLinks(there.length);
  return (
    <div className="gh-line-frame">
      {/* Beside what scrolls, so that they stay. */}
      {scale.map((end) => (
        <span key={end} className="gh-line-scale" aria-hidden>
          {end}
        </span>
      ))}
      <div className="gh-line" ref={showEnd}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of forms */}
        <div
          className="gh-line-field"
          // A point is as wide as a finger needs.
          style={{ minWidth: points.length * 24 }}
          role="group"
          aria-label={textOf('charts.pointsOf', { name })}
          onKeyDown={arrows.onKeyDown}
        >
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
              aria-label={textOf('charts.pointAt', { label, value: text })}
              title={textOf('charts.pointAt', { label, value: text })}
              tabIndex={arrows.tabIndexOf(index)}
              onFocus={arrows.onFocusOf(index)}
            >
              <span className="gh-line-text gh-number" data-low={value < 20 || undefined}>
                {text}
              </span>
            </Link>
          ))}
        </div>
        {props.ends && (
          <div className="gh-line-ends" aria-hidden>
            <span>{props.ends[0]}</span>
            {props.ends[1] !== props.ends[0] && <span>{props.ends[1]}</span>}
          </div>
        )}
      </div>
    </div>
  );
}

interface PlacedPoint extends LinePoint {
  /** From 0, where the line begins, to 100. */
  readonly x: number;
}

/** Points by their time, within a margin for the first and the last; without times equally far apart. */
export function placed(points: readonly LinePoint[]): readonly PlacedPoint[] {
  const times = points.flatMap(({ at }) => at ?? []);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const isTimed = times.length === points.length && last > first;
  return points.map((point, index) => ({
    ...point,
    x: isTimed
      ? 2 + (96 * ((point.at ?? first) - first)) / (last - first)
      : ((index + 0.5) / points.length) * 100,
  }));
}

/** The stretches between gaps, as points of a polyline. */
function segmentsOf(points: readonly PlacedPoint[]): readonly string[] {
  const segments: string[][] = [[]];
  for (const { value, x } of points) {
    if (value === null) segments.push([]);
    else segments.at(-1)!.push(`${x},${100 - value}`);
  }
  return segments.filter((segment) => segment.length > 1).map((segment) => segment.join(' '));
}
