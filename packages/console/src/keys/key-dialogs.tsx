import type { KeyView } from '@gatehouse/contract';
import { Button, Code, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { OneTimeSecret } from '../ui/one-time-secret.tsx';

/** How long the secret before may still sign, in hours. */
const overlaps = [
  { value: '0', label: text('keys.noOverlap') },
  { value: '1', label: text('keys.oneHour') },
  { value: '24', label: text('keys.oneDay') },
  { value: '168', label: text('keys.sevenDays') },
  { value: '720', label: text('keys.thirtyDays') },
];

/** Asks how the change of a secret is to go. */
export function RotateDialog(props: {
  readonly asked: KeyView | undefined;
  readonly error: Error | null;
  readonly pending: boolean;
  readonly rotate: (overlapHours: number) => void;
  readonly close: () => void;
}) {
  const [hours, setHours] = useState('24');
  return (
    <Modal
      opened={props.asked !== undefined}
      onClose={props.close}
      title={text('keys.rotateOf', { name: nameOf(props.asked) })}
    >
      <Stack gap="sm">
        <ErrorAlert error={props.error} />
        <Text size="sm">{text('keys.rotateWords')}</Text>
        <Select
          label={text('keys.validFor')}
          data={overlaps}
          value={hours}
          onChange={(value) => setHours(value ?? '24')}
          allowDeselect={false}
        />
        <DialogActions cancel={props.close}>
          <Button data-autofocus loading={props.pending} onClick={() => props.rotate(Number(hours))}>
            {text('keys.rotateSecret')}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}

/** A secret, this once. */
export function SecretDialog(props: {
  readonly shownSecret: { readonly key: KeyView; readonly secret: string } | undefined;
  readonly close: () => void;
}) {
  return (
    <Modal
      opened={props.shownSecret !== undefined}
      onClose={props.close}
      title={text('keys.secretOf', { name: nameOf(props.shownSecret?.key) })}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {props.shownSecret && (
        <Stack gap="sm">
          <Text size="sm">{text('keys.secretWords')}</Text>
          <Text size="sm">
            <Sentence name="keys.keyNamed" parts={{ key: <Code>{props.shownSecret.key.apiKey}</Code> }} />
          </Text>
          <OneTimeSecret
            label={text('keys.secret')}
            text={props.shownSecret.secret}
            done={text('keys.haveSaved')}
            close={props.close}
          />
        </Stack>
      )}
    </Modal>
  );
}

export function nameOf(key: KeyView | undefined): string {
  return key === undefined ? '' : key.name === '' ? key.apiKey : key.name;
}
