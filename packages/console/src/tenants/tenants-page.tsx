import type { TenantSummary } from '@gatehouse/contract';
import { Badge, Button, Group, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useSession } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatInstant } from '../ui/format.ts';

const key = ['tenants'];

/** The operator's area: which tenants the deployment has, and whether they are served. */
export function TenantsPage() {
  const { user } = useSession();
  const queries = useQueryClient();
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => call('tenants.list', { signal }) });
  const [asked, setAsked] = useState<{ tenant: TenantSummary; change: Change }>();
  const change = useMutation({
    mutationFn: ({ tenant, change }: { tenant: TenantSummary; change: Change }) =>
      call('tenants.change', { params: { tenantId: tenant.tenantId }, body: change }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
    onSettled: () => setAsked(undefined),
  });
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Tenants
      </Title>
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      <div className="gh-panel">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Tenant</Table.Th>
              <Table.Th>Domains</Table.Th>
              <Table.Th>People</Table.Th>
              <Table.Th>Since</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th aria-label="Acts" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.data?.tenants.map((tenant) => (
              <Table.Tr key={tenant.tenantId}>
                <Table.Td>
                  <Text size="sm" fw={500}>
                    {tenant.name}
                  </Text>
                  <Text size="xs" className="gh-dim">
                    {tenant.tenantId}
                  </Text>
                </Table.Td>
                <Table.Td>{tenant.domains.join(', ')}</Table.Td>
                <Table.Td className="gh-number">{tenant.people}</Table.Td>
                <Table.Td>{formatInstant(tenant.createdAt)}</Table.Td>
                <Table.Td>
                  <TenantState tenant={tenant} />
                </Table.Td>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    <Button
                      variant="default"
                      disabled={tenant.tenantId === user.tenantId}
                      onClick={() => setAsked({ tenant, change: { enabled: !tenant.enabled } })}
                    >
                      {tenant.enabled ? 'Disable' : 'Enable'}
                    </Button>
                    <Button
                      variant="default"
                      onClick={() => setAsked({ tenant, change: { billingBlocked: !tenant.billingBlocked } })}
                    >
                      {tenant.billingBlocked ? 'Unblock billing' : 'Block billing'}
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Confirm
        opened={asked !== undefined}
        title={asked?.tenant.name ?? ''}
        words={asked === undefined ? '' : consequence(asked.change)}
        pending={change.isPending}
        confirm={() => asked !== undefined && change.mutate(asked)}
        cancel={() => setAsked(undefined)}
      />
    </>
  );
}

interface Change {
  readonly enabled?: boolean;
  readonly billingBlocked?: boolean;
}

function consequence({ enabled, billingBlocked }: Change): string {
  if (enabled === false) return 'Its keys are refused and its people are signed out, at once.';
  if (enabled === true) return 'Its keys and its people are let in again.';
  return billingBlocked
    ? 'Submits and quick scans are refused until it is unblocked; everything else goes on.'
    : 'Submits and quick scans are taken again.';
}

function TenantState({ tenant }: { readonly tenant: TenantSummary }) {
  if (!tenant.enabled)
    return (
      <Badge color="red" variant="outline">
        disabled
      </Badge>
    );
  return (
    <Badge color={tenant.billingBlocked ? 'orange' : 'green'} variant="outline">
      {tenant.billingBlocked ? 'billing blocked' : 'served'}
    </Badge>
  );
}
