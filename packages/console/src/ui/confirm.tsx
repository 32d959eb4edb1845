import { Button, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogActions } from './dialog-actions.tsx';

/** Asks once before something that changes what others can do, and says what it will do. */
export function Confirm(props: {
  readonly opened: boolean;
  readonly title: string;
  readonly words: string;
  /** What it is done to, where the page has several. */
  readonly children?: ReactNode;
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
        {props.children}
        <DialogActions cancel={props.cancel}>
          <Button data-autofocus loading={props.pending} onClick={props.confirm}>
            {props.action}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}
