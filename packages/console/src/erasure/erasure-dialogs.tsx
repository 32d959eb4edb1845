import type { ErasureView } from '@gatehouse/contract';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { ActionDialog } from '../cases/action-dialog.tsx';
import { useIdentityConfirmation } from '../identity/confirm-identity.tsx';
import { text } from '../messages/text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { extentText } from './extent-text.ts';

/** What is asked of a request. */
export interface ErasureQuestion {
  readonly kind: 'confirm' | 'refuse';
  readonly erasure: ErasureView;
}

interface DialogProps {
  readonly domain: string;
  readonly question: ErasureQuestion | undefined;
  readonly done: () => void;
  readonly close: () => void;
}

/** Says what would go, and has the customer's ID typed: there is no way back. */
export function ConfirmErasure({ domain, question, done, close }: DialogProps) {
  const erasure = question?.kind === 'confirm' ? question.erasure : undefined;
  return (
    <Modal opened={erasure !== undefined} onClose={close} title={text('erasure.confirmTitle')}>
      {erasure && <ConfirmForm domain={domain} erasure={erasure} done={done} close={close} />}
    </Modal>
  );
}

function ConfirmForm(props: {
  readonly domain: string;
  readonly erasure: ErasureView;
  readonly done: () => void;
  readonly close: () => void;
}) {
  const { domain, erasure } = props;
  const customerId = erasure.customerId ?? '';
  const [typed, setTyped] = useState('');
  const { withProof, dialog } = useIdentityConfirmation();
  const preview = useQuery({
    queryKey: ['erasures', domain, 'preview', customerId],
    queryFn: ({ signal }) => call('erasures.preview', { params: { domain, customerId }, signal }),
  });
  const confirm = useMutation({
    mutationFn: () =>
      withProof(() =>
        call('erasures.confirm', {
          params: { domain, erasureId: erasure.erasureId },
          body: { customerId: typed },
        }),
      ),
    meta: { isShownInPlace: true },
    onSuccess: props.done,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <Stack gap="sm">
        <ErrorAlert error={confirm.error ?? preview.error} />
        <Alert color="red">{text('erasure.forEver')}</Alert>
        {preview.data && <Text size="sm">{extentText(preview.data.extent)}</Text>}
        <Text size="sm">
          {text('erasure.requestedByFor', { person: erasure.requestedBy, reason: erasure.reason })}
        </Text>
        <TextInput
          label={text('erasure.typeId', { customerId })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          required
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.close}>
            {text('actions.cancel')}
          </Button>
          <Button type="submit" color="red" loading={confirm.isPending} disabled={typed !== customerId}>
            {text('erasure.erase')}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  );
}

/** Refuses the request of somebody else, or withdraws one's own; both with a reason. */
export function RefuseErasure({ domain, question, done, close }: DialogProps) {
  const erasure = question?.kind === 'refuse' ? question.erasure : undefined;
  const refuse = useMutation({
    mutationFn: (reason: string) =>
      call('erasures.refuse', { params: { domain, erasureId: erasure!.erasureId }, body: { reason } }),
    onSuccess: done,
  });
  const act = erasure && {
    title: text('erasure.refuseTitle'),
    effect: text('erasure.refuseWords'),
    subject: erasure.erasureId,
    confirm: text('erasure.endRequest'),
    ...asksReason,
    run: refuse.mutateAsync,
  };
  return <ActionDialog act={act} close={close} />;
}

/** What the actions of data protection have in common: a reason in the person's own words, kept with what it is for. */
export const asksReason = {
  needsReason: true,
  isReasonElsewhere: true,
  maxLength: 1000,
  suggestions: [],
} as const;
