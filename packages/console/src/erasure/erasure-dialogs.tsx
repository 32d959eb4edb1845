import type { ErasureView } from '@gatehouse/contract';
import { Modal, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { ActionDialog } from '../cases/action-dialog.tsx';
import { ConfirmTyped } from '../identity/confirm-typed.tsx';
import { text } from '../messages/text.ts';
import { InlineId } from '../ui/copy-id.tsx';
import { BlockedBy } from './blocked-by.tsx';
import { extentText } from './extent-text.ts';
import { WithinPeriod } from './within-period.tsx';

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
  const preview = useQuery({
    queryKey: ['erasures', domain, 'preview', customerId],
    queryFn: ({ signal }) => call('erasures.preview', { params: { domain, customerId }, signal }),
  });
  return (
    <ConfirmTyped
      words={text('erasure.forEver')}
      expected={customerId}
      action={text('erasure.erase')}
      failure={preview.error}
      run={(typed) =>
        call('erasures.confirm', {
          params: { domain, erasureId: erasure.erasureId },
          body: { customerId: typed },
        })
      }
      done={props.done}
      close={props.close}
    >
      {preview.data && <BlockedBy domain={domain} blocks={preview.data.blocks} holds={preview.data.holds} />}
      <WithinPeriod customer={{ domain, customerId }} />
      {preview.data && (
        <>
          <Text size="sm" fw={600}>
            <bdi>{preview.data.name ?? customerId}</bdi>
          </Text>
          <Text size="sm">{extentText(preview.data.extent)}</Text>
        </>
      )}
      <Text size="sm">
        {text('erasure.requestedByFor', { person: erasure.requestedBy, reason: erasure.reason })}
      </Text>
      <Text size="sm">
        {text('erasure.keepId')} <InlineId id={erasure.auditId} />
      </Text>
    </ConfirmTyped>
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
