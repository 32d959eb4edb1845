import { Button, Group, Modal, Stack, Text } from '@mantine/core';

/** Asks once before something that changes what others can do, and says what it will do. */
export function Confirm(of: {
  readonly opened: boolean;
  readonly title: string;
  readonly words: string;
  readonly pending: boolean;
  readonly confirm: () => void;
  readonly cancel: () => void;
}) {
  return (
    <Modal opened={of.opened} onClose={of.cancel} title={of.title}>
      <Stack gap="md">
        <Text size="sm">{of.words}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={of.cancel}>
            Back
          </Button>
          <Button data-autofocus loading={of.pending} onClick={of.confirm}>
            Do it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
