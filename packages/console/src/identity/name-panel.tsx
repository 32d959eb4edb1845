import type { Account } from '@gatehouse/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { readPeopleNames } from '../session/read-people-names.ts';
import { sessionQuery } from '../session/session.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { textOf } from '../ui/form.ts';
import { accountQuery } from './account.ts';
import { Panel } from './panel.tsx';

/** How colleagues see one: the name beside what one did. */
export function NamePanel({ account }: { readonly account: Account }) {
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => call('account.rename', { body: { name } }),
    meta: { isShownInPlace: true },
    onSuccess: async () => {
      await readPeopleNames({ anew: true });
      // Whatever is shown has the old name.
      await queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  return (
    <Panel title={text('identity.name')} words={text('identity.nameWords', { email: account.email })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(textOf(new FormData(event.currentTarget), 'name'));
        }}
      >
        <Group px="md" pb="md" gap="xs" align="flex-start">
          <TextInput
            name="name"
            aria-label={text('identity.name')}
            autoComplete="name"
            maxLength={200}
            required
            w={320}
            maw="100%"
            defaultValue={account.name ?? ''}
          />
          <Button type="submit" variant="default" loading={rename.isPending}>
            {text('actions.save')}
          </Button>
        </Group>
        <ErrorAlert error={rename.error} />
      </form>
    </Panel>
  );
}
