import type { SettingsView, WebhookHosts } from '@gatehouse/contract';
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { call } from '../api.ts';
import { lineFault, linesOf } from './lines.ts';
import { LinesField } from './lines-field.tsx';
import { problemOf, useSetting } from './setting-draft.ts';
import { SettingForm } from './setting-form.tsx';

interface Draft {
  readonly isLimited: boolean;
  /** Hosts, one on each line. */
  readonly hosts: string;
}

/** Which receivers there may be for what workflows send. */
export function WebhookHostsPart(props: {
  readonly setting: SettingsView['webhookHosts'];
  readonly mayChange: boolean;
}) {
  const { setting, mayChange } = props;
  const edited = useSetting<Draft>({
    stored: { ...setting, value: draftOf(setting.value) },
    send: ({ expectedVersion, value }) =>
      call('settings.changeWebhookHosts', { body: { expectedVersion, hosts: hostsOf(value) } }),
  });
  const { value, error } = edited;
  const fault = lineFault(problemOf(error), 'hosts', value.hosts);
  return (
    <SettingForm
      title="Webhook hosts"
      origin={setting}
      setting={edited}
      mayChange={mayChange}
      fields={fault === undefined ? [] : [fault.field]}
    >
      <Stack gap="sm" maw={640}>
        {setting.blocked.length > 0 && (
          <Alert color="orange" variant="outline" title="Blocked webhooks">
            {setting.blocked.map(({ webhookId, name, host }) => (
              <Text size="sm" key={webhookId}>
                <Link to="/webhooks/$webhookId" params={{ webhookId }}>
                  {name}
                </Link>{' '}
                calls {host}, which is not an allowed host. Its deliveries fail.
              </Text>
            ))}
          </Alert>
        )}
        <Checkbox
          label="Restrict webhooks to allowed hosts"
          description="Off: webhooks can call any host that the deployment allows."
          checked={value.isLimited}
          disabled={!mayChange}
          onChange={(event) => edited.write({ ...value, isLimited: event.currentTarget.checked })}
        />
        {value.isLimited && (
          <LinesField
            label="Allowed hosts"
            description="One per line. *.acme.test covers all subdomains of acme.test. Empty: no host is allowed."
            placeholder="crm.acme.test"
            value={value.hosts}
            fault={fault}
            write={mayChange ? (hosts) => edited.write({ ...value, hosts }) : undefined}
          />
        )}
      </Stack>
    </SettingForm>
  );
}

function draftOf(hosts: WebhookHosts | null): Draft {
  return { isLimited: hosts !== null, hosts: hosts?.join('\n') ?? '' };
}

function hostsOf({ isLimited, hosts }: Draft): WebhookHosts | null {
  return isLimited ? linesOf(hosts.toLowerCase()) : null;
}
