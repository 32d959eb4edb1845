import type { Account } from '@gatehouse/contract';
import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, Refused } from '../api.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { formatInstant } from '../ui/format.ts';
import { accountQuery } from './account.ts';
import { Panel } from './panel.tsx';

export function PasswordPanel({ account }: { readonly account: Account }) {
  const [opened, setOpened] = useState(false);
  const { passwordChangedAt, hasPassword } = account;
  const words = !hasPassword
    ? 'No password set.'
    : passwordChangedAt === null
      ? 'You still use your first password. Choose a new one.'
      : `Last changed ${formatInstant(passwordChangedAt)}.`;
  const action = hasPassword ? 'Change password' : 'Set password';
  return (
    <Panel
      title="Password"
      words={words}
      acts={
        <Button variant="default" onClick={() => setOpened(true)}>
          {action}
        </Button>
      }
    >
      <Modal opened={opened} onClose={() => setOpened(false)} title={action}>
        {opened && <PasswordForm account={account} done={() => setOpened(false)} />}
      </Modal>
    </Panel>
  );
}

function PasswordForm({ account, done }: { readonly account: Account; readonly done: () => void }) {
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () =>
      call('account.changePassword', { body: { next, ...(account.hasPassword ? { current } : {}) } }),
    meta: { isShownInPlace: true },
    onSuccess: () => {
      notifications.show({ message: 'Your password was changed. Your other sessions have ended.' });
      void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      done();
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
            label="Current password"
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
          fault={isAboutNext ? problem?.message : undefined}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            {account.hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </Group>
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
      label="New password"
      description={`At least ${props.minLength} characters of any kind. Common passwords are refused. Several words work well.`}
      autoComplete="new-password"
      required
      value={props.value}
      onChange={(event) => props.change(event.currentTarget.value)}
      error={props.fault === undefined ? undefined : `The password ${props.fault}.`}
    />
  );
}
