import type { OwnSession, SignInMethod } from '@gatehouse/contract';
import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { sessionQuery } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { formatAge, formatInstant } from '../ui/format.ts';
import { sessionsQuery } from './account.ts';
import { Panel } from './panel.tsx';

const methods: Readonly<Record<SignInMethod, string>> = {
  password: text('identity.methodPassword'),
  password_totp: text('identity.signedInPasswordAndCode'),
  password_recovery: text('identity.signedInPasswordAndRecovery'),
  passkey: text('identity.signedInPasskey'),
  single_sign_on: text('identity.signedInProvider'),
};

/** Where one is signed in: a session that one does not know is ended here. */
export function SessionsPanel() {
  const queries = useQueryClient();
  const list = useQuery(sessionsQuery);
  const changed = () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const endOthers = useMutation({
    mutationFn: () => call('account.endOtherSessions'),
    onSuccess: changed,
  });
  const end = useMutation({
    mutationFn: ({ sessionId }: OwnSession) => call('account.endSession', { params: { sessionId } }),
    onSuccess: (_, { isThis }) => (isThis ? queries.setQueryData(sessionQuery.queryKey, null) : changed()),
  });
  const sessions = list.data?.sessions ?? [];
  return (
    <Panel
      title={text('identity.sessions')}
      words={text('identity.sessionsWords')}
      acts={
        <Button
          variant="default"
          disabled={sessions.length < 2}
          loading={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          {text('identity.endOthers')}
        </Button>
      }
    >
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('identity.device')}</Table.Th>
            <Table.Th>{text('identity.address')}</Table.Th>
            <Table.Th>{text('identity.method')}</Table.Th>
            <Table.Th>{text('identity.signedIn')}</Table.Th>
            <Table.Th>{text('identity.lastUsed')}</Table.Th>
            <Table.Th aria-label={text('actions.title')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
            <Table.Tr key={session.sessionId}>
              <Table.Td>
                <Group gap={6}>
                  <Text size="sm">{session.device || text('identity.unknownDevice')}</Text>
                  {session.isThis && (
                    <Badge color="green" variant="outline">
                      {text('identity.currentSession')}
                    </Badge>
                  )}
                </Group>
              </Table.Td>
              <Table.Td className="gh-number">{session.address}</Table.Td>
              <Table.Td>{methods[session.method]}</Table.Td>
              <Table.Td>{formatInstant(session.startedAt)}</Table.Td>
              <Table.Td>{formatAge(session.usedAt)}</Table.Td>
              <Table.Td>
                <Button
                  variant="default"
                  aria-label={text('identity.endSessionOn', {
                    device: session.device || text('identity.anUnknownDevice'),
                  })}
                  loading={end.isPending && end.variables.sessionId === session.sessionId}
                  onClick={() => end.mutate(session)}
                >
                  {text('identity.endSession')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
