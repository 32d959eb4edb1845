import type { CaseSummary } from '@gatehouse/contract';
import { Alert, Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { phraseText } from '../messages/phrase-text.ts';
import { text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { formatList } from '../ui/format.ts';

/** Assigns the marked cases to one person; shows those that cannot be assigned, each with its reason. */
export function AssignDialog(props: {
  readonly opened: boolean;
  readonly cases: readonly CaseSummary[];
  readonly domain: string;
  readonly close: (done: boolean) => void;
}) {
  return (
    <Modal
      opened={props.opened}
      onClose={() => props.close(false)}
      title={text('cases.assignTitle', { count: props.cases.length })}
    >
      {props.opened && <AssignForm {...props} />}
    </Modal>
  );
}

function AssignForm({ cases, domain, close }: Parameters<typeof AssignDialog>[0]) {
  const queries = useQueryClient();
  const [given] = useState(cases);
  const [assignee, setAssignee] = useState<string | null>(null);
  const people = useQuery({
    queryKey: ['reviewers', domain],
    queryFn: ({ signal }) => call('cases.reviewers', { params: { domain }, signal }),
  });
  const assign = useMutation({
    mutationFn: (to: string) =>
      call('cases.assignAll', {
        params: { domain },
        body: {
          assignee: to,
          cases: given.slice(0, 100).map(({ caseNo, revision }) => ({ caseNo, expectedRevision: revision })),
        },
      }),
    onSuccess: ({ results }) => {
      void queries.invalidateQueries({ queryKey: ['cases'] });
      if (results.every(({ assigned }) => assigned)) close(true);
    },
  });
  const refused = assign.data?.results.filter(({ assigned }) => !assigned) ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (assignee !== null) assign.mutate(assignee);
      }}
    >
      <Stack gap="sm">
        <Select
          label={text('cases.assignTo')}
          placeholder={text('cases.selectReviewer')}
          data-autofocus
          searchable
          data={(people.data?.reviewers ?? []).map(({ email, groups, isAdmin }) => ({
            value: email,
            label: reviewerText(email, isAdmin ? [text('cases.admin')] : groups),
          }))}
          value={assignee}
          onChange={setAssignee}
        />
        <Text size="sm">{text('cases.assignEffect')}</Text>
        {refused.length > 0 && (
          <Alert
            color="red"
            variant="outline"
            role="alert"
            title={text('cases.notAssigned', { count: refused.length })}
          >
            {refused.map(({ caseNo, refusal, refusalPhrases }) => (
              <Text size="sm" key={caseNo}>
                {text('cases.notAssignedReason', {
                  caseNo,
                  refusal: phraseText(refusalPhrases, refusal ?? ''),
                })}
              </Text>
            ))}
          </Alert>
        )}
        <DialogActions
          cancel={() => close(refused.length > 0)}
          dismiss={refused.length > 0 ? text('actions.close') : undefined}
        >
          <Button type="submit" disabled={assignee === null} loading={assign.isPending}>
            {text('cases.assign')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

/** Whom a case can go to, with what they are part of. */
function reviewerText(email: string, memberOf: readonly string[]): string {
  const name = personName(email);
  return memberOf.length === 0 ? name : text('cases.reviewer', { email: name, groups: formatList(memberOf) });
}
