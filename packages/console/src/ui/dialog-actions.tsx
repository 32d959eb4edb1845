import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../messages/text.ts';

/** The buttons of a dialog that changes something: first the one that leaves all as it is, last the one that does it. */
export function DialogActions(props: {
  readonly cancel: () => void;
  /** `Cancel`, where that is not what the other one says. */
  readonly dismiss?: string | undefined;
  readonly mt?: 'sm' | 'md';
  readonly children?: ReactNode;
}) {
  return (
    <Group justify="flex-end" mt={props.mt}>
      <Button variant="default" onClick={props.cancel}>
        {props.dismiss ?? text('actions.cancel')}
      </Button>
      {props.children}
    </Group>
  );
}
