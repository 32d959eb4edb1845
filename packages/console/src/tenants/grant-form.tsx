import type { GrantUnit, TenantSummary } from '@gatehouse/contract';
import { Button, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { eventNames } from './event-names.ts';

/** How many units a tenant has in all, and why that changes. */
export function GrantForm(props: {
  readonly tenant: TenantSummary;
  readonly withProof: <T>(act: () => Promise<T>) => Promise<T>;
  readonly done: () => void;
  readonly close: () => void;
}) {
  const { tenant } = props;
  const [unit, setUnit] = useState<GrantUnit>(tenant.events[0] ?? 'QUICK_SCAN');
  const [granted, setGranted] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const now = grantState(tenant, unit);
  const save = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: () =>
      props.withProof(() =>
        call('tenants.grant', {
          params: { tenantId: tenant.tenantId },
          body: { unit, granted: Number(granted), grantedBefore: now.granted, reason: reason.trim() },
        }),
      ),
    onSuccess: props.done,
  });
  const isNumber = typeof granted === 'number';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={save.error} />
        <Select
          label={text('terms.unit')}
          data={[...eventNames, { value: 'QUICK_SCAN', label: text('terms.quickScanCredits') }]}
          value={unit}
          allowDeselect={false}
          onChange={(value) => setUnit(value as GrantUnit)}
        />
        <Text size="sm">{text('tenants.grantState', { granted: now.granted, used: now.used })}</Text>
        <NumberInput
          label={text('tenants.totalGranted')}
          description={isNumber ? leftOf(granted, now.used) : text('tenants.totalWords')}
          required
          min={0}
          max={2_000_000_000}
          allowDecimal={false}
          thousandSeparator=" "
          data-autofocus
          value={granted}
          onChange={setGranted}
        />
        <Textarea
          label={text('terms.reason')}
          description={text('tenants.reasonWords')}
          required
          autosize
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogActions cancel={props.close}>
          <Button type="submit" loading={save.isPending} disabled={!isNumber || reason.trim() === ''}>
            {text('tenants.grant')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

function grantState({ quotas, quickScan }: TenantSummary, unit: GrantUnit) {
  if (unit === 'QUICK_SCAN') return quickScan;
  return quotas.find(({ eventType }) => eventType === unit) ?? { granted: 0, used: 0 };
}

function leftOf(granted: number, used: number): string {
  return granted < used ? text('tenants.lessThanUsed') : text('tenants.leftAfter', { left: granted - used });
}
