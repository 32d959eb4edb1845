import type { RetentionChangeView } from '@gatehouse/contract';
import { Button, Group, Modal, Table, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { ActionDialog } from '../cases/action-dialog.tsx';
import { asksReason } from '../erasure/erasure-dialogs.tsx';
import { ConfirmTyped } from '../identity/confirm-typed.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { formatInstant } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { BelowLaw } from './below-law.tsx';
import type { RetentionList } from './periods.tsx';
import { Preview } from './preview.tsx';
import { appliesToText, fromText, kindText, ruleText } from './retention-texts.ts';

type Question = { readonly kind: 'approve' | 'refuse'; readonly change: RetentionChangeView };

const states = {
  REQUESTED: text('retention.stateRequested'),
  APPLIED: text('retention.stateApplied'),
  REFUSED: text('retention.stateRefused'),
} as const;

/** Changes of periods: those that wait for a second person first. */
export function Changes(props: {
  readonly domain: string;
  readonly list: RetentionList;
  readonly mayManage: boolean;
}) {
  const { domain, list, mayManage } = props;
  const { email } = useSession().user;
  const [question, setQuestion] = useState<Question>();
  const changes = list.data?.changes ?? [];
  const heads = [
    text('retention.kind'),
    text('retention.period'),
    text('terms.status'),
    text('terms.reason'),
    text('retention.requested'),
    text('retention.answered'),
  ];
  return (
    <>
      <Title order={2} size="h5" mt="lg" mb={4}>
        {text('retention.changes')}
      </Title>
      <RecordTable
        list={list}
        heads={mayManage ? [...heads, text('actions.title')] : heads}
        label={text('retention.changes')}
        count={changes.length}
        empty={text('retention.noChanges')}
      >
        {changes.map((change) => (
          <Table.Tr key={change.changeId}>
            <Table.Td>
              {kindText(change.kind)}
              <Text size="xs" className="gh-dim">
                {text(change.appliesTo === 'tenant' ? 'retention.fromTenant' : 'retention.fromDomain')}
              </Text>
            </Table.Td>
            <Table.Td>
              <ChangedRule change={change} />
            </Table.Td>
            <Table.Td>{states[change.state]}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <span dir="auto">{change.reason}</span>
              {change.refusal !== null && (
                <Text size="xs" className="gh-dim" dir="auto">
                  {text('retention.refusedBecause', { reason: change.refusal })}
                </Text>
              )}
            </Table.Td>
            <PersonCell person={change.requestedBy} at={change.requestedAt} />
            <PersonCell person={change.answeredBy} at={change.answeredAt} />
            {mayManage && (
              <Table.Td className="gh-fold-plain">
                {change.state === 'REQUESTED' && (
                  <ChangeActions change={change} isOwn={change.requestedBy === email} ask={setQuestion} />
                )}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </RecordTable>
      <ChangeDialogs domain={domain} question={question} close={() => setQuestion(undefined)} />
    </>
  );
}

/** What it was and what it is to be; what it is counted from, where that changes. */
function ChangedRule({ change }: { readonly change: RetentionChangeView }) {
  const { kind, previous, rule } = change;
  return (
    <>
      {text('retention.fromTo', { was: ruleText(kind, previous), is: ruleText(kind, rule) })}
      {previous.basis !== rule.basis && (
        <Text size="xs" className="gh-dim">
          {fromText(kind, rule)}
        </Text>
      )}
    </>
  );
}

/** All that whoever approves it answers for: what it changes and where, who asked for it, when and why. */
function ChangeFacts({ domain, change }: { readonly domain: string; readonly change: RetentionChangeView }) {
  const { kind, appliesTo, previous, rule, requestedBy, requestedAt, reason } = change;
  return (
    <dl className="gh-facts">
      <dt>{text('retention.kind')}</dt>
      <dd>{kindText(kind)}</dd>
      <dt>{text('retention.appliesTo')}</dt>
      <dd>{appliesToText(appliesTo, domain)}</dd>
      <dt>{text('retention.period')}</dt>
      <dd>{text('retention.fromTo', { was: ruleText(kind, previous), is: ruleText(kind, rule) })}</dd>
      {previous.basis !== rule.basis && (
        <>
          <dt>{text('retention.countedFrom')}</dt>
          <dd>{text('retention.fromTo', { was: fromText(kind, previous), is: fromText(kind, rule) })}</dd>
        </>
      )}
      <dt>{text('retention.requested')}</dt>
      <dd>
        <bdi>{requestedBy}</bdi>, {formatInstant(requestedAt)}
      </dd>
      <dt>{text('terms.reason')}</dt>
      <dd dir="auto">{reason}</dd>
    </dl>
  );
}

function PersonCell({ person, at }: { readonly person: string | null; readonly at: number | null }) {
  return (
    <Table.Td>
      {person ?? '—'}
      {at !== null && (
        <Text size="xs" className="gh-dim">
          {formatInstant(at)}
        </Text>
      )}
    </Table.Td>
  );
}

/** One's own request can be withdrawn alone. */
function ChangeActions(props: {
  readonly change: RetentionChangeView;
  readonly isOwn: boolean;
  readonly ask: (question: Question) => void;
}) {
  const { change, isOwn, ask } = props;
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        {!isOwn && (
          <Button color="red" variant="light" onClick={() => ask({ kind: 'approve', change })}>
            {text('retention.approve')}
          </Button>
        )}
        <Button variant="default" onClick={() => ask({ kind: 'refuse', change })}>
          {text(isOwn ? 'retention.withdraw' : 'retention.refuse')}
        </Button>
      </Group>
      {isOwn && (
        <Text size="xs" className="gh-dim">
          {text('retention.ownRequest')}
        </Text>
      )}
    </>
  );
}

function ChangeDialogs(props: {
  readonly domain: string;
  readonly question: Question | undefined;
  readonly close: () => void;
}) {
  const { domain, question, close } = props;
  const { tenantId } = useSession().user;
  const queries = useQueryClient();
  const change = question?.change;
  const params = { domain, changeId: change?.changeId ?? '' };
  const done = () => {
    close();
    void queries.invalidateQueries({ queryKey: ['retention', domain] });
  };
  const refuse = useMutation({
    mutationFn: (reason: string) => call('retention.refuse', { params, body: { reason } }),
    onSuccess: done,
  });
  const act = {
    title: text('retention.refuseTitle'),
    effect: text('retention.refuseWords'),
    subject: params.changeId,
    confirm: text('retention.endRequest'),
    ...asksReason,
    run: refuse.mutateAsync,
  };
  return (
    <>
      <ActionDialog act={question?.kind === 'refuse' ? act : undefined} close={close} />
      <Modal opened={question?.kind === 'approve'} onClose={close} title={text('retention.approveTitle')}>
        {question?.kind === 'approve' && change && (
          <ConfirmTyped
            words={text('retention.approveWords')}
            expected={change.appliesTo === 'tenant' ? tenantId : domain}
            action={text('retention.approvePeriod')}
            run={(confirmation) => call('retention.approve', { params, body: { confirmation } })}
            done={done}
            close={close}
          >
            <ChangeFacts domain={domain} change={change} />
            <BelowLaw kind={change.kind} rule={change.rule} />
            <Preview domain={domain} kind={change.kind} appliesTo={change.appliesTo} rule={change.rule} />
          </ConfirmTyped>
        )}
      </Modal>
    </>
  );
}
