import type { TenantSummary } from '@gatehouse/contract';
import { Button, MultiSelect, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { textOf } from '../ui/form.ts';
import { eventNames } from './event-names.ts';

type Environment = TenantSummary['environment'];
type Events = TenantSummary['events'];

/** What is chosen; texts are read from the form when it is sent. */
interface TenantChoices {
  readonly environment: Environment;
  readonly domains: readonly string[];
  readonly groups: readonly string[];
  readonly events: readonly string[];
}

interface TenantTexts {
  readonly tenantId: string;
  readonly name: string;
  readonly admin: string;
}

interface TenantFormProps {
  readonly tenant: TenantSummary | undefined;
  readonly withProof: <T>(act: () => Promise<T>) => Promise<T>;
  readonly done: (tenantId: string, admin: string) => void;
  readonly close: () => void;
}

/** A new tenant with its first admin, or what one is called, may submit and is made of. */
export function TenantForm(props: TenantFormProps) {
  const { tenant } = props;
  const [choices, setChoices] = useState<TenantChoices>({
    environment: tenant?.environment ?? 'production',
    domains: tenant?.domains ?? [],
    groups: tenant?.groups ?? [],
    events: tenant?.events ?? [],
  });
  const save = useSaveTenant(props, choices);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        save.mutate({
          tenantId: textOf(form, 'tenantId'),
          name: textOf(form, 'name'),
          admin: textOf(form, 'admin'),
        });
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={save.error} />
        {!tenant && (
          <TextInput
            name="tenantId"
            label={text('terms.id')}
            description={text('tenants.idWords')}
            required
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
            data-autofocus
          />
        )}
        <TextInput
          name="name"
          label={text('terms.name')}
          required
          maxLength={200}
          defaultValue={tenant?.name ?? ''}
        />
        <ChoiceFields
          tenant={tenant}
          choices={choices}
          change={(changed) => setChoices((now) => ({ ...now, ...changed }))}
        />
        {!tenant && (
          <TextInput
            name="admin"
            type="email"
            label={text('tenants.adminEmail')}
            description={text('tenants.adminEmailWords')}
            required
          />
        )}
        <DialogActions cancel={props.close}>
          <Button type="submit" loading={save.isPending} disabled={choices.domains.length === 0}>
            {tenant ? text('actions.save') : text('tenants.create')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

function useSaveTenant({ tenant, withProof, done }: TenantFormProps, choices: TenantChoices) {
  const { environment, domains, groups } = choices;
  return useMutation({
    meta: { isShownInPlace: true },
    mutationFn: async (typed: TenantTexts) => {
      const common = { name: typed.name, environment, events: choices.events as Events };
      if (tenant) {
        const body = {
          ...common,
          addDomains: domains.filter((domain) => !tenant.domains.includes(domain)),
          addGroups: groups.filter((group) => !tenant.groups.includes(group)),
        };
        await withProof(() => call('tenants.change', { params: { tenantId: tenant.tenantId }, body }));
      } else {
        const body = { ...common, tenantId: typed.tenantId, domains: [...domains], groups: [...groups] };
        await withProof(() => call('tenants.create', { body }));
      }
      return typed;
    },
    onSuccess: ({ tenantId, admin }) => done(tenant?.tenantId ?? tenantId, admin),
  });
}

function ChoiceFields(props: {
  readonly tenant: TenantSummary | undefined;
  readonly choices: TenantChoices;
  readonly change: (changed: Partial<TenantChoices>) => void;
}) {
  const { tenant, choices, change } = props;
  return (
    <>
      <Select
        label={text('tenants.environment')}
        description={text('tenants.environmentWords')}
        data={[
          { value: 'production', label: text('tenants.production') },
          { value: 'test', label: text('tenants.test') },
        ]}
        value={choices.environment}
        allowDeselect={false}
        onChange={(value) => change({ environment: value as Environment })}
      />
      <TagsInput
        label={text('terms.domains')}
        description={text('tenants.domainsWords')}
        value={[...choices.domains]}
        onChange={(value) => change({ domains: withExisting(tenant?.domains, value) })}
      />
      <MultiSelect
        label={text('tenants.events')}
        description={text('tenants.eventsWords')}
        data={eventNames}
        value={[...choices.events]}
        onChange={(events) => change({ events })}
      />
      <TagsInput
        label={text('terms.groups')}
        description={text('tenants.groupsWords')}
        value={[...choices.groups]}
        onChange={(value) => change({ groups: withExisting(tenant?.groups, value) })}
      />
    </>
  );
}

/** What the tenant has already stays. */
function withExisting(existing: readonly string[] = [], chosen: readonly string[]): string[] {
  return [...new Set([...existing, ...chosen])];
}
