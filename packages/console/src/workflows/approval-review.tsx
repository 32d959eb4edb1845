import type { ConsoleData, WorkflowDetail, WorkflowVocabulary } from '@gatehouse/contract';
import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Failure } from '../ui/failure.tsx';
import { listText } from '../ui/format.ts';
import { whyNotApprove } from './approval-bar.tsx';
import { noIssuesText, Warnings } from './faults.tsx';
import { ReplayPreview } from './replay-preview.tsx';
import { SentData } from './sent-data.tsx';
import { SettingsPreview } from './settings-preview.tsx';
import { ShadowResult } from './shadow-run.tsx';
import { VersionDiff } from './version-diff.tsx';
import { Replacement } from './workflow-start.tsx';

/**
 * What another person looks at before it is published: what changes, what prevents publishing, and whose decision would
 * be another. It is the revision that was asked for; whatever is being drawn on the page is not looked at.
 */
export function ApprovalReview(props: {
  readonly domain: string;
  readonly detail: WorkflowDetail;
  readonly webhooks: WorkflowVocabulary['webhooks'];
  readonly email: string;
  readonly showShadow: (() => void) | undefined;
  readonly close: () => void;
}) {
  const { domain, detail } = props;
  const { draft: definition, workflowId } = detail;
  // A later edit is another revision, which nobody asked this person about.
  const [revision] = useState(detail.revision);
  const isGone = detail.approval?.state !== 'asked' || detail.revision !== revision;
  const { check, hasFaults } = useCheck({ domain, definition, revision, isEnabled: !isGone });
  return (
    <Stack gap="sm">
      {isGone && (
        <Alert color="orange" variant="outline" role="alert">
          {text('workflows.reviewGone')}
        </Alert>
      )}
      <Text size="sm">
        {detail.draftAuthors.length > 0 &&
          `${text('workflows.editedBy', { people: listText(detail.draftAuthors) })} `}
        {detail.approval?.note}
      </Text>
      <Replacement domain={domain} definition={definition} workflowId={workflowId} />
      <VersionDiff
        domain={domain}
        workflowId={workflowId}
        version={detail.publishedVersion}
        definition={definition}
      />
      <SentData definition={definition} webhooks={props.webhooks} />
      <SettingsPreview domain={domain} definition={definition} />
      {check.isError && <Failure error={check.error} retry={() => void check.refetch()} />}
      {check.data && <CheckResult check={check.data} isPublished={!detail.draftDiffers} />}
      {detail.publishedVersion !== null && (
        <ShadowResult domain={domain} detail={detail} revision={revision} show={props.showShadow} />
      )}
      <ReplayPreview
        domain={domain}
        definition={definition}
        revision={revision}
        isEnabled={!hasFaults && !isGone}
      />
      <Answer
        detail={detail}
        revision={revision}
        canApprove={!hasFaults && !isGone}
        canReturn={!isGone}
        email={props.email}
        close={props.close}
      />
    </Stack>
  );
}

/** What checking the revision shows. */
function useCheck(props: {
  readonly domain: string;
  readonly definition: WorkflowDetail['draft'];
  readonly revision: string;
  readonly isEnabled: boolean;
}) {
  const { domain, definition, revision, isEnabled } = props;
  const check = useQuery({
    queryKey: ['workflow-check', domain, revision],
    queryFn: ({ signal }) => call('workflows.check', { params: { domain }, body: { definition }, signal }),
    refetchInterval: false,
    enabled: isEnabled,
  });
  const hasFaults = check.data === undefined || check.data.faults.length > 0;
  return { check, hasFaults };
}

function CheckResult(props: {
  readonly check: ConsoleData<'workflows.check'>;
  readonly isPublished: boolean;
}) {
  const { check } = props;
  return (
    <>
      <Warnings warnings={check.warnings} />
      {check.faults.map(({ place, message }) => (
        <Text key={`${place} ${message}`} size="sm" className="gh-contradict">
          <code>{place}</code> {message}
        </Text>
      ))}
      {check.faults.length === 0 && (
        <Text size="sm" className="gh-agree">
          {noIssuesText(props.isPublished)}
        </Text>
      )}
    </>
  );
}

/** Publishes the revision, or sends it back with a reason. */
function Answer(props: {
  readonly detail: WorkflowDetail;
  readonly revision: string;
  readonly canApprove: boolean;
  readonly canReturn: boolean;
  readonly email: string;
  readonly close: () => void;
}) {
  const { detail, revision } = props;
  const { domain, workflowId } = detail;
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const params = { domain, workflowId };
  const answer = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: (act: 'approve' | 'return') =>
      act === 'approve'
        ? call('workflows.approve', { params, body: { revision } })
        : call('workflows.return', { params, body: { revision, reason: reason.trim() } }),
    onSuccess: ({ copyId }, act) => {
      props.close();
      const message =
        act === 'approve' ? text('workflows.publishedAs', { id: copyId ?? '' }) : text('workflows.didReturn');
      notifications.show({ color: 'green', message });
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['workflows', domain] }),
        queries.invalidateQueries({ queryKey: ['workflow', domain] }),
      ]),
  });
  const whyNot = whyNotApprove(detail, props.email);
  return (
    <>
      <ErrorAlert error={answer.error} />
      <Textarea
        label={text('terms.reason')}
        description={text('workflows.reasonWords')}
        autosize
        value={reason}
        maxLength={2000}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {whyNot !== undefined && <Text size="sm">{whyNot}</Text>}
      <DialogActions cancel={props.close}>
        <Button
          variant="default"
          disabled={reason.trim() === '' || !props.canReturn}
          loading={answer.isPending && answer.variables === 'return'}
          onClick={() => answer.mutate('return')}
        >
          {text('workflows.return')}
        </Button>
        <Button
          disabled={!props.canApprove || whyNot !== undefined}
          loading={answer.isPending && answer.variables === 'approve'}
          onClick={() => answer.mutate('approve')}
        >
          {text('workflows.approveAndPublish')}
        </Button>
      </DialogActions>
    </>
  );
}
