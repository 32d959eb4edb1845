import { Badge, Button, Group, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { useSession } from '../session/session.ts';
import { actorLabel } from '../ui/actor-label.ts';
import { formatAge, formatInstant } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { CopyId, RecordTable } from '../ui/record-table.tsx';
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
            Create webhook&nbsp;<kbd className="gh-key">N</kbd>
          </Button>
        )}
      </Group>
      <RecordTable
        list={list}
        label="Webhooks"
        heads={['Name', 'URL', 'Signature', 'Version', 'ID']}
        count={webhooks.length}
        empty="No webhooks yet."
      >
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
                  secret rotation in progress
                </Badge>
              )}
            </Table.Td>
            <Table.Td title={`${formatInstant(row.savedAt)} by ${actorLabel(row.savedBy)}`}>
              {row.version}, {formatAge(row.savedAt)}
            </Table.Td>
            <Table.Td>
              <CopyId id={row.id} />
            </Table.Td>
          </Table.Tr>
        ))}
      </RecordTable>
      <Title order={2} size="h4" mt="lg" mb="sm">
        Deliveries from {domain}
      </Title>
      <Deliveries domain={domain} />
    </>
  );
}
