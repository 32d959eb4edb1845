import type { Account } from '@gatehouse/contract';
import { Button, Modal, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, Refused } from '../api.ts';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { formatInstant } from '../ui/format.ts';
import { accountQuery } from './account.ts';
import { Panel } from './panel.tsx';

export function PasswordPanel({ account }: { readonly account: Account }) {
  const [opened, setOpened] = useState(false);
  const { passwordChangedAt, hasPassword } = account;
  const words = !hasPassword
    ? text('identity.noPassword')
    : passwordChangedAt === null
      ? text('identity.firstPassword')
      : text('identity.passwordChanged', { at: formatInstant(passwordChangedAt) });
  const action = hasPassword ? text('identity.changePassword') : text('identity.setPassword');
  return (
    <Panel
      title={text('identity.password')}
      words={words}
      acts={
        <Button variant="default" onClick={() => setOpened(true)}>
          {action}
        </Button>
      }
    >
      <Modal opened={opened} onClose={() => setOpened(false)} title={action}>
        {opened && <PasswordForm account={account} close={() => setOpened(false)} />}
      </Modal>
    </Panel>
  );
}

function PasswordForm({ account, close }: { readonly account: Account; readonly close: () => void }) {
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () =>
      call('account.changePassword', { body: { next, ...(account.hasPassword ? { current } : {}) } }),
    meta: { isShownInPlace: true },
    onSuccess: () => {
      notifications.show({ message: text('identity.passwordWasChanged') });
      void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      close();
    },
  });
  const problem = change.error instanceof Refused ? change.error.problem : undefined;
  const isAboutNext = problem?.field === 'next';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={isAboutNext ? null : change.error} />
        {account.hasPassword && (
          <PasswordInput
            label={text('identity.currentPassword')}
            autoComplete="current-password"
            required
            data-autofocus
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        )}
        <NewPasswordInput
          minLength={account.passwordMinLength}
          value={next}
          change={setNext}
          fault={isAboutNext ? change.error?.message : undefined}
        />
        <DialogActions cancel={close}>
          <Button type="submit" loading={change.isPending}>
            {account.hasPassword ? text('identity.changePassword') : text('identity.setPassword')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

/** A password to be chosen, with what is asked of it and why it was refused. */
export function NewPasswordInput(props: {
  readonly minLength: number;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly fault: string | undefined;
}) {
  return (
    <PasswordInput
      label={text('identity.newPassword')}
      description={text('identity.newPasswordWords', { length: props.minLength })}
      autoComplete="new-password"
      required
      value={props.value}
      onChange={(event) => props.change(event.currentTarget.value)}
      error={props.fault === undefined ? undefined : text('identity.passwordFault', { fault: props.fault })}
    />
  );
}
