import type { SettingsView, WebhookHosts } from '@gatehouse/contract';
import { Alert, Checkbox, Stack, Text, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { call, Refused } from '../api.ts';
import { useSetting } from './setting-draft.ts';
import { SettingForm } from './setting-form.tsx';

interface Draft {
  readonly isLimited: boolean;
  /** Hosts, one on each line. */
  readonly hosts: string;
}

/** Which receivers there may be for what workflows send. */
export function WebhookHostsPart(of: {
  readonly setting: SettingsView['webhookHosts'];
  readonly mayChange: boolean;
}) {
  const { setting, mayChange } = of;
  const edited = useSetting<Draft>({
    stored: { ...setting, value: draftOf(setting.value) },
    send: ({ expectedVersion, value }) =>
      call('settings.changeWebhookHosts', { body: { expectedVersion, hosts: hostsOf(value) } }),
  });
  const { value, error } = edited;
  const wrong = wrongHost(error);
  return (
    <SettingForm
      title="Webhook hosts"
      origin={setting}
      setting={edited}
      mayChange={mayChange}
      fields={wrong === undefined ? [] : [wrong.field]}
    >
      <Stack gap="sm" maw={640}>
        {setting.blocked.length > 0 && (
          <Alert color="orange" variant="outline" title="Blocked webhooks">
            {setting.blocked.map(({ webhookId, name, host }) => (
              <Text size="sm" key={webhookId}>
                <Link to="/webhooks/$webhookId" params={{ webhookId }}>
                  {name}
                </Link>{' '}
                calls {host}, which is not in the list. Its deliveries fail.
              </Text>
            ))}
          </Alert>
        )}
        <Checkbox
          label="Webhooks may call these hosts only"
          description="Off: whoever manages webhooks chooses any host that the deployment allows."
          checked={value.isLimited}
          disabled={!mayChange}
          onChange={(event) => edited.write({ ...value, isLimited: event.currentTarget.checked })}
        />
        {value.isLimited && (
          <Textarea
            label="Allowed hosts"
            description="One on each line. *.acme.test stands for every name below acme.test. Empty: webhooks may call no host."
            placeholder="crm.acme.test"
            autosize
            minRows={2}
            maxRows={12}
            value={value.hosts}
            readOnly={!mayChange}
            error={wrong && `Line ${wrong.index + 1} ${wrong.message}`}
            onChange={(event) => edited.write({ ...value, hosts: event.currentTarget.value })}
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
  if (!isLimited) return null;
  return hosts
    .split('\n')
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '');
}

/** Which of the hosts was refused, and why. */
function wrongHost(error: unknown) {
  if (!(error instanceof Refused)) return undefined;
  const { field = '', message } = error.problem;
  const index = /^hosts\[(\d+)\]$/.exec(field)?.[1];
  return index === undefined ? undefined : { field, message, index: Number(index) };
}
