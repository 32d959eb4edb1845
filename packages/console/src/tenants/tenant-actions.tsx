import type { TenantSummary } from '@gatehouse/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useIdentityConfirmation } from '../identity/confirm-identity.tsx';
import { useLinkDialog } from '../identity/link-dialog.tsx';
import { text } from '../messages/text.ts';
import { Confirm } from '../ui/confirm.tsx';
import type { TenantChange } from './tenant-row.tsx';

export const tenantsQuery = queryOptions({
  queryKey: ['tenants'],
  queryFn: ({ signal }) => call('tenants.list', { signal }),
});

interface AskedChange {
  readonly tenant: TenantSummary;
  readonly change: TenantChange;
}

/** What an operator does with a tenant, and the dialogs that ask and answer before and after it. */
export function useTenantActions(closeForm: () => void) {
  const queries = useQueryClient();
  const { withProof, dialog } = useIdentityConfirmation(text('tenants.proofWords'));
  const invitation = useLinkDialog();
  const [asked, ask] = useState<AskedChange>();
  const changed = () => queries.invalidateQueries({ queryKey: tenantsQuery.queryKey });
  const finish = () => {
    closeForm();
    void changed();
  };
  const change = useMutation({
    mutationFn: ({ tenant, change }: AskedChange) =>
      withProof(() => call('tenants.change', { params: { tenantId: tenant.tenantId }, body: change })),
    onSettled: changed,
  });
  const invite = useMutation({
    mutationFn: ({ tenantId, email }: { readonly tenantId: string; readonly email: string }) =>
      withProof(() => call('tenants.inviteAdmin', { params: { tenantId }, body: { email } })),
    onSuccess: invitation.showInvitation,
    onSettled: finish,
  });
  const dialogs = (
    <>
      {dialog}
      {invitation.dialog}
      <Confirm
        opened={asked !== undefined}
        title={
          asked === undefined
            ? ''
            : text('tenants.actionOn', { action: actionLabel(asked.change), name: asked.tenant.name })
        }
        words={asked === undefined ? '' : consequence(asked.change)}
        action={asked === undefined ? '' : actionLabel(asked.change)}
        pending={false}
        confirm={() => {
          // Another dialog may have to ask who it is.
          ask(undefined);
          if (asked !== undefined) change.mutate(asked);
        }}
        cancel={() => ask(undefined)}
      />
    </>
  );
  return { withProof, invite, finish, ask, dialogs };
}

function actionLabel({ enabled, billingBlocked }: TenantChange): string {
  if (enabled !== undefined) return enabled ? text('tenants.enableTenant') : text('tenants.disableTenant');
  return billingBlocked ? text('tenants.blockBilling') : text('tenants.unblockBilling');
}

function consequence({ enabled, billingBlocked }: TenantChange): string {
  if (enabled === false) return text('tenants.disableWords');
  if (enabled === true) return text('tenants.enableWords');
  return billingBlocked ? text('tenants.blockWords') : text('tenants.unblockWords');
}
