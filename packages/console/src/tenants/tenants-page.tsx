import type { TenantSummary } from '@gatehouse/contract';
import { Button, Group, Modal, Tabs, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { readAuditFilters } from '../audit/audit-filters.ts';
import { AuditRecords } from '../audit/audit-records.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { GrantForm } from './grant-form.tsx';
import { InviteForm } from './invite-form.tsx';
import { tenantsQuery, useTenantActions } from './tenant-actions.tsx';
import { TenantForm } from './tenant-form.tsx';
import { TenantRow } from './tenant-row.tsx';

const columns = [
  text('tenants.tenant'),
  text('terms.domains'),
  text('tenants.people'),
  text('tenants.remaining'),
  text('terms.status'),
  text('actions.title'),
];

type Dialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'grant' | 'invite'; readonly tenant: TenantSummary };

const route = getRouteApi('/tenants');

/** The operator's area: the tenants of the deployment, and the record of what was done of it. */
export function TenantsPage() {
  const { part = 'tenants', ...filters } = route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        {text('tenants.title')}
      </Title>
      <Tabs
        value={part === 'record' ? 'record' : 'tenants'}
        onChange={(value) =>
          void navigate({ to: '/tenants', search: value === 'record' ? { part: value } : {} })
        }
        keepMounted={false}
      >
        <Tabs.List mb="sm">
          <Tabs.Tab value="tenants">{text('tenants.title')}</Tabs.Tab>
          <Tabs.Tab value="record">{text('tenants.auditLog')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tenants">
          <Tenants />
        </Tabs.Panel>
        <Tabs.Panel value="record">
          <AuditRecords
            auditObject="deploymentAudit"
            filters={filters}
            change={(next) =>
              void navigate({ to: '/tenants', search: { part, ...readAuditFilters({ ...next }) } })
            }
          />
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
        <Button onClick={() => setDialog({ kind: 'new' })}>{text('tenants.createTenant')}</Button>
      </Group>
      <RecordTable
        list={list}
        heads={columns}
        label={text('tenants.title')}
        count={tenants.length}
        empty={text('tenants.noTenants')}
      >
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
          close={props.close}
          done={(tenantId, email) => (dialog.kind === 'new' ? invite.mutate({ tenantId, email }) : finish())}
        />
      )}
      {dialog?.kind === 'grant' && (
        <GrantForm tenant={dialog.tenant} withProof={withProof} done={finish} close={props.close} />
      )}
      {dialog?.kind === 'invite' && (
        <InviteForm
          pending={invite.isPending}
          close={props.close}
          invite={(email) => invite.mutate({ tenantId: dialog.tenant.tenantId, email })}
        />
      )}
    </Modal>
  );
}

function titleOf(dialog: Dialog | undefined): string {
  if (dialog === undefined) return '';
  if (dialog.kind === 'new') return text('tenants.createTenant');
  const { name } = dialog.tenant;
  if (dialog.kind === 'edit') return text('tenants.dialogEdit', { name });
  return dialog.kind === 'grant'
    ? text('tenants.dialogGrant', { name })
    : text('tenants.dialogInvite', { name });
}
