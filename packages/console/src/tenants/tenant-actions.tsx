import type { TenantSummary } from '@gatehouse/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useIdentityConfirmation } from '../identity/confirm-identity.tsx';
import { useLinkDialog } from '../identity/link-dialog.tsx';
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
  const { withProof, dialog } = useIdentityConfirmation('This changes what a tenant may do.');
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
        title={asked === undefined ? '' : `${actionLabel(asked.change)}: ${asked.tenant.name}`}
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
  if (enabled !== undefined) return enabled ? 'Enable tenant' : 'Disable tenant';
  return billingBlocked ? 'Block billing' : 'Unblock billing';
}

function consequence({ enabled, billingBlocked }: TenantChange): string {
  if (enabled === false) return 'Its API keys are refused and its users are signed out at once.';
  if (enabled === true) return 'Its API keys work and its users can sign in again.';
  return billingBlocked
    ? 'Submits and quick scans are refused until billing is unblocked. Everything else continues.'
    : 'Submits and quick scans are accepted again.';
}
