import type { Account, Passkey } from '@gatehouse/contract';
import { Badge, Button, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { sessionQuery } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { textOf } from '../ui/form.ts';
import { formatAge, formatInstant } from '../ui/format.ts';
import { accountQuery } from './account.ts';
import { useIdentityConfirmation } from './confirm-identity.tsx';
import { Panel } from './panel.tsx';
import { makePasskey } from './passkey-ceremony.ts';

/** Signing in by a device instead of a password: passkeys are added, named and removed here. */
export function PasskeysPanel({ account }: { readonly account: Account }) {
  const [naming, setNaming] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const { add, remove, dialog } = usePasskeyActions();
  const { passkeys, passkeyHost } = account;
  const isHere = passkeyHost !== null && window.location.hostname === passkeyHost;
  return (
    <Panel
      title={text('identity.passkeys')}
      words={
        passkeyHost === null
          ? text('identity.passkeysUnavailable')
          : isHere
            ? text('identity.passkeysWords')
            : text('identity.passkeysElsewhere', { host: passkeyHost })
      }
      acts={
        <Button variant="default" disabled={!isHere} onClick={() => setNaming(true)}>
          {text('identity.addPasskey')}
        </Button>
      }
    >
      {dialog}
      {passkeys.length > 0 && <Passkeys passkeys={passkeys} remove={setRemoving} />}
      <Modal opened={naming} onClose={() => setNaming(false)} title={text('identity.addPasskey')}>
        <NewPasskey
          pending={add.isPending}
          cancel={() => setNaming(false)}
          add={(name) => {
            // Another dialog may have to ask who it is.
            setNaming(false);
            add.mutate(name);
          }}
        />
      </Modal>
      <Confirm
        opened={removing !== undefined}
        title={text('identity.removePasskeyAsk', { name: removing?.name ?? '' })}
        words={text('identity.removePasskeyWords')}
        action={text('identity.removePasskey')}
        pending={remove.isPending}
        confirm={() => {
          setRemoving(undefined);
          if (removing) remove.mutate(removing);
        }}
        cancel={() => setRemoving(undefined)}
      />
    </Panel>
  );
}

function usePasskeyActions() {
  const queries = useQueryClient();
  const { withProof, dialog } = useIdentityConfirmation();
  const changed = () => {
    void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
    // Who was asked for a second factor has one now.
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const add = useMutation({
    mutationFn: async (name: string) => {
      const begun = await withProof(() => call('account.beginPasskey'));
      return call('account.addPasskey', { body: { ...(await makePasskey(begun)), name } });
    },
    onSuccess: changed,
  });
  const remove = useMutation({
    mutationFn: ({ passkeyId }: Passkey) =>
      withProof(() => call('account.removePasskey', { params: { passkeyId } })),
    onSuccess: changed,
  });
  return { add, remove, dialog };
}

function Passkeys(props: {
  readonly passkeys: readonly Passkey[];
  readonly remove: (passkey: Passkey) => void;
}) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('identity.passkey')}</Table.Th>
          <Table.Th>{text('identity.added')}</Table.Th>
          <Table.Th>{text('identity.lastUsed')}</Table.Th>
          <Table.Th aria-label={text('actions.title')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.passkeys.map((passkey) => (
          <Table.Tr key={passkey.passkeyId}>
            <Table.Td>
              <Group gap={6}>
                <Text size="sm">{passkey.name}</Text>
                {passkey.backedUp && (
                  <Badge color="gray" variant="outline">
                    {text('identity.synced')}
                  </Badge>
                )}
              </Group>
            </Table.Td>
            <Table.Td>{formatInstant(passkey.createdAt)}</Table.Td>
            <Table.Td>
              {passkey.usedAt === null ? text('identity.never') : formatAge(passkey.usedAt)}
            </Table.Td>
            <Table.Td>
              <Button
                variant="default"
                aria-label={text('identity.removeNamed', { name: passkey.name })}
                onClick={() => props.remove(passkey)}
              >
                {text('actions.remove')}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function NewPasskey(props: {
  readonly pending: boolean;
  readonly add: (name: string) => void;
  readonly cancel: () => void;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.add(textOf(new FormData(event.currentTarget), 'name'));
      }}
    >
      <Stack gap="sm">
        <TextInput
          name="name"
          label={text('identity.passkeyName')}
          description={text('identity.passkeyNameWords')}
          required
          maxLength={100}
          data-autofocus
        />
        <DialogActions cancel={props.cancel}>
          <Button type="submit" loading={props.pending}>
            {text('actions.continue')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}
