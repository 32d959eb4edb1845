import { Alert, Button, Group, Text } from '@mantine/core';

/** Told before anything of either is lost; taking theirs is a step that can be undone. */
export function EditConflict({ take }: { readonly take: () => void }) {
  return (
    <Alert
      color="orange"
      variant="outline"
      mb="xs"
      role="alert"
      title="Somebody else saved this workflow meanwhile"
    >
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          Saving is refused until you take over what they saved. Undo then brings yours back, to be saved over
          it.
        </Text>
        <Button variant="default" onClick={take}>
          Use their version
        </Button>
      </Group>
    </Alert>
  );
}
