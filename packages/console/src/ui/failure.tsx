import { Alert, Button, Group, Text } from '@mantine/core';
import { describeError } from '../queries.ts';

/** Why something cannot be shown, with a way to try again. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <Alert color="red" variant="outline" title="Could not load">
      <Group justify="space-between">
        <Text size="sm">{describeError(error)}</Text>
        <Button variant="default" onClick={retry}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
