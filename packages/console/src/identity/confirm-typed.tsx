import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { useIdentityConfirmation } from './confirm-identity.tsx';

/** Says what cannot be undone, and has the place typed that it is for. */
export function ConfirmTyped(props: {
  readonly words: string;
  /** What is to be typed. */
  readonly expected: string;
  readonly action: string;
  /** What else went wrong, such as reading what it is for. */
  readonly failure?: Error | null;
  readonly children?: ReactNode;
  readonly run: (confirmation: string) => Promise<unknown>;
  readonly done: () => void;
  readonly close: () => void;
}) {
  const { words, expected, action, run, close } = props;
  const [typed, setTyped] = useState('');
  const { withProof, dialog } = useIdentityConfirmation();
  const confirm = useMutation({
    mutationFn: () => withProof(() => run(typed)),
    meta: { isShownInPlace: true },
    onSuccess: props.done,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={confirm.error ?? props.failure ?? null} />
        <Alert color="red">{words}</Alert>
        {props.children}
        <TextInput
          label={text('retention.typeToConfirm', { text: expected })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          required
          autoComplete="off"
          data-autofocus
        />
        <DialogActions cancel={close}>
          <Button type="submit" color="red" loading={confirm.isPending} disabled={typed !== expected}>
            {action}
          </Button>
        </DialogActions>
      </Stack>
      {dialog}
    </form>
  );
}
