import type { AccessToken } from '@gatehouse/contract';
import { Button, Code, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { accessTokensQuery } from '../identity/account.ts';
import { useIdentityConfirmation } from '../identity/confirm-identity.tsx';
import { Panel } from '../identity/panel.tsx';
import { text } from '../messages/text.ts';
import { Failure } from '../ui/failure.tsx';
import { OneTimeSecret } from '../ui/one-time-secret.tsx';
import { type NewToken, NewTokenForm } from './new-token-form.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { TokenTable } from './token-table.tsx';

/** Tokens by which programs read for one: they are made, shown once, and revoked here. */
export function AccessTokensPanel() {
  const queries = useQueryClient();
  const list = useQuery(accessTokensQuery);
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<AccessToken>();
  const [created, setCreated] = useState<string>();
  const { withProof, dialog } = useIdentityConfirmation();
  const changed = () => queries.invalidateQueries({ queryKey: accessTokensQuery.queryKey });
  const create = useMutation({
    mutationFn: (body: NewToken) => withProof(() => call('accessTokens.create', { body })),
    onSuccess: ({ token }) => {
      setCreated(token);
      return changed();
    },
  });
  const revoke = useMutation({
    mutationFn: ({ tokenId }: AccessToken) => call('accessTokens.revoke', { params: { tokenId } }),
    onSuccess: changed,
  });
  const tokens = list.data?.tokens ?? [];
  return (
    <Panel
      title={text('access.title')}
      words={text('access.words')}
      acts={
        <Button variant="default" loading={create.isPending} onClick={() => setCreating(true)}>
          {text('access.create')}
        </Button>
      }
    >
      {dialog}
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      {tokens.length > 0 && <TokenTable tokens={tokens} revoke={setRevoking} />}
      <Modal opened={creating} onClose={() => setCreating(false)} title={text('access.create')}>
        <NewTokenForm
          cancel={() => setCreating(false)}
          create={(token) => {
            // Another dialog may have to ask who it is.
            setCreating(false);
            create.mutate(token);
          }}
        />
      </Modal>
      <CreatedToken token={created} close={() => setCreated(undefined)} />
      <RevokeToken
        token={revoking}
        pending={revoke.isPending}
        revoke={(token) => revoke.mutate(token)}
        close={() => setRevoking(undefined)}
      />
    </Panel>
  );
}

function CreatedToken(props: { readonly token: string | undefined; readonly close: () => void }) {
  const { token, close } = props;
  return (
    <Modal opened={token !== undefined} onClose={close} title={text('access.createdTitle')}>
      <Stack gap="sm">
        <Text size="sm">{text('access.createdWords')}</Text>
        <Text size="sm">{text('access.startWords')}</Text>
        <Code block translate="no">{`gatehouse mcp --url ${window.location.origin}`}</Code>
        <OneTimeSecret
          label={text('access.token')}
          text={token ?? ''}
          done={text('actions.done')}
          close={close}
        />
      </Stack>
    </Modal>
  );
}
