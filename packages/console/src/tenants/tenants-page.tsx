import type { TenantSummary } from '@gatehouse/contract';
import { Badge, Button, Group, Menu, Modal, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useLinkTold } from '../identity/link-told.tsx';
import { useProof } from '../identity/proof.tsx';
import { useSession } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatInstant } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { eventName } from './event-names.ts';
import { GrantForm } from './grant-form.tsx';
import { InviteForm } from './invite-form.tsx';
import { TenantForm } from './tenant-form.tsx';

const key = ['tenants'];

interface Change {
  readonly enabled?: boolean;
  readonly billingBlocked?: boolean;
}
type Dialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'grant' | 'invite'; readonly tenant: TenantSummary };

/** The operator's area: which tenants the deployment has, what they use, and whether they are served. */
export function TenantsPage() {
  const { user } = useSession();
  const queries = useQueryClient();
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => call('tenants.list', { signal }) });
  const [dialog, setDialog] = useState<Dialog>();
  const [asked, setAsked] = useState<{ tenant: TenantSummary; change: Change }>();
  const proof = useProof('This changes what a tenant may do.');
  const invitation = useLinkTold();
  const changed = () => queries.invalidateQueries({ queryKey: key });
  const finish = () => {
    setDialog(undefined);
    void changed();
  };
  const change = useMutation({
    mutationFn: ({ tenant, change }: { tenant: TenantSummary; change: Change }) =>
      proof.withProof(() => call('tenants.change', { params: { tenantId: tenant.tenantId }, body: change })),
    onSettled: changed,
  });
  const invite = useMutation({
    mutationFn: (of: { readonly tenantId: string; readonly email: string }) =>
      proof.withProof(() =>
        call('tenants.inviteAdmin', { params: { tenantId: of.tenantId }, body: { email: of.email } }),
      ),
    onSuccess: invitation.tellInvitation,
    onSettled: finish,
  });
  const tenants = list.data?.tenants ?? [];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          Tenants
        </Title>
        <Button onClick={() => setDialog({ kind: 'new' })}>New tenant</Button>
      </Group>
      {proof.dialog}
      {invitation.dialog}
      <RecordTable
        list={list}
        heads={['Tenant', 'Domains', 'People', 'Left of events', 'Left of quick scans', 'Since', 'State', '']}
        label="Tenants"
        count={tenants.length}
        empty="No tenant yet."
      >
        {tenants.map((tenant) => (
          <TenantRow
            key={tenant.tenantId}
            tenant={tenant}
            isOwn={tenant.tenantId === user.tenantId}
            open={(kind) => setDialog({ kind, tenant })}
            ask={(wanted) => setAsked({ tenant, change: wanted })}
          />
        ))}
      </RecordTable>
      <Modal opened={dialog !== undefined} onClose={() => setDialog(undefined)} title={titleOf(dialog)}>
        {(dialog?.kind === 'new' || dialog?.kind === 'edit') && (
          <TenantForm
            tenant={dialog.kind === 'edit' ? dialog.tenant : undefined}
            withProof={proof.withProof}
            done={(tenantId, email) =>
              dialog.kind === 'new' ? invite.mutate({ tenantId, email }) : finish()
            }
          />
        )}
        {dialog?.kind === 'grant' && (
          <GrantForm tenant={dialog.tenant} withProof={proof.withProof} done={finish} />
        )}
        {dialog?.kind === 'invite' && (
          <InviteForm
            pending={invite.isPending}
            invite={(email) => invite.mutate({ tenantId: dialog.tenant.tenantId, email })}
          />
        )}
      </Modal>
      <Confirm
        opened={asked !== undefined}
        title={asked?.tenant.name ?? ''}
        words={asked === undefined ? '' : consequence(asked.change)}
        pending={false}
        confirm={() => {
          // Another dialog may have to ask who it is.
          setAsked(undefined);
          if (asked !== undefined) change.mutate(asked);
        }}
        cancel={() => setAsked(undefined)}
      />
    </>
  );
}

function TenantRow(of: {
  readonly tenant: TenantSummary;
  readonly isOwn: boolean;
  readonly open: (kind: 'edit' | 'grant' | 'invite') => void;
  readonly ask: (change: Change) => void;
}) {
  const { tenant } = of;
  const { enabled, billingBlocked, quotas, quickScan } = tenant;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <Text size="sm" fw={500}>
            {tenant.name}
          </Text>
          {tenant.environment === 'test' && (
            <Badge color="orange" variant="outline">
              test
            </Badge>
          )}
        </Group>
        <Text size="xs" className="gh-dim">
          {tenant.tenantId}
        </Text>
      </Table.Td>
      <Table.Td>{tenant.domains.join(', ')}</Table.Td>
      <Table.Td className="gh-number">{tenant.people}</Table.Td>
      <Table.Td>
        {quotas.length === 0 && 'nothing granted'}
        {quotas.map((quota) => (
          <Text key={quota.eventType} size="xs">
            {eventName(quota.eventType)}: {leftOf(quota)}
          </Text>
        ))}
      </Table.Td>
      <Table.Td>{leftOf(quickScan)}</Table.Td>
      <Table.Td>{formatInstant(tenant.createdAt)}</Table.Td>
      <Table.Td>
        <TenantState tenant={tenant} />
      </Table.Td>
      <Table.Td>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" aria-label={`Acts on ${tenant.name}`}>
              …
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => of.open('edit')}>Name, domains, events and groups</Menu.Item>
            <Menu.Item onClick={() => of.open('grant')}>Grant units</Menu.Item>
            {!tenant.isTakenUp && (
              <Menu.Item onClick={() => of.open('invite')}>Invite its first admin</Menu.Item>
            )}
            <Menu.Item onClick={() => of.ask({ billingBlocked: !billingBlocked })}>
              {billingBlocked ? 'Unblock billing' : 'Block billing'}
            </Menu.Item>
            {!of.isOwn && (
              <Menu.Item onClick={() => of.ask({ enabled: !enabled })}>
                {enabled ? 'Disable' : 'Enable'}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Table.Td>
    </Table.Tr>
  );
}

function leftOf({ granted, used }: { readonly granted: number; readonly used: number }): string {
  const left = Math.max(0, granted - used);
  return `${left.toLocaleString()} of ${granted.toLocaleString()}`;
}

function titleOf(dialog: Dialog | undefined): string {
  if (dialog === undefined) return '';
  if (dialog.kind === 'new') return 'New tenant';
  const words = { edit: 'Change', grant: 'Grant units to', invite: 'First admin of' };
  return `${words[dialog.kind]} ${dialog.tenant.name}`;
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
