import { Badge, Button, CopyButton, Group, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { formatAge, formatInstant } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { Deliveries } from './deliveries.tsx';

/** The webhooks of the tenant, and what was sent from the domain. */
export function WebhooksPage() {
  const { permissions } = useSession();
  const domain = useDomain();
  const navigate = useNavigate();
  const mayWrite = permissions.includes('webhooks.manage');
  const list = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => call('webhooks.list', { signal }),
  });
  const create = (): void => void navigate({ to: '/webhooks/$webhookId', params: { webhookId: 'new' } });
  useKeys({ n: () => mayWrite && create() });
  const webhooks = list.data?.webhooks ?? [];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          Webhooks
        </Title>
        {mayWrite && (
          <Button onClick={create}>
            New webhook&nbsp;<kbd className="gh-key">N</kbd>
          </Button>
        )}
      </Group>
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      <div className="gh-panel">
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Address</Table.Th>
              <Table.Th>Signature</Table.Th>
              <Table.Th>Version</Table.Th>
              <Table.Th>Id</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {webhooks.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>
                  <Link to="/webhooks/$webhookId" params={{ webhookId: row.id }}>
                    {row.name}
                  </Link>
                </Table.Td>
                <Table.Td>
                  <code>
                    {row.method} {row.url}
                  </code>
                </Table.Td>
                <Table.Td>
                  {row.signs ? 'HMAC_SHA256' : 'none'}
                  {row.secrets.next && (
                    <Badge ml="xs" color="orange" variant="outline">
                      secret is being changed
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td title={`${formatInstant(row.savedAt)} by ${row.savedBy.id}`}>
                  {row.version}, {formatAge(row.savedAt)}
                </Table.Td>
                <Table.Td>
                  <Group gap={6} wrap="nowrap">
                    <code>{row.id}</code>
                    <CopyButton value={row.id}>
                      {({ copied, copy }) => (
                        <Button variant="default" onClick={copy} aria-label={`Copy ${row.id}`}>
                          {copied ? 'Copied' : 'Copy'}
                        </Button>
                      )}
                    </CopyButton>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {list.isSuccess && webhooks.length === 0 && (
          <Text p="lg" ta="center" className="gh-dim">
            No webhook yet.
          </Text>
        )}
      </div>
      <Title order={2} size="h4" mt="lg" mb="sm">
        Deliveries of {domain}
      </Title>
      <Deliveries domain={domain} />
    </>
  );
}
