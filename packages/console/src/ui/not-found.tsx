import { Alert, Button, Group, Text } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';

/** No page has this address: what may be the cause, and where to go. */
export function NotFound() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Alert variant="outline" title="Page not found">
      <Group justify="space-between">
        <Text size="sm">
          The console has no page at <code>{path}</code>. Check the address, or choose a page from the
          navigation. A bookmark of an earlier release may be outdated.
        </Text>
        <Button component={Link} to="/" variant="default">
          Go to start page
        </Button>
      </Group>
    </Alert>
  );
}
