import type { InvitedPerson, PersonView } from '@gatehouse/contract';
import { Button, MultiSelect, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { textOf } from '../ui/form.ts';

const roles = [
  { value: 'admin', label: text('identity.roleAdmin') },
  { value: 'analyst', label: text('identity.roleAnalyst') },
  { value: 'auditor', label: text('identity.roleAuditor') },
  { value: 'developer', label: text('identity.roleDeveloper') },
] as const;
type RoleAssignment = (typeof roles)[number]['value'];

/** Somebody new, who is invited, or what a person is from now on. */
export function PersonForm(props: {
  readonly person: PersonView | undefined;
  readonly groups: readonly string[];
  readonly invited: (person: InvitedPerson) => void;
  readonly done: () => void;
  readonly cancel: () => void;
}) {
  const { person } = props;
  const [chosenRoles, setRoles] = useState<string[]>(person?.roles ?? ['analyst']);
  const [chosenGroups, setGroups] = useState<string[]>(person?.groups ?? []);
  const save = useMutation({
    mutationFn: async (typed: { email: string; name: string }) => {
      const body = {
        ...(typed.name === '' ? {} : { name: typed.name }),
        roles: chosenRoles as RoleAssignment[],
        groups: chosenGroups,
      };
      if (person === undefined)
        props.invited(await call('people.invite', { body: { ...body, email: typed.email } }));
      else await call('people.change', { params: { personId: person.personId }, body });
    },
    meta: { isShownInPlace: true },
    onSuccess: props.done,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        save.mutate({ email: textOf(form, 'email'), name: textOf(form, 'name') });
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={save.error} />
        <TextInput
          name="email"
          label={text('identity.email')}
          type="email"
          required
          readOnly={person !== undefined}
          defaultValue={person?.email ?? ''}
          data-autofocus={person === undefined ? true : undefined}
        />
        <TextInput
          name="name"
          label={text('identity.name')}
          defaultValue={person?.name ?? ''}
          data-autofocus={person === undefined ? undefined : true}
        />
        <MultiSelect
          label={text('identity.roles')}
          required
          data={roles}
          value={chosenRoles}
          onChange={setRoles}
        />
        <TagsInput
          label={text('identity.groups')}
          description={text('identity.groupsWords')}
          data={[...props.groups]}
          value={chosenGroups}
          onChange={setGroups}
        />
        <DialogActions cancel={props.cancel}>
          <Button type="submit" loading={save.isPending} disabled={chosenRoles.length === 0}>
            {person === undefined ? text('identity.invite') : text('actions.save')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}
