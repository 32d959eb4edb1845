import type { AccessToken, PersonView } from '@gatehouse/contract';
import { Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { Failure } from '../ui/failure.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { TokenTable } from './token-table.tsx';

/** The access tokens of somebody else, which an admin can revoke. */
export function PersonTokens(props: {
  readonly person: PersonView;
  readonly close: () => void;
  /** After a token was revoked. */
  readonly changed: () => void;
}) {
  const { person, close } = props;
  const { personId } = person;
  const queries = useQueryClient();
  const queryKey = ['people', personId, 'access-tokens'];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('people.accessTokens', { params: { personId }, signal }),
  });
  const [revoking, setRevoking] = useState<AccessToken>();
  const revoke = useMutation({
    mutationFn: ({ tokenId }: AccessToken) =>
      call('people.revokeAccessToken', { params: { personId, tokenId } }),
    onSuccess: () => {
      props.changed();
      return queries.invalidateQueries({ queryKey });
    },
  });
  const tokens = list.data?.tokens ?? [];
  return (
    <Modal opened onClose={close} size="lg" title={text('access.ofPerson', { email: person.email })}>
      <Stack gap="sm">
        <Text size="sm">{text('access.ofPersonWords')}</Text>
        {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
        {list.isSuccess && tokens.length === 0 && <Text size="sm">{text('access.none')}</Text>}
        {tokens.length > 0 && <TokenTable tokens={tokens} revoke={setRevoking} />}
      </Stack>
      <RevokeToken
        token={revoking}
        pending={revoke.isPending}
        revoke={(token) => revoke.mutate(token)}
        close={() => setRevoking(undefined)}
      />
    </Modal>
  );
}
