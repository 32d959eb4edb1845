import type { LinkProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { text } from '../messages/text.ts';
import { formatNumber } from '../ui/format.ts';
import { useArrowLinks } from './arrow-links.ts';

export interface DayBar {
  readonly key: string;
  /** Whole, for those who hear it: `Thu, 26 November: 3 alerts`. */
  readonly label: string;
  readonly count: number;
  /** Where the rows behind it are. */
  readonly link: LinkProps;
}

/** A series by day with its name and sum. Bars begin at zero; `most` fills the height. */
export function DayBars(props: {
  readonly name: string;
  /** What tells it from the other series without colour. */
  readonly look: 'filled' | 'hatched' | 'outlined';
  readonly bars: readonly DayBar[];
  /** The highest of the series that are compared: they have one scale. */
  readonly most: number;
}) {
  const { name, look, bars, most } = props;
  const arrows = useArrowLinks(bars.length);
  const sum = bars.reduce((total, { count }) => total + count, 0);
  const highest = Math.max(...bars.map(({ count }) => count));
  const peak = highest === 0 ? -1 : bars.findLastIndex(({ count }) => count === highest);
  return (
    <div className="gh-day-lane">
      <div className="gh-day-name">
        <span>{name}</span>
        <strong className="gh-number">{formatNumber(sum)}</strong>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of forms */}
      <div
        className="gh-day-bars"
        role="group"
        aria-label={text('charts.barsOf', { name })}
        onKeyDown={arrows.onKeyDown}
      >
        {bars.map(({ key, label, count, link }, index) => (
          <Link
            key={key}
            {...link}
            className="gh-day-bar"
            data-peak={index === peak || undefined}
            aria-label={label}
            title={label}
            tabIndex={arrows.tabIndexOf(index)}
            onFocus={arrows.onFocusOf(index)}
          >
            <span className="gh-day-count gh-number">{formatNumber(count)}</span>
            <span
              className="gh-day-fill"
              data-look={look}
              data-empty={count === 0 || undefined}
              // Room for the figure above the highest.
              style={{ height: `calc((100% - 16px) * ${most === 0 ? 0 : count / most})` }}
            />
          </Link>
        ))}
      </div>
    </div>
  );
}

/** Names of days below series: the first, the last, and some between. */
export function DayAxis({ labels }: { readonly labels: readonly string[] }) {
  const every = Math.max(1, Math.ceil(labels.length / 5));
  return (
    <div className="gh-day-axis" aria-hidden>
      {labels.map((label, index) => (
        <span key={label}>{(labels.length - 1 - index) % every === 0 ? label : ''}</span>
      ))}
    </div>
  );
}
