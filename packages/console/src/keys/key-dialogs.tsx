import type { KeyView } from '@gatehouse/contract';
import { Button, Code, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { NotDone } from '../ui/not-done.tsx';
import { OneTimeSecret } from '../ui/one-time-secret.tsx';

/** How long the secret before may still sign, in hours. */
const overlaps = [
  { value: '0', label: 'not at all' },
  { value: '1', label: 'for an hour' },
  { value: '24', label: 'for a day' },
  { value: '168', label: 'for a week' },
  { value: '720', label: 'for 30 days' },
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
        <NotDone error={props.error} />
        <Text size="sm">
          The new secret signs at once. Until every caller has it, calls signed with the one before can still
          be taken.
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
            Back
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
  readonly told: { readonly key: KeyView; readonly secret: string } | undefined;
  readonly close: () => void;
}) {
  return (
    <Modal
      opened={props.told !== undefined}
      onClose={props.close}
      title={`The secret of ${nameOf(props.told?.key)}`}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {props.told && (
        <Stack gap="sm">
          <Text size="sm">
            It is shown this once: nobody can read it afterwards. Put it where your server reads its secrets,
            and never into a browser or an app.
          </Text>
          <Text size="sm">
            Key <Code>{props.told.key.apiKey}</Code>
          </Text>
          <OneTimeSecret label="Secret" text={props.told.secret} done="I have kept it" close={props.close} />
        </Stack>
      )}
    </Modal>
  );
}

export function nameOf(key: KeyView | undefined): string {
  return key === undefined ? '' : key.name === '' ? key.apiKey : key.name;
}
