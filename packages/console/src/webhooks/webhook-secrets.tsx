import type { WebhookDetail } from '@gatehouse/contract';
import { Button, Group, PasswordInput, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { Confirm } from '../ui/confirm.tsx';
import { textOf } from '../ui/form.ts';
import { formatZonedInstant } from '../ui/format.ts';

/** Which secrets there are, and the steps of a change without a gap; what they are is never shown. */
export function WebhookSecrets(props: { readonly detail: WebhookDetail; readonly mayWrite: boolean }) {
  const { detail, mayWrite } = props;
  const [promoting, setPromoting] = useState(false);
  const { stage, promote, drop } = useSecretActions(detail.id, () => setPromoting(false));
  const { current, next, previous } = detail.secrets;
  return (
    <section className="gh-panel gh-form" aria-label={text('webhooks.secret')}>
      <Title order={2} size="h5" mb={4}>
        {text('webhooks.secret')}
      </Title>
      <SecretStates secrets={detail.secrets} />
      {mayWrite && current && !next && <NextSecret stage={stage.mutate} pending={stage.isPending} />}
      {mayWrite && (
        <Group gap={6} mt="xs">
          {next && <Button onClick={() => setPromoting(true)}>{text('webhooks.switch')}</Button>}
          {next && (
            <Button variant="default" onClick={() => drop.mutate('next')}>
              {text('webhooks.discardNext')}
            </Button>
          )}
          {previous && (
            <Button variant="default" onClick={() => drop.mutate('previous')}>
              {text('webhooks.revokePrevious')}
            </Button>
          )}
        </Group>
      )}
      <Confirm
        opened={promoting}
        title={text('webhooks.switchAsk')}
        words={text('webhooks.switchWords')}
        action={text('webhooks.switchSecret')}
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
          {text('webhooks.noSecret')}
        </Text>
      )}
      {current && (
        <Text size="sm">{text('webhooks.activeSince', { at: formatZonedInstant(current.since) })}</Text>
      )}
      {next && <Text size="sm">{text('webhooks.nextSince', { at: formatZonedInstant(next.since) })}</Text>}
      {previous && (
        <Text size="sm">{text('webhooks.previousUntil', { at: formatZonedInstant(previous.until) })}</Text>
      )}
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
        label={text('webhooks.nextSecret')}
        description={text('webhooks.nextSecretWords')}
        required
        minLength={16}
        mt="xs"
      />
      <Button type="submit" mt="xs" variant="default" loading={props.pending}>
        {text('webhooks.rotate')}
      </Button>
    </form>
  );
}
