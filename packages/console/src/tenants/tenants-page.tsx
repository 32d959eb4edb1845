import type { TenantSummary } from '@gatehouse/contract';
import { Button, Group, Modal, Tabs, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { AuditRecords } from '../audit/audit-records.tsx';
import { useLinkInfo } from '../identity/link-info.tsx';
import { useProof } from '../identity/proof.tsx';
import { useSession } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { GrantForm } from './grant-form.tsx';
import { InviteForm } from './invite-form.tsx';
import { TenantForm } from './tenant-form.tsx';
import { type TenantChange, TenantRow } from './tenant-row.tsx';

const key = ['tenants'];

type Dialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'grant' | 'invite'; readonly tenant: TenantSummary };

const route = getRouteApi('/tenants');

/** The operator's area: the tenants of the deployment, and the record of what was done of it. */
export function TenantsPage() {
  const { part = 'tenants' } = route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Tenants
      </Title>
      <Tabs
        value={part === 'record' ? 'record' : 'tenants'}
        onChange={(value) =>
          void navigate({ to: '/tenants', search: value === 'record' ? { part: value } : {} })
        }
        keepMounted={false}
      >
        <Tabs.List mb="sm">
          <Tabs.Tab value="tenants">Tenants</Tabs.Tab>
          <Tabs.Tab value="record">Record of the deployment</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tenants">
          <Tenants />
        </Tabs.Panel>
        <Tabs.Panel value="record">
          <AuditRecords auditObject="deploymentAudit" />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Which tenants there are, what they use, and whether they are served. */
function Tenants() {
  const { user } = useSession();
  const queries = useQueryClient();
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => call('tenants.list', { signal }) });
  const [dialog, setDialog] = useState<Dialog>();
  const [asked, setAsked] = useState<{ tenant: TenantSummary; change: TenantChange }>();
  const proof = useProof('This changes what a tenant may do.');
  const invitation = useLinkInfo();
  const changed = () => queries.invalidateQueries({ queryKey: key });
  const finish = () => {
    setDialog(undefined);
    void changed();
  };
  const change = useMutation({
    mutationFn: ({ tenant, change }: { tenant: TenantSummary; change: TenantChange }) =>
      proof.withProof(() => call('tenants.change', { params: { tenantId: tenant.tenantId }, body: change })),
    onSettled: changed,
  });
  const invite = useMutation({
    mutationFn: (props: { readonly tenantId: string; readonly email: string }) =>
      proof.withProof(() =>
        call('tenants.inviteAdmin', { params: { tenantId: props.tenantId }, body: { email: props.email } }),
      ),
    onSuccess: invitation.showInvitation,
    onSettled: finish,
  });
  const tenants = list.data?.tenants ?? [];
  return (
    <>
      <Group justify="flex-end" mb="sm">
        <Button onClick={() => setDialog({ kind: 'new' })}>New tenant</Button>
      </Group>
      {proof.dialog}
      {invitation.dialog}
      <RecordTable
        list={list}
        heads={['Tenant', 'Domains', 'People', 'Left', 'State', 'Actions']}
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

function titleOf(dialog: Dialog | undefined): string {
  if (dialog === undefined) return '';
  if (dialog.kind === 'new') return 'New tenant';
  const words = { edit: 'Change', grant: 'Grant units to', invite: 'First admin of' };
  return `${words[dialog.kind]} ${dialog.tenant.name}`;
}

function consequence({ enabled, billingBlocked }: TenantChange): string {
  if (enabled === false) return 'Its keys are refused and its people are signed out, at once.';
  if (enabled === true) return 'Its keys and its people are let in again.';
  return billingBlocked
    ? 'Submits and quick scans are refused until it is unblocked; everything else goes on.'
    : 'Submits and quick scans are taken again.';
}
