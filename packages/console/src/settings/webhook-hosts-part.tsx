import type { SettingsView, WebhookHosts } from '@gatehouse/contract';
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { call } from '../api.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
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
      title={text('settings.webhookHosts')}
      origin={setting}
      setting={edited}
      mayChange={mayChange}
      fields={fault === undefined ? [] : [fault.field]}
    >
      <Stack gap="sm">
        {setting.blocked.length > 0 && (
          <Alert color="orange" variant="outline" title={text('settings.blocked')}>
            {setting.blocked.map(({ webhookId, name, host }) => (
              <Text size="sm" key={webhookId}>
                <Sentence
                  name="settings.blockedWords"
                  parts={{
                    webhook: (
                      <Link to="/webhooks/$webhookId" params={{ webhookId }}>
                        {name}
                      </Link>
                    ),
                    host,
                  }}
                />
              </Text>
            ))}
          </Alert>
        )}
        <Checkbox
          label={text('settings.restrictHosts')}
          description={text('settings.restrictHostsWords')}
          checked={value.isLimited}
          disabled={!mayChange}
          onChange={(event) => edited.write({ ...value, isLimited: event.currentTarget.checked })}
        />
        {value.isLimited && (
          <LinesField
            label={text('settings.allowedHosts')}
            description={text('settings.allowedHostsWords')}
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
