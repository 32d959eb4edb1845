import type { CaseDetail, DocumentRequestReason } from '@gatehouse/contract';
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { formatZonedInstant } from '../ui/format.ts';
import { OneTimeSecret } from '../ui/one-time-secret.tsx';
import { useReviewKeys } from './review-keys.ts';
import { requestReasons, reviewTexts } from './review-texts.ts';
import type { ReviewedDocument } from './reviewed-documents.ts';

interface AskAgainProps {
  readonly caseDetail: CaseDetail;
  readonly document: ReviewedDocument;
  /** The document stays the chosen one. */
  readonly keep: () => void;
}

/** Asks the end user for a document again: the reason is one that the hosted pages have in every language. */
export function AskAgain({ caseDetail, document, keep }: AskAgainProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState<DocumentRequestReason>('unreadable');
  const queries = useQueryClient();
  const { domain, caseNo, revision } = caseDetail;
  const ask = useMutation({
    mutationFn: () =>
      call('cases.askDocument', {
        params: { domain, caseNo, documentId: document.documentId },
        body: { reason, expectedRevision: revision },
      }),
    onSuccess: () => {
      keep();
      void queries.invalidateQueries({ queryKey: ['case', domain, caseNo] });
      void queries.invalidateQueries({ queryKey: ['cases'] });
    },
  });
  useReviewKeys(caseDetail.mayReviewDocuments ? { g: () => setOpen(true) } : {});
  const close = () => {
    setOpen(false);
    ask.reset();
  };
  return (
    <>
      {caseDetail.mayReviewDocuments && (
        <Button variant="default" aria-keyshortcuts="g" onClick={() => setOpen(true)}>
          {reviewTexts.ask}&nbsp;
          <kbd className="gh-key" aria-hidden>
            G
          </kbd>
        </Button>
      )}
      <Modal opened={isOpen} onClose={close} title={text('documents.askNamed', { document: document.name })}>
        {ask.data === undefined ? (
          <Stack gap="sm">
            <Text size="sm">{reviewTexts.askEffect}</Text>
            <Select
              label={reviewTexts.askReason}
              description={reviewTexts.askReasonSeen}
              data={Object.entries(requestReasons).map(([value, label]) => ({ value, label }))}
              value={reason}
              onChange={(value) => value !== null && setReason(value as DocumentRequestReason)}
              allowDeselect={false}
            />
            <ErrorAlert error={ask.error} />
            <DialogActions cancel={close}>
              <Button loading={ask.isPending} onClick={() => ask.mutate()}>
                {reviewTexts.ask}
              </Button>
            </DialogActions>
          </Stack>
        ) : (
          <Asked answer={ask.data} close={close} />
        )}
      </Modal>
    </>
  );
}

function Asked(props: {
  readonly answer: { readonly email: string; readonly url: string | null; readonly expiresAt: number };
  readonly close: () => void;
}) {
  const { email, url, expiresAt } = props.answer;
  const until = formatZonedInstant(expiresAt);
  if (url === null)
    return (
      <Stack gap="sm">
        <Text size="sm" role="status">
          {text('documents.askedByMail', { email, until })}
        </Text>
        <Group justify="flex-end">
          <Button onClick={props.close}>{text('actions.close')}</Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {text('documents.askedWithoutMail', { email, until })}
      </Text>
      <OneTimeSecret
        text={url}
        label={text('documents.linkOfEndUser')}
        done={text('documents.passedOn')}
        close={props.close}
      />
    </Stack>
  );
}
