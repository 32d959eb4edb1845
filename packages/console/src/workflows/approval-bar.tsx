import type { WorkflowDetail } from '@gatehouse/contract';
import { Alert, Button, Group, Text } from '@mantine/core';
import { text } from '../messages/text.ts';
import { formatAge, formatInstant } from '../ui/format.ts';

/** The state of an approval between the author of a workflow and the approver. */
export function ApprovalBar(props: {
  readonly detail: WorkflowDetail;
  readonly email: string;
  readonly mayWrite: boolean;
  readonly review: () => void;
  readonly withdraw: () => void;
  readonly isWithdrawing: boolean;
}) {
  const { detail, email, mayWrite } = props;
  const { approval } = detail;
  if (approval === null) return null;
  const { state, askedBy, askedAt, note, returnedBy, returnedAt, reason } = approval;
  if (state === 'returned') {
    return (
      <Alert
        color="orange"
        variant="outline"
        mb="xs"
        title={text('workflows.returnedBy', { person: returnedBy ?? '' })}
      >
        <Text size="sm" title={formatInstant(returnedAt!)}>
          {reason}
        </Text>
      </Alert>
    );
  }
  const isOwn = askedBy === email;
  return (
    <Alert
      color="gray"
      variant="outline"
      mb="xs"
      title={
        isOwn ? text('workflows.awaitingOther') : text('workflows.requestsApproval', { person: askedBy })
      }
    >
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          {note !== null && `${text('workflows.noteQuoted', { note })} `}
          <span className="gh-dim" title={formatInstant(askedAt)}>
            {text('workflows.requestedAge', { age: formatAge(askedAt) })}
          </span>
        </Text>
        {mayWrite && (
          <Group gap={6} wrap="nowrap">
            <Button variant="default" loading={props.isWithdrawing} onClick={props.withdraw}>
              {text('workflows.withdrawRequest')}
            </Button>
            {!isOwn && <Button onClick={props.review}>{text('workflows.review')}</Button>}
          </Group>
        )}
      </Group>
    </Alert>
  );
}

/** Why somebody cannot approve what they look at; undefined: they can. */
export function whyNotApprove(detail: WorkflowDetail, email: string): string | undefined {
  return detail.draftAuthors.includes(email) ? text('workflows.ownDraft') : undefined;
}
