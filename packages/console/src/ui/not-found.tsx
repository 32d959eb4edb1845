import { Alert, Button, Group, Text } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';

/** No page has this address: what may be the cause, and where to go. */
export function NotFound() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Alert variant="outline" title="There is no such page">
      <Group justify="space-between">
        <Text size="sm">
          The console has no page with the address <code>{path}</code>. Check it for a slip, or choose a page
          from the navigation. Pages move from one release to the next: a bookmark may be out of date.
        </Text>
        <Button component={Link} to="/" variant="default">
          Go to the first page
        </Button>
      </Group>
    </Alert>
  );
}
