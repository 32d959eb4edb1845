import type { Account, Passkey } from '@gatehouse/contract';
import { Badge, Button, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { sessionQuery } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
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
      title="Passkeys"
      words={
        passkeyHost === null
          ? 'Not available at this address: passkeys need a host name and HTTPS.'
          : isHere
            ? 'Sign in with your fingerprint, face or device PIN instead of a password.'
            : `Passkeys work only at ${passkeyHost}.`
      }
      acts={
        <Button variant="default" disabled={!isHere} onClick={() => setNaming(true)}>
          Add a passkey
        </Button>
      }
    >
      {dialog}
      {passkeys.length > 0 && <Passkeys passkeys={passkeys} remove={setRemoving} />}
      <Modal opened={naming} onClose={() => setNaming(false)} title="Add a passkey">
        <NewPasskey
          pending={add.isPending}
          add={(name) => {
            // Another dialog may have to ask who it is.
            setNaming(false);
            add.mutate(name);
          }}
        />
      </Modal>
      <Confirm
        opened={removing !== undefined}
        title={`Remove passkey ${removing?.name ?? ''}?`}
        words="You can no longer sign in with this passkey. Delete it on your device too."
        action="Remove passkey"
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
          <Table.Th>Passkey</Table.Th>
          <Table.Th>Added</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th aria-label="Actions" />
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
                    synced
                  </Badge>
                )}
              </Group>
            </Table.Td>
            <Table.Td>{formatInstant(passkey.createdAt)}</Table.Td>
            <Table.Td>{passkey.usedAt === null ? 'never' : formatAge(passkey.usedAt)}</Table.Td>
            <Table.Td>
              <Button
                variant="default"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => props.remove(passkey)}
              >
                Remove
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function NewPasskey(props: { readonly pending: boolean; readonly add: (name: string) => void }) {
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
          label="Passkey name"
          description="To recognise it later, for example: work laptop"
          required
          maxLength={100}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button type="submit" loading={props.pending}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
