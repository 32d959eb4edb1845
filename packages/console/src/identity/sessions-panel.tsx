import type { OwnSession, SignInMethod } from '@gatehouse/contract';
import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api.ts';
import { sessionQuery } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { formatAge, formatInstant } from '../ui/format.ts';
import { sessionsQuery } from './account.ts';
import { Panel } from './panel.tsx';

const methods: Readonly<Record<SignInMethod, string>> = {
  password: 'password',
  password_totp: 'password and code',
  password_recovery: 'password and recovery code',
  passkey: 'passkey',
  single_sign_on: 'single sign-on',
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
      title="Sessions"
      words="Where you are signed in. If you do not recognise a session, end it and change your password."
      acts={
        <Button
          variant="default"
          disabled={sessions.length < 2}
          loading={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          End all other sessions
        </Button>
      }
    >
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Device</Table.Th>
            <Table.Th>IP address</Table.Th>
            <Table.Th>Method</Table.Th>
            <Table.Th>Signed in</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
            <Table.Tr key={session.sessionId}>
              <Table.Td>
                <Group gap={6}>
                  <Text size="sm">{session.device || 'Unknown device'}</Text>
                  {session.isThis && (
                    <Badge color="green" variant="outline">
                      current session
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
                  aria-label={`End session on ${session.device || 'an unknown device'}`}
                  loading={end.isPending && end.variables.sessionId === session.sessionId}
                  onClick={() => end.mutate(session)}
                >
                  End session
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
