import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { text } from '../messages/text.ts';

/** Asks once before something that changes what others can do, and says what it will do. */
export function Confirm(props: {
  readonly opened: boolean;
  readonly title: string;
  readonly words: string;
  /** The button that does it, such as `Rotate secret`. */
  readonly action: string;
  readonly pending: boolean;
  readonly confirm: () => void;
  readonly cancel: () => void;
}) {
  return (
    <Modal opened={props.opened} onClose={props.cancel} title={props.title}>
      <Stack gap="md">
        <Text size="sm">{props.words}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={props.cancel}>
            {text('actions.cancel')}
          </Button>
          <Button data-autofocus loading={props.pending} onClick={props.confirm}>
            {props.action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
