import type { KeyView } from '@gatehouse/contract';
import { Badge, Button, Group, Menu, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatAge, formatInstant, listText } from '../ui/format.ts';
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
          {text('keys.title')}
        </Title>
        <Group gap="sm">
          <Button variant="default" renderRoot={(root) => <Link to="/keys/reference" {...root} />}>
            {text('frame.apiReference')}
          </Button>
          {mayManage && keys.length > 0 && (
            <Button onClick={() => setAsked({ act: 'new' })}>{text('keys.createKey')}</Button>
          )}
        </Group>
      </Group>
      {list.data && (
        <dl className="gh-facts" style={{ marginBottom: 12 }}>
          <dt>{text('keys.gatewayUrl')}</dt>
          <dd>
            <CopyId id={list.data.baseUrl} />
          </dd>
          <dt>{text('keys.uploadUrl')}</dt>
          <dd>
            <CopyId id={list.data.storageUrl} />
          </dd>
        </dl>
      )}
      <RecordTable
        list={list}
        heads={[
          text('keys.key'),
          text('terms.status'),
          text('keys.access'),
          text('keys.limits'),
          text('keys.lastUsed'),
          text('actions.title'),
        ]}
        label={text('keys.apiKeys')}
        count={keys.length}
        empty={
          <EmptyState
            title={text('keys.noKeys')}
            words={text('keys.noKeysWords')}
            action={
              mayManage ? { run: () => setAsked({ act: 'new' }), label: text('keys.createKey') } : undefined
            }
          />
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
  const limits = limitsOf(key);
  return (
    <Table.Tr>
      <Table.Td className="gh-cut">
        <Text size="sm" fw={500}>
          {key.name === '' ? text('keys.fromTenantFile') : key.name}
        </Text>
        <CopyId id={key.apiKey} />
      </Table.Td>
      <Table.Td>
        <Badge color={stateColours[key.state]} variant="outline">
          {text(`keys.state-${key.state}`)}
        </Badge>
        {key.previous && (
          <Text size="xs" className="gh-dim">
            {text('keys.previousUntil', {
              at: formatInstant(key.previous.until),
              use:
                key.previous.lastUsedAt === null
                  ? text('keys.notUsed')
                  : text('keys.usedAgo', { age: formatAge(key.previous.lastUsedAt) }),
            })}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="gh-cut">
        <Text size="sm">
          {key.operations.includes('*') ? text('keys.allOperations') : listText(key.operations)}
        </Text>
        <Text size="xs" className="gh-dim">
          {key.domains === null ? text('keys.allDomains') : listText(key.domains)}
        </Text>
      </Table.Td>
      <Table.Td className="gh-short">
        {limits.length === 0 && text('terms.none')}
        {limits.map((limit) => (
          <Text key={limit} size="sm">
            {limit}
          </Text>
        ))}
      </Table.Td>
      <Table.Td title={key.lastUsedAt === null ? '' : formatInstant(key.lastUsedAt)}>
        {key.lastUsedAt === null ? text('terms.never') : formatAge(key.lastUsedAt)}
      </Table.Td>
      <Table.Td>
        {ask && key.state !== 'revoked' && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" aria-label={text('keys.actionsFor', { name: nameOf(key) })}>
                …
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => ask({ act: 'change', key })}>{text('keys.editKey')}</Menu.Item>
              <Menu.Item onClick={() => ask({ act: 'rotate', key })}>{text('keys.rotateSecret')}</Menu.Item>
              {key.previous && (
                <Menu.Item onClick={() => ask({ act: 'overlap', key })}>
                  {text('keys.revokePrevious')}
                </Menu.Item>
              )}
              <Menu.Item onClick={() => ask({ act: 'enabled', key })}>
                {key.state === 'disabled' ? text('keys.enable') : text('keys.disable')}
              </Menu.Item>
              <Menu.Item onClick={() => ask({ act: 'revoke', key })}>{text('keys.revokeKey')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function limitsOf({ rate, calls, callsUsed, expiresAt }: KeyView): string[] {
  return [
    ...(rate === null ? [] : [text('keys.ratePer', { requests: rate.requests, seconds: rate.seconds })]),
    ...(calls === null ? [] : [text('keys.callsOf', { used: callsUsed, calls })]),
    ...(expiresAt === null ? [] : [text('keys.until', { at: formatInstant(expiresAt) })]),
  ];
}
