import type { LucideIcon } from 'lucide-react';

/** A picture beside a word, which says the same: those who hear the page hear the word alone. */
export function Icon(props: {
  readonly of: LucideIcon;
  readonly size?: 16 | 20;
  readonly className?: string;
}) {
  const { of: Drawing, size = 16, className = '' } = props;
  return (
    <Drawing
      className={`gh-icon ${className}`}
      size={size}
      strokeWidth={1.75}
      aria-hidden
      focusable={false}
    />
  );
}
