import type { Account } from '@gatehouse/contract';
import { Badge, Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, Refused } from '../api.ts';
import { text } from '../messages/text.ts';
import { describeError } from '../queries.ts';
import { sessionQuery } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { formatInstant } from '../ui/format.ts';
import { OneTimeSecret } from '../ui/one-time-secret.tsx';
import { accountQuery } from './account.ts';
import { useIdentityConfirmation } from './confirm-identity.tsx';
import { Panel } from './panel.tsx';
import { QrCode } from './qr-code.tsx';

/** One-time codes of an authenticator app: set up, removed, and recovery codes for a lost phone. */
export function TotpPanel({ account }: { readonly account: Account }) {
  const [removing, setRemoving] = useState(false);
  const actions = useTotpActions();
  const { begin, renew, remove } = actions;
  const { totp, recoveryCodes } = account;
  return (
    <Panel
      title={text('identity.codes')}
      words={
        totp === null
          ? text('identity.codesWords')
          : text('identity.codesSetUp', { at: formatInstant(totp.since), left: recoveryCodes })
      }
      acts={
        totp === null ? (
          <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
            {text('identity.setUp')}
          </Button>
        ) : (
          <>
            <Badge color="green" variant="outline">
              {text('identity.on')}
            </Badge>
            <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
              {text('identity.changeApp')}
            </Button>
            <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
              {text('identity.newRecoveryCodes')}
            </Button>
            <Button variant="default" onClick={() => setRemoving(true)}>
              {text('identity.turnOff')}
            </Button>
          </>
        )
      }
    >
      {actions.dialogs}
      <Confirm
        opened={removing}
        title={text('identity.turnOffAsk')}
        words={text('identity.turnOffWords')}
        action={text('identity.turnOff')}
        pending={remove.isPending}
        confirm={() => {
          // Another dialog may have to ask who it is.
          setRemoving(false);
          remove.mutate();
        }}
        cancel={() => setRemoving(false)}
      />
    </Panel>
  );
}

/** What a person does with their one-time codes, and the dialogs that show secrets once. */
function useTotpActions() {
  const queries = useQueryClient();
  const { withProof, dialog } = useIdentityConfirmation();
  const [codes, setCodes] = useState<readonly string[]>();
  const [begun, setBegun] = useState<{ secret: string; address: string }>();
  const changed = () => queries.invalidateQueries({ queryKey: accountQuery.queryKey });
  const begin = useMutation({
    mutationFn: () => withProof(() => call('account.totpBegin')),
    onSuccess: setBegun,
  });
  const renew = useMutation({
    mutationFn: () => withProof(() => call('account.renewRecoveryCodes')),
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  const remove = useMutation({
    mutationFn: () => withProof(() => call('account.totpRemove')),
    onSuccess: changed,
  });
  const closeCodes = () => {
    setCodes(undefined);
    void changed();
    // Who was asked for a second factor has one now.
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const dialogs = (
    <>
      {dialog}
      <Modal
        opened={begun !== undefined}
        onClose={() => setBegun(undefined)}
        title={text('identity.setUpCodes')}
      >
        {begun && (
          <SetUp
            begun={begun}
            cancel={() => setBegun(undefined)}
            done={(recoveryCodes) => {
              setBegun(undefined);
              setCodes(recoveryCodes);
            }}
          />
        )}
      </Modal>
      <Modal opened={codes !== undefined} onClose={closeCodes} title={text('identity.recoveryCodes')}>
        {codes && <RecoveryCodes codes={codes} close={closeCodes} />}
      </Modal>
    </>
  );
  return { begin, renew, remove, dialogs };
}

function SetUp(props: {
  readonly begun: { readonly secret: string; readonly address: string };
  readonly done: (recoveryCodes: readonly string[]) => void;
  readonly cancel: () => void;
}) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => call('account.totpConfirm', { body: { code } }),
    meta: { isShownInPlace: true },
    onSuccess: ({ recoveryCodes }) => props.done(recoveryCodes),
  });
  const fault =
    confirm.error instanceof Refused && confirm.error.problem.field === 'code'
      ? text('identity.codeFault', { fault: confirm.error.message })
      : confirm.error && describeError(confirm.error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{text('identity.scanCode')}</Text>
        <Group justify="center">
          <QrCode text={props.begun.address} label={text('identity.qrCode')} />
        </Group>
        <Code block>{props.begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Code>
        <TextInput
          label={text('identity.codeFromApp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={fault}
        />
        <DialogActions cancel={props.cancel}>
          <Button type="submit" loading={confirm.isPending}>
            {text('actions.confirm')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

function RecoveryCodes({ codes, close }: { readonly codes: readonly string[]; readonly close: () => void }) {
  return (
    <Stack gap="sm">
      <Text size="sm">{text('identity.recoveryCodesWords')}</Text>
      <OneTimeSecret
        label={text('identity.recoveryCodes')}
        text={codes.join('\n')}
        done={text('identity.haveSaved')}
        close={close}
      />
    </Stack>
  );
}
