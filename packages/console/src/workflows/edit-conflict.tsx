import { Alert, Button, Group, Text } from '@mantine/core';

/** Shown before either version is lost; using theirs can be undone. */
export function EditConflict({ take }: { readonly take: () => void }) {
  return (
    <Alert color="orange" variant="outline" mb="xs" role="alert" title="Someone else saved this workflow">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          To save, first use their version. Undo then restores your version, and you can save it over theirs.
        </Text>
        <Button variant="default" onClick={take}>
          Use their version
        </Button>
      </Group>
    </Alert>
  );
}
