import type { TenantSummary } from '@gatehouse/contract';
import { Badge, Button, Group, Menu, Table, Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { formatInstant, listText } from '../ui/format.ts';
import { eventName } from './event-names.ts';

/** What is asked about once more before it is done. */
export interface TenantChange {
  readonly enabled?: boolean;
  readonly billingBlocked?: boolean;
}

/** One tenant: what it is, what it has left, whether it is served, and what may be done with it. */
export function TenantRow(props: {
  readonly tenant: TenantSummary;
  readonly isOwn: boolean;
  readonly open: (kind: 'edit' | 'grant' | 'invite') => void;
  readonly ask: (change: TenantChange) => void;
}) {
  const { tenant } = props;
  const { enabled, billingBlocked, quotas, quickScan } = tenant;
  return (
    <Table.Tr className="gh-upper">
      <Table.Td className="gh-cut">
        <Group gap={6}>
          <Text size="sm" fw={500}>
            {tenant.name}
          </Text>
          {tenant.environment === 'test' && (
            <Badge color="orange" variant="outline">
              {text('tenants.testMark')}
            </Badge>
          )}
        </Group>
        <Text
          size="xs"
          className="gh-dim"
          title={text('terms.created', { at: formatInstant(tenant.createdAt) })}
        >
          {tenant.tenantId}
        </Text>
      </Table.Td>
      <Table.Td className="gh-cut">{listText(tenant.domains)}</Table.Td>
      <Table.Td className="gh-number">{tenant.people}</Table.Td>
      <Table.Td className="gh-short gh-number">
        {quotas.length === 0 && <Text size="xs">{text('tenants.noUnits')}</Text>}
        {quotas.map((quota) => (
          <Text key={quota.eventType} size="xs">
            {eventName(quota.eventType)}: {leftOf(quota)}
          </Text>
        ))}
        <Text size="xs">{text('tenants.quickScans', { left: leftOf(quickScan) })}</Text>
      </Table.Td>
      <Table.Td>
        <TenantState tenant={tenant} />
      </Table.Td>
      <Table.Td>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" aria-label={text('tenants.actionsFor', { name: tenant.name })}>
              …
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => props.open('edit')}>{text('tenants.editTenant')}</Menu.Item>
            <Menu.Item onClick={() => props.open('grant')}>{text('tenants.grantUnits')}</Menu.Item>
            {!tenant.isTakenUp && (
              <Menu.Item onClick={() => props.open('invite')}>{text('tenants.inviteAdmin')}</Menu.Item>
            )}
            <Menu.Item onClick={() => props.ask({ billingBlocked: !billingBlocked })}>
              {billingBlocked ? text('tenants.unblockBilling') : text('tenants.blockBilling')}
            </Menu.Item>
            {!props.isOwn && (
              <Menu.Item onClick={() => props.ask({ enabled: !enabled })}>
                {enabled ? text('tenants.disableTenant') : text('tenants.enableTenant')}
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
  return text('tenants.leftOf', { left, granted });
}

function TenantState({ tenant }: { readonly tenant: TenantSummary }) {
  if (!tenant.enabled)
    return (
      <Badge color="red" variant="outline">
        {text('tenants.disabled')}
      </Badge>
    );
  return (
    <Badge color={tenant.billingBlocked ? 'orange' : 'green'} variant="outline">
      {tenant.billingBlocked ? text('tenants.billingBlocked') : text('terms.active')}
    </Badge>
  );
}
