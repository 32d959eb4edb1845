import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { textOf } from '../ui/form.ts';

/** Whom a tenant begins with. */
export function InviteForm(props: { readonly pending: boolean; readonly invite: (email: string) => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.invite(textOf(new FormData(event.currentTarget), 'email'));
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          No user of this tenant has signed in yet. After the first sign-in, only its own admins can invite
          users.
        </Text>
        <TextInput name="email" type="email" label="E-mail" required data-autofocus />
        <Group justify="flex-end">
          <Button type="submit" loading={props.pending}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
