import type { TenantSummary } from '@gatehouse/contract';
import { Button, Group, MultiSelect, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { textOf } from '../ui/form.ts';
import { NotDone } from '../ui/not-done.tsx';
import { eventNames } from './event-names.ts';

type Environment = TenantSummary['environment'];
type Events = TenantSummary['events'];

/** A new tenant with its first admin, or what one is called, may submit and is made of. */
export function TenantForm(props: {
  readonly tenant: TenantSummary | undefined;
  readonly withProof: <T>(act: () => Promise<T>) => Promise<T>;
  readonly done: (tenantId: string, admin: string) => void;
}) {
  const { tenant, withProof } = props;
  const [environment, setEnvironment] = useState<Environment>(tenant?.environment ?? 'production');
  const [domains, setDomains] = useState<string[]>(tenant?.domains ?? []);
  const [groups, setGroups] = useState<string[]>(tenant?.groups ?? []);
  const [events, setEvents] = useState<string[]>(tenant?.events ?? []);
  const save = useMutation({
    meta: { isToldInPlace: true },
    mutationFn: async (typed: {
      readonly tenantId: string;
      readonly name: string;
      readonly admin: string;
    }) => {
      const { name } = typed;
      const common = { name, environment, events: events as Events };
      if (tenant) {
        const body = {
          ...common,
          addDomains: domains.filter((domain) => !tenant.domains.includes(domain)),
          addGroups: groups.filter((group) => !tenant.groups.includes(group)),
        };
        await withProof(() => call('tenants.change', { params: { tenantId: tenant.tenantId }, body }));
      } else {
        const body = { ...common, tenantId: typed.tenantId, domains, groups };
        await withProof(() => call('tenants.create', { body }));
      }
      return typed;
    },
    onSuccess: ({ tenantId, admin }) => props.done(tenant?.tenantId ?? tenantId, admin),
  });
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
        <NotDone error={save.error} />
        {!tenant && (
          <TextInput
            name="tenantId"
            label="Id"
            description="Cannot be changed; tenant files name it"
            required
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
            data-autofocus
          />
        )}
        <TextInput name="name" label="Name" required maxLength={200} defaultValue={tenant?.name ?? ''} />
        <Select
          label="Environment"
          description="Shown on every page of its console; nothing else differs"
          data={[
            { value: 'production', label: 'Production' },
            { value: 'test', label: 'Test' },
          ]}
          value={environment}
          allowDeselect={false}
          onChange={(value) => setEnvironment(value as Environment)}
        />
        <TagsInput
          label="Domains"
          description="Its parts, each with cases of its own. They are added, never taken away"
          value={domains}
          onChange={(value) => setDomains(kept(tenant?.domains, value))}
        />
        <MultiSelect
          label="Events"
          description="What it may submit"
          data={eventNames}
          value={events}
          onChange={setEvents}
        />
        <TagsInput
          label="Groups"
          description="Of reviewers. They are added, never taken away"
          value={groups}
          onChange={(value) => setGroups(kept(tenant?.groups, value))}
        />
        {!tenant && (
          <TextInput
            name="admin"
            type="email"
            label="E-mail of its first admin"
            description="Who is invited; nobody signs in before"
            required
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={domains.length === 0}>
            {tenant ? 'Save' : 'Make the tenant'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is there stays. */
function kept(before: readonly string[] = [], chosen: readonly string[]): string[] {
  return [...new Set([...before, ...chosen])];
}
