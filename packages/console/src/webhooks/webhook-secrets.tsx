import type { WebhookDetail } from '@gatehouse/contract';
import { Button, Group, PasswordInput, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { Confirm } from '../ui/confirm.tsx';
import { textOf } from '../ui/form.ts';
import { formatInstant } from '../ui/format.ts';

/** Which secrets there are, and the steps of a change without a gap; what they are is never shown. */
export function WebhookSecrets(props: { readonly detail: WebhookDetail; readonly mayWrite: boolean }) {
  const { detail, mayWrite } = props;
  const queries = useQueryClient();
  const [promoting, setPromoting] = useState(false);
  const refresh = async (): Promise<void> => {
    setPromoting(false);
    await queries.invalidateQueries({ queryKey: ['webhook', detail.id] });
  };
  const params = { webhookId: detail.id };
  const stage = useMutation({
    mutationFn: (secret: string) => call('webhooks.stageSecret', { params, body: { secret } }),
    onSuccess: refresh,
  });
  const promote = useMutation({
    mutationFn: () => call('webhooks.promoteSecret', { params }),
    onSettled: refresh,
  });
  const drop = useMutation({
    mutationFn: (which: 'next' | 'previous') =>
      call('webhooks.dropSecret', { params: { ...params, stage: which } }),
    onSuccess: refresh,
  });
  const { current, next, previous } = detail.secrets;
  return (
    <section className="gh-panel gh-form" aria-label="Secret">
      <Title order={2} size="h5" mb={4}>
        Secret
      </Title>
      {current === null && (
        <Text size="sm" className="gh-dim">
          None: calls are not signed.
        </Text>
      )}
      {current && <Text size="sm">In force since {formatInstant(current.since)}</Text>}
      {next && (
        <Text size="sm">
          The next one signs beside it since {formatInstant(next.since)}, in the header that ends with -Next
        </Text>
      )}
      {previous && <Text size="sm">The one before signs until {formatInstant(previous.until)}</Text>}
      {mayWrite && current && !next && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            stage.mutate(textOf(new FormData(event.currentTarget), 'secret'));
          }}
        >
          <PasswordInput
            name="secret"
            size="xs"
            label="Next secret"
            description="At least 16 characters; both sign until you make it the current one"
            required
            minLength={16}
            mt="xs"
          />
          <Button type="submit" mt="xs" variant="default" loading={stage.isPending}>
            Begin the change
          </Button>
        </form>
      )}
      {mayWrite && (
        <Group gap={6} mt="xs">
          {next && <Button onClick={() => setPromoting(true)}>Make the next one the secret</Button>}
          {next && (
            <Button variant="default" onClick={() => drop.mutate('next')}>
              Give the next one up
            </Button>
          )}
          {previous && (
            <Button variant="default" onClick={() => drop.mutate('previous')}>
              Revoke previous secret
            </Button>
          )}
        </Group>
      )}
      <Confirm
        opened={promoting}
        title="Change the secret"
        words="The next secret signs from now on. The one before goes on signing in a header of its own for 24 hours."
        pending={promote.isPending}
        confirm={() => promote.mutate()}
        cancel={() => setPromoting(false)}
      />
    </section>
  );
}
