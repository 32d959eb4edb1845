import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, Refused } from '../api.ts';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { accountQuery } from './account.ts';

/**
 * What changes how one signs in wants a fresh proof of who one is. `withProof` does a thing, and where the service asks
 * for a proof first, has it given and does the thing again; `dialog` is to be shown somewhere on the page.
 */
export function useIdentityConfirmation(words = text('identity.proofWords')): {
  withProof: <T>(act: () => Promise<T>) => Promise<T>;
  dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<{ go: () => void; stop: (reason: Error) => void }>();
  const withProof = async <T,>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Refused && error.problem.code === 'PROOF_NEEDED')) throw error;
      await new Promise<void>((go, stop) => setWaiting({ go, stop }));
      return act();
    }
  };
  const end = (finish: (props: NonNullable<typeof waiting>) => void) => {
    if (waiting) finish(waiting);
    setWaiting(undefined);
  };
  const cancel = () => end(({ stop }) => stop(new Error(text('identity.nothingChanged'))));
  const dialog = (
    <Modal opened={waiting !== undefined} onClose={cancel} title={text('identity.confirmIdentity')}>
      {waiting && <ProofForm words={words} done={() => end(({ go }) => go())} cancel={cancel} />}
    </Modal>
  );
  return { withProof, dialog };
}

function ProofForm(props: {
  readonly words: string;
  readonly done: () => void;
  readonly cancel: () => void;
}) {
  const { words, done, cancel } = props;
  const account = useQuery(accountQuery);
  const [password, setPassword] = useState('');
  const prove = useMutation({
    mutationFn: () => call('account.prove', { body: { password } }),
    meta: { isShownInPlace: true },
    onSuccess: done,
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const begun = await call('account.beginProof');
      const { signByPasskey } = await import('./passkey-ceremony.ts');
      return call('account.proveByPasskey', { body: await signByPasskey(begun) });
    },
    onSuccess: done,
  });
  const hasPasskey = account.data !== undefined && account.data.passkeys.length > 0;
  if (account.data?.hasPassword === false && !hasPasskey) {
    return (
      <Stack gap="sm">
        <Text size="sm">{text('identity.proofBySignIn')}</Text>
        <DialogActions cancel={cancel} />
      </Stack>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        prove.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{text('identity.passwordAgain', { words })}</Text>
        <ErrorAlert error={prove.error} />
        <PasswordInput
          label={text('identity.password')}
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <DialogActions cancel={cancel}>
          {hasPasskey && (
            <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
              {text('identity.usePasskey')}
            </Button>
          )}
          <Button type="submit" loading={prove.isPending}>
            {text('actions.continue')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}
