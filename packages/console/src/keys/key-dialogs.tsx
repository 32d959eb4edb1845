import type { KeyView } from '@gatehouse/contract';
import { Button, Code, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { OneTimeSecret } from '../ui/one-time-secret.tsx';

/** How long the secret before may still sign, in hours. */
const overlaps = [
  { value: '0', label: '0 hours (revoked at once)' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
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
      title={`Rotate the secret of ${nameOf(props.asked)}`}
    >
      <Stack gap="sm">
        <ErrorAlert error={props.error} />
        <Text size="sm">
          The new secret is active at once. Keep the previous secret valid until every caller has the new one.
        </Text>
        <Select
          label="Previous secret valid for"
          data={overlaps}
          value={hours}
          onChange={(value) => setHours(value ?? '24')}
          allowDeselect={false}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.close}>
            Cancel
          </Button>
          <Button data-autofocus loading={props.pending} onClick={() => props.rotate(Number(hours))}>
            Rotate secret
          </Button>
        </Group>
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
      title={`Secret of ${nameOf(props.shownSecret?.key)}`}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {props.shownSecret && (
        <Stack gap="sm">
          <Text size="sm">
            Copy the secret now. It is not shown again. Store it where your server reads its secrets, never in
            a browser or an app.
          </Text>
          <Text size="sm">
            Key <Code>{props.shownSecret.key.apiKey}</Code>
          </Text>
          <OneTimeSecret
            label="Secret"
            text={props.shownSecret.secret}
            done="I have saved it"
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
