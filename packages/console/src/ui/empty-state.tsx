import { Button, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';

/** Done on another page, or on this one. */
type FirstAction = { readonly label: string } & (
  | { readonly to: NonNullable<LinkProps['to']> }
  | { readonly run: () => void }
);

/** What will be on a page that has nothing yet, and the first thing to do for it. */
export function EmptyState(props: {
  readonly title: string;
  readonly words: string;
  /** Absent where the role may not do it. */
  readonly action?: FirstAction | undefined;
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
      {action && <ActionButton {...action} />}
    </div>
  );
}

function ActionButton(action: FirstAction) {
  if ('run' in action) {
    return (
      <Button variant="default" onClick={action.run}>
        {action.label}
      </Button>
    );
  }
  return (
    <Button variant="default" renderRoot={(root) => <Link to={action.to} {...root} />}>
      {action.label}
    </Button>
  );
}
