import type { TenantSummary } from '@gatehouse/contract';
import { Button, Group, MultiSelect, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
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
            label="ID"
            description="Cannot be changed later. Tenant files refer to it"
            required
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
            data-autofocus
          />
        )}
        <TextInput name="name" label="Name" required maxLength={200} defaultValue={tenant?.name ?? ''} />
        <ChoiceFields
          tenant={tenant}
          choices={choices}
          change={(changed) => setChoices((now) => ({ ...now, ...changed }))}
        />
        {!tenant && (
          <TextInput
            name="admin"
            type="email"
            label="E-mail of the first admin"
            description="This person is invited and signs in first"
            required
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={choices.domains.length === 0}>
            {tenant ? 'Save' : 'Create'}
          </Button>
        </Group>
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
        label="Environment"
        description="Shown on every page of the tenant’s console. It changes nothing else"
        data={[
          { value: 'production', label: 'Production' },
          { value: 'test', label: 'Test' },
        ]}
        value={choices.environment}
        allowDeselect={false}
        onChange={(value) => change({ environment: value as Environment })}
      />
      <TagsInput
        label="Domains"
        description="Business domains, each with its own cases. Domains cannot be removed"
        value={[...choices.domains]}
        onChange={(value) => change({ domains: withExisting(tenant?.domains, value) })}
      />
      <MultiSelect
        label="Events"
        description="Event types that the tenant may submit"
        data={eventNames}
        value={[...choices.events]}
        onChange={(events) => change({ events })}
      />
      <TagsInput
        label="Groups"
        description="Groups of reviewers. Groups cannot be removed"
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
