import { Button, Stack, Text, TextInput } from '@mantine/core';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { textOf } from '../ui/form.ts';

/** Whom a tenant begins with. */
export function InviteForm(props: {
  readonly pending: boolean;
  readonly invite: (email: string) => void;
  readonly close: () => void;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.invite(textOf(new FormData(event.currentTarget), 'email'));
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{text('tenants.inviteWords')}</Text>
        <TextInput name="email" type="email" label={text('tenants.email')} required data-autofocus />
        <DialogActions cancel={props.close}>
          <Button type="submit" loading={props.pending}>
            {text('tenants.invite')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}
