import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { actorLabel } from '../ui/actor-label.ts';
import { formatAge, formatZonedInstant } from '../ui/format.ts';
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
          {text('webhooks.title')}
        </Title>
        {mayWrite && webhooks.length > 0 && <CreateButton create={create} />}
      </Group>
      <RecordTable
        list={list}
        label={text('webhooks.title')}
        heads={[
          text('terms.name'),
          text('webhooks.url'),
          text('webhooks.signature'),
          text('webhooks.version'),
          text('terms.id'),
        ]}
        count={webhooks.length}
        empty={mayWrite ? <EmptyWebhooks create={create} /> : text('webhooks.noWebhooks')}
      >
        {webhooks.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td>
              <Link to="/webhooks/$webhookId" params={{ webhookId: row.id }}>
                {row.name}
              </Link>
            </Table.Td>
            <Table.Td className="gh-fold-plain">
              <code>
                {row.method} {row.url}
              </code>
            </Table.Td>
            <Table.Td>
              {row.signs ? <span translate="no">HMAC_SHA256</span> : text('terms.none')}
              {row.secrets.next && (
                <Badge ms="xs" color="orange" variant="outline">
                  {text('webhooks.rotating')}
                </Badge>
              )}
            </Table.Td>
            <Table.Td
              title={text('webhooks.savedBy', {
                at: formatZonedInstant(row.savedAt),
                actor: actorLabel(row.savedBy),
              })}
            >
              {text('webhooks.versionSaved', { version: row.version, age: formatAge(row.savedAt) })}
            </Table.Td>
            <Table.Td className="gh-fold-plain">
              <CopyId id={row.id} />
            </Table.Td>
          </Table.Tr>
        ))}
      </RecordTable>
      <Title order={2} size="h4" mt="lg" mb="sm">
        {text('webhooks.deliveriesFrom', { domain })}
      </Title>
      <Deliveries domain={domain} />
    </>
  );
}

function CreateButton({ create }: { readonly create: () => void }) {
  return (
    <Button onClick={create}>
      {text('webhooks.create')}&nbsp;<kbd className="gh-key">N</kbd>
    </Button>
  );
}

/** What will be here, and the first thing to do. */
function EmptyWebhooks({ create }: { readonly create: () => void }) {
  return (
    <Stack gap="xs" align="center">
      <Text fw={500}>{text('webhooks.noWebhooks')}</Text>
      <Text size="sm" className="gh-dim" maw={440}>
        {text('webhooks.noWebhooksWords')}
      </Text>
      <CreateButton create={create} />
    </Stack>
  );
}
