import type { KeyView } from '@gatehouse/contract';
import { Badge, Button, Group, Menu, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useSession } from '../session/session.ts';
import { formatAge, formatInstant } from '../ui/format.ts';
import { CopyId, RecordTable } from '../ui/record-table.tsx';
import { FirstCall } from './first-call.tsx';
import { KeyActions, type KeyRequest, keysQuery } from './key-actions.tsx';
import { nameOf } from './key-dialogs.tsx';
import { RequestCheck } from './request-check.tsx';

/** Keys of the signed gateway, programs that call it, and why a request is refused. */
export function KeysPage() {
  const { permissions } = useSession();
  const mayManage = permissions.includes('keys.manage');
  const list = useQuery({ queryKey: keysQuery, queryFn: ({ signal }) => call('keys.list', { signal }) });
  const [asked, setAsked] = useState<KeyRequest>();
  const keys = list.data?.keys ?? [];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          API &amp; Integration
        </Title>
        {mayManage && <Button onClick={() => setAsked({ act: 'new' })}>Create key</Button>}
      </Group>
      {list.data && (
        <dl className="gh-facts" style={{ marginBottom: 12 }}>
          <dt>Gateway URL</dt>
          <dd>
            <CopyId id={list.data.baseUrl} />
          </dd>
          <dt>Upload URL</dt>
          <dd>
            <CopyId id={list.data.storageUrl} />
          </dd>
        </dl>
      )}
      <RecordTable
        list={list}
        heads={['Key', 'Status', 'Access', 'Limits', 'Last used', 'Actions']}
        label="API keys"
        count={keys.length}
        empty={
          mayManage ? 'No API keys yet. Create one to let your server call the gateway.' : 'No API keys yet.'
        }
      >
        {keys.map((key) => (
          <KeyRow key={key.apiKey} apiKey={key} ask={mayManage ? setAsked : undefined} />
        ))}
      </RecordTable>
      {list.data && (
        <KeyActions
          asked={asked}
          close={() => setAsked(undefined)}
          operations={list.data.operations.map(({ name }) => name)}
        />
      )}
      {list.data && <FirstCall baseUrl={list.data.baseUrl} keys={keys} />}
      {list.data && mayManage && <RequestCheck baseUrl={list.data.baseUrl} />}
    </>
  );
}

const stateColours = { enabled: 'green', disabled: 'gray', expired: 'orange', revoked: 'red' } as const;

function KeyRow({
  apiKey: key,
  ask,
}: {
  readonly apiKey: KeyView;
  readonly ask: ((asked: KeyRequest) => void) | undefined;
}) {
  const { rate, calls, callsUsed, expiresAt } = key;
  const limits = [
    ...(rate === null ? [] : [`${rate.requests} per ${rate.seconds} s`]),
    ...(calls === null ? [] : [`${callsUsed} of ${calls} calls`]),
    ...(expiresAt === null ? [] : [`until ${formatInstant(expiresAt)}`]),
  ];
  return (
    <Table.Tr>
      <Table.Td className="gh-cut">
        <Text size="sm" fw={500}>
          {key.name === '' ? 'From the tenant file' : key.name}
        </Text>
        <CopyId id={key.apiKey} />
      </Table.Td>
      <Table.Td>
        <Badge color={stateColours[key.state]} variant="outline">
          {key.state}
        </Badge>
        {key.previous && (
          <Text size="xs" className="gh-dim">
            Previous secret valid until {formatInstant(key.previous.until)};{' '}
            {key.previous.lastUsedAt === null
              ? 'not used since the rotation'
              : `last used ${formatAge(key.previous.lastUsedAt)}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="gh-cut">
        <Text size="sm">{key.operations.includes('*') ? 'All operations' : key.operations.join(', ')}</Text>
        <Text size="xs" className="gh-dim">
          {key.domains === null ? 'All domains' : key.domains.join(', ')}
        </Text>
      </Table.Td>
      <Table.Td className="gh-short">
        {limits.length === 0 && 'none'}
        {limits.map((limit) => (
          <Text key={limit} size="sm">
            {limit}
          </Text>
        ))}
      </Table.Td>
      <Table.Td title={key.lastUsedAt === null ? '' : formatInstant(key.lastUsedAt)}>
        {key.lastUsedAt === null ? 'never' : formatAge(key.lastUsedAt)}
      </Table.Td>
      <Table.Td>
        {ask && key.state !== 'revoked' && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" aria-label={`Actions for ${nameOf(key)}`}>
                …
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => ask({ act: 'change', key })}>Edit key</Menu.Item>
              <Menu.Item onClick={() => ask({ act: 'rotate', key })}>Rotate secret</Menu.Item>
              {key.previous && (
                <Menu.Item onClick={() => ask({ act: 'overlap', key })}>Revoke previous secret</Menu.Item>
              )}
              <Menu.Item onClick={() => ask({ act: 'enabled', key })}>
                {key.state === 'disabled' ? 'Enable' : 'Disable'}
              </Menu.Item>
              <Menu.Item onClick={() => ask({ act: 'revoke', key })}>Revoke key</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
