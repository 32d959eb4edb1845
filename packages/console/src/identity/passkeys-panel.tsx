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
import { Panel } from './panel.tsx';
import { makePasskey } from './passkey-ceremony.ts';
import { useProof } from './proof.tsx';

/** Signing in by a device instead of a password: passkeys are added, named and removed here. */
export function PasskeysPanel({ account }: { readonly account: Account }) {
  const queries = useQueryClient();
  const { withProof, dialog } = useProof();
  const [naming, setNaming] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
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
  const { passkeys, passkeyHost } = account;
  const isHere = passkeyHost !== null && window.location.hostname === passkeyHost;
  return (
    <Panel
      title="Passkeys"
      words={
        passkeyHost === null
          ? 'This address can have none: they need a host name and https.'
          : isHere
            ? 'Sign in by your finger, face or PIN on a device of yours, without a password.'
            : `They work at the address of ${passkeyHost} alone.`
      }
      acts={
        <Button variant="default" disabled={!isHere} onClick={() => setNaming(true)}>
          Add a passkey
        </Button>
      }
    >
      {dialog}
      {passkeys.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Passkey</Table.Th>
              <Table.Th>Added</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th aria-label="Acts" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {passkeys.map((passkey) => (
              <Table.Tr key={passkey.passkeyId}>
                <Table.Td>
                  <Group gap={6}>
                    <Text size="sm">{passkey.name}</Text>
                    {passkey.backedUp && (
                      <Badge color="gray" variant="outline">
                        synchronised
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
                    onClick={() => setRemoving(passkey)}
                  >
                    Remove
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Modal opened={naming} onClose={() => setNaming(false)} title="Add a passkey">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // Another dialog may have to ask who it is.
            setNaming(false);
            add.mutate(textOf(new FormData(event.currentTarget), 'name'));
          }}
        >
          <Stack gap="sm">
            <TextInput
              name="name"
              label="What you call it"
              description="So that you know it among others, such as: work laptop"
              required
              maxLength={100}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button type="submit" loading={add.isPending}>
                Go on
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <Confirm
        opened={removing !== undefined}
        title={`Remove ${removing?.name ?? ''}?`}
        words="It lets you in no more. Remove it from the device too: the device does not know."
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
