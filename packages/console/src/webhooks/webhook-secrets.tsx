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
  const [promoting, setPromoting] = useState(false);
  const { stage, promote, drop } = useSecretActions(detail.id, () => setPromoting(false));
  const { current, next, previous } = detail.secrets;
  return (
    <section className="gh-panel gh-form" aria-label="Secret">
      <Title order={2} size="h5" mb={4}>
        Secret
      </Title>
      <SecretStates secrets={detail.secrets} />
      {mayWrite && current && !next && <NextSecret stage={stage.mutate} pending={stage.isPending} />}
      {mayWrite && (
        <Group gap={6} mt="xs">
          {next && <Button onClick={() => setPromoting(true)}>Switch to the next secret</Button>}
          {next && (
            <Button variant="default" onClick={() => drop.mutate('next')}>
              Discard the next secret
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
        title="Switch to the next secret?"
        words="Calls are signed with the next secret from now on. For 24 hours, a second header carries the signature of the previous secret."
        action="Switch secret"
        pending={promote.isPending}
        confirm={() => promote.mutate()}
        cancel={() => setPromoting(false)}
      />
    </section>
  );
}

function useSecretActions(webhookId: string, promoted: () => void) {
  const queries = useQueryClient();
  const params = { webhookId };
  const refresh = () => queries.invalidateQueries({ queryKey: ['webhook', webhookId] });
  const stage = useMutation({
    mutationFn: (secret: string) => call('webhooks.stageSecret', { params, body: { secret } }),
    onSuccess: refresh,
  });
  const promote = useMutation({
    mutationFn: () => call('webhooks.promoteSecret', { params }),
    onSettled: () => {
      promoted();
      return refresh();
    },
  });
  const drop = useMutation({
    mutationFn: (which: 'next' | 'previous') =>
      call('webhooks.dropSecret', { params: { ...params, stage: which } }),
    onSuccess: refresh,
  });
  return { stage, promote, drop };
}

function SecretStates({ secrets }: { readonly secrets: WebhookDetail['secrets'] }) {
  const { current, next, previous } = secrets;
  return (
    <>
      {current === null && (
        <Text size="sm" className="gh-dim">
          No secret: calls are not signed.
        </Text>
      )}
      {current && <Text size="sm">Active since {formatInstant(current.since)}</Text>}
      {next && (
        <Text size="sm">
          Next secret: signs as well since {formatInstant(next.since)}, in the header that ends with -Next
        </Text>
      )}
      {previous && <Text size="sm">Previous secret valid until {formatInstant(previous.until)}</Text>}
    </>
  );
}

function NextSecret(props: { readonly stage: (secret: string) => void; readonly pending: boolean }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.stage(textOf(new FormData(event.currentTarget), 'secret'));
      }}
    >
      <PasswordInput
        name="secret"
        size="xs"
        label="Next secret"
        description="At least 16 characters. Both secrets sign until you switch"
        required
        minLength={16}
        mt="xs"
      />
      <Button type="submit" mt="xs" variant="default" loading={props.pending}>
        Rotate secret
      </Button>
    </form>
  );
}
