import { Alert, Button, Group, Text } from '@mantine/core';
import { text } from '../messages/text.ts';

/** Shown before either version is lost; using theirs can be undone. */
export function EditConflict({ take }: { readonly take: () => void }) {
  return (
    <Alert color="orange" variant="outline" mb="xs" role="alert" title={text('workflows.conflictTitle')}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text('workflows.conflictWords')}</Text>
        <Button variant="default" onClick={take}>
          {text('workflows.useTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}
