import { Alert, Button, Group, Text } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';

/** No page has this address: what may be the cause, and where to go. */
export function NotFound() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Alert variant="outline" title={text('ui.pageNotFound')}>
      <Group justify="space-between">
        <Text size="sm">
          <Sentence name="ui.pageNotFoundWords" parts={{ path: <code dir="ltr">{path}</code> }} />
        </Text>
        <Button component={Link} to="/" variant="default">
          {text('ui.goToStart')}
        </Button>
      </Group>
    </Alert>
  );
}
