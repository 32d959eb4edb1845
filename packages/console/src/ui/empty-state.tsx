import { Button, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';

/** What will be on a page that has nothing yet, and the first thing to do for it. */
export function EmptyState(props: {
  readonly title: string;
  readonly words: string;
  /** Absent where the role may not do it. */
  readonly action?: { readonly to: NonNullable<LinkProps['to']>; readonly label: string } | undefined;
}) {
  const { title, words, action } = props;
  return (
    <div className="gh-empty">
      <Text fw={600} c="var(--gh-text)">
        {title}
      </Text>
      <Text size="sm" className="gh-dim">
        {words}
      </Text>
      {action && (
        <Button variant="default" renderRoot={(root) => <Link to={action.to} {...root} />}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
