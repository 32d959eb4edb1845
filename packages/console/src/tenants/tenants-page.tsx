import type { TenantSummary } from '@gatehouse/contract';
import { Button, Group, Modal, Tabs, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AuditRecords } from '../audit/audit-records.tsx';
import { useSession } from '../session/session.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { GrantForm } from './grant-form.tsx';
import { InviteForm } from './invite-form.tsx';
import { tenantsQuery, useTenantActions } from './tenant-actions.tsx';
import { TenantForm } from './tenant-form.tsx';
import { TenantRow } from './tenant-row.tsx';

const columns = ['Tenant', 'Domains', 'People', 'Remaining', 'Status', 'Actions'];

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
          <Tabs.Tab value="record">Deployment audit log</Tabs.Tab>
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
  const list = useQuery(tenantsQuery);
  const [dialog, setDialog] = useState<Dialog>();
  const actions = useTenantActions(() => setDialog(undefined));
  const tenants = list.data?.tenants ?? [];
  return (
    <>
      <Group justify="flex-end" mb="sm">
        <Button onClick={() => setDialog({ kind: 'new' })}>Create tenant</Button>
      </Group>
      <RecordTable list={list} heads={columns} label="Tenants" count={tenants.length} empty="No tenants yet.">
        {tenants.map((tenant) => (
          <TenantRow
            key={tenant.tenantId}
            tenant={tenant}
            isOwn={tenant.tenantId === user.tenantId}
            open={(kind) => setDialog({ kind, tenant })}
            ask={(change) => actions.ask({ tenant, change })}
          />
        ))}
      </RecordTable>
      <TenantDialog dialog={dialog} actions={actions} close={() => setDialog(undefined)} />
      {actions.dialogs}
    </>
  );
}

/** The form that was asked for; it stays open until what it asks for is done. */
function TenantDialog(props: {
  readonly dialog: Dialog | undefined;
  readonly actions: ReturnType<typeof useTenantActions>;
  readonly close: () => void;
}) {
  const { dialog } = props;
  const { withProof, invite, finish } = props.actions;
  return (
    <Modal opened={dialog !== undefined} onClose={props.close} title={titleOf(dialog)}>
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <TenantForm
          tenant={dialog.kind === 'edit' ? dialog.tenant : undefined}
          withProof={withProof}
          done={(tenantId, email) => (dialog.kind === 'new' ? invite.mutate({ tenantId, email }) : finish())}
        />
      )}
      {dialog?.kind === 'grant' && <GrantForm tenant={dialog.tenant} withProof={withProof} done={finish} />}
      {dialog?.kind === 'invite' && (
        <InviteForm
          pending={invite.isPending}
          invite={(email) => invite.mutate({ tenantId: dialog.tenant.tenantId, email })}
        />
      )}
    </Modal>
  );
}

function titleOf(dialog: Dialog | undefined): string {
  if (dialog === undefined) return '';
  if (dialog.kind === 'new') return 'Create tenant';
  const words = { edit: 'Edit', grant: 'Grant units to', invite: 'Invite first admin of' };
  return `${words[dialog.kind]} ${dialog.tenant.name}`;
}
