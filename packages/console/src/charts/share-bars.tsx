import { VisuallyHidden } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { text } from '../messages/text.ts';
import { useArrowLinks } from './arrow-links.ts';

export interface ShareBar {
  readonly key: string;
  /** Whole, for those who hear it: `Week from 2 November: 62%, 21 of 34 decisions`. */
  readonly label: string;
  /** Below the bar. */
  readonly short: string;
  /** From 0 to 1; null: there is nothing to have a share of. */
  readonly share: number | null;
  /** As it is written above the bar: `62%`. */
  readonly text: string;
  /** Where the rows behind it are. */
  readonly link: LinkProps;
}

/** Shares of wholes that are equally high, filled from below. */
export function ShareBars({ name, bars }: { readonly name: string; readonly bars: readonly ShareBar[] }) {
  const arrows = useArrowLinks(bars.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of forms
    <div
      className="gh-share-bars"
      role="group"
      aria-label={text('charts.barsOf', { name })}
      onKeyDown={arrows.onKeyDown}
    >
      {bars.map(({ key, label, short, share, text: words, link }, index) => (
        <Link
          key={key}
          {...link}
          className="gh-share-bar"
          title={label}
          tabIndex={arrows.tabIndexOf(index)}
          onFocus={arrows.onFocusOf(index)}
        >
          <VisuallyHidden>{label}</VisuallyHidden>
          <span className="gh-share-text gh-number" aria-hidden>
            {words}
          </span>
          <span className="gh-share-whole" data-none={share === null || undefined} aria-hidden>
            <span
              data-look="hatched"
              data-empty={!share || undefined}
              style={{ height: `${(share ?? 0) * 100}%` }}
            />
          </span>
          <span className="gh-share-name" aria-hidden>
            {short}
          </span>
        </Link>
      ))}
    </div>
  );
}
