import type { ErasureView } from '@gatehouse/contract';
import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useIdentityConfirmation } from '../identity/confirm-identity.tsx';
import { text } from '../messages/text.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { textOf } from '../ui/form.ts';
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
    meta: { isShownInPlace: true },
    onSuccess: done,
  });
  return (
    <ReasonDialog
      title={erasure === undefined ? undefined : text('erasure.refuseTitle')}
      words={text('erasure.refuseWords')}
      action={text('erasure.endRequest')}
      error={refuse.error}
      pending={refuse.isPending}
      act={refuse.mutate}
      close={close}
    />
  );
}

/** Asks for a reason; not open without a title. */
export function ReasonDialog(props: {
  readonly title: string | undefined;
  readonly words: string;
  readonly action: string;
  readonly error: Error | null;
  readonly pending: boolean;
  readonly act: (reason: string) => void;
  readonly close: () => void;
}) {
  return (
    <Modal opened={props.title !== undefined} onClose={props.close} title={props.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          props.act(textOf(new FormData(event.currentTarget), 'reason'));
        }}
      >
        <Stack gap="sm">
          <ErrorAlert error={props.error} />
          <Text size="sm">{props.words}</Text>
          <Textarea
            name="reason"
            label={text('terms.reason')}
            required
            maxLength={1000}
            autosize
            minRows={2}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={props.close}>
              {text('actions.cancel')}
            </Button>
            <Button type="submit" loading={props.pending}>
              {props.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
