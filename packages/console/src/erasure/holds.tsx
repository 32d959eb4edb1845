import type { LegalHoldView } from '@gatehouse/contract';
import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { ActionDialog } from '../cases/action-dialog.tsx';
import { CaseLink } from '../customers/customer-section.tsx';
import { useIdentityConfirmation } from '../identity/confirm-identity.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatInstant } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { asksReason } from './erasure-dialogs.tsx';
import { CustomerLink } from './erasure-parts.tsx';

type Question = { readonly kind: 'request' | 'refuse' | 'release'; readonly hold: LegalHoldView };

/** Legal holds: in force until one person asks to release them and another one does. */
export function Holds({ domain, mayManage }: { readonly domain: string; readonly mayManage: boolean }) {
  const [question, setQuestion] = useState<Question>();
  const list = useInfiniteQuery({
    queryKey: ['holds', domain],
    queryFn: ({ pageParam, signal }) =>
      call('holds.list', { params: { domain }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const holds = list.data?.pages.flatMap((page) => page.holds) ?? [];
  const heads = [text('terms.customer'), text('terms.status'), text('terms.reason'), text('erasure.placed')];
  const close = () => setQuestion(undefined);
  return (
    <>
      <Title order={2} size="h5" mt="lg" mb={4}>
        {text('erasure.holds')}
      </Title>
      <Text size="sm" className="gh-dim" mb="sm">
        {text('erasure.holdsWords')}
      </Text>
      <RecordTable
        list={list}
        heads={mayManage ? [...heads, text('actions.title')] : heads}
        label={text('erasure.holds')}
        count={holds.length}
        empty={text('erasure.noHolds')}
      >
        {holds.map((hold) => (
          <Table.Tr key={hold.holdId}>
            <Table.Td>
              <CustomerLink domain={domain} customerId={hold.customerId} />
              {hold.caseNo !== null && (
                <Text size="xs" component="div">
                  <CaseLink domain={domain} caseNo={hold.caseNo} />
                </Text>
              )}
            </Table.Td>
            <Table.Td>{stateOf(hold)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <span dir="auto">{hold.reason}</span>
              {hold.releaseReason !== null && (
                <Text size="xs" className="gh-dim" dir="auto">
                  {text('erasure.releaseBecause', { reason: hold.releaseReason })}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              {hold.placedBy}
              <Text size="xs" className="gh-dim">
                {formatInstant(hold.placedAt)}
              </Text>
            </Table.Td>
            {mayManage && (
              <Table.Td>
                <HoldActions hold={hold} ask={setQuestion} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </RecordTable>
      <HoldDialogs domain={domain} question={question} close={close} />
    </>
  );
}

/** Who requested the release can take that back; another person releases the hold or refuses. */
function HoldActions({
  hold,
  ask,
}: {
  readonly hold: LegalHoldView;
  readonly ask: (question: Question) => void;
}) {
  const { email } = useSession().user;
  if (hold.releasedAt !== null) return null;
  if (hold.releaseRequestedBy === null) {
    return (
      <Button variant="default" onClick={() => ask({ kind: 'request', hold })}>
        {text('erasure.requestRelease')}
      </Button>
    );
  }
  const isOwn = hold.releaseRequestedBy === email;
  return (
    <Group gap="xs">
      {isOwn ? (
        <span className="gh-dim">{text('erasure.anotherReleases')}</span>
      ) : (
        <Button variant="default" onClick={() => ask({ kind: 'release', hold })}>
          {text('erasure.release')}
        </Button>
      )}
      <Button variant="default" onClick={() => ask({ kind: 'refuse', hold })}>
        {text(isOwn ? 'erasure.withdraw' : 'erasure.refuse')}
      </Button>
    </Group>
  );
}

function stateOf({ releasedAt, releasedBy, releaseRequestedBy }: LegalHoldView): string {
  if (releasedAt !== null) {
    return text('erasure.released', { person: releasedBy ?? '', at: formatInstant(releasedAt) });
  }
  if (releaseRequestedBy !== null) return text('erasure.releaseRequested', { person: releaseRequestedBy });
  return text('erasure.inForce');
}

/** All that whoever releases it answers for: on whom it is, by whom and why, and who asked for its release, when and why. */
function HoldFacts({ hold }: { readonly hold: LegalHoldView }) {
  const { customerId, caseNo, releaseRequestedBy, releaseRequestedAt, releaseReason } = hold;
  return (
    <dl className="gh-facts">
      <dt>{text('terms.customer')}</dt>
      <dd dir="auto">{customerId}</dd>
      {caseNo !== null && (
        <>
          <dt>{text('terms.case')}</dt>
          <dd>{caseNo}</dd>
        </>
      )}
      <dt>{text('erasure.placed')}</dt>
      <dd>
        <bdi>{hold.placedBy}</bdi>, {formatInstant(hold.placedAt)}
        <div dir="auto">{hold.reason}</div>
      </dd>
      {releaseRequestedAt !== null && (
        <>
          <dt>{text('erasure.releaseAsked')}</dt>
          <dd>
            <bdi>{releaseRequestedBy}</bdi>, {formatInstant(releaseRequestedAt)}
            <div dir="auto">{releaseReason}</div>
          </dd>
        </>
      )}
    </dl>
  );
}

function HoldDialogs(props: {
  readonly domain: string;
  readonly question: Question | undefined;
  readonly close: () => void;
}) {
  const { domain, question, close } = props;
  const queries = useQueryClient();
  const onSuccess = () => {
    close();
    void queries.invalidateQueries({ queryKey: ['holds', domain] });
    void queries.invalidateQueries({ queryKey: ['erasures', domain] });
  };
  const params = { domain, holdId: question?.hold.holdId ?? '' };
  const { withProof, dialog } = useIdentityConfirmation();
  const request = useMutation({
    mutationFn: (reason: string) => call('holds.requestRelease', { params, body: { reason } }),
    onSuccess,
  });
  const release = useMutation({
    mutationFn: () => withProof(() => call('holds.release', { params })),
    onSuccess,
  });
  const refuse = useMutation({ mutationFn: () => call('holds.refuseRelease', { params }), onSuccess });
  const act = {
    title: text('erasure.requestRelease'),
    effect: text('erasure.requestReleaseWords'),
    subject: params.holdId,
    confirm: text('erasure.requestRelease'),
    ...asksReason,
    run: request.mutateAsync,
  };
  return (
    <>
      <ActionDialog act={question?.kind === 'request' ? act : undefined} close={close} />
      <Confirm
        opened={question?.kind === 'release'}
        title={text('erasure.releaseAsk')}
        words={text('erasure.releaseWords')}
        action={text('erasure.release')}
        pending={release.isPending}
        confirm={() => release.mutate()}
        cancel={close}
      >
        {question && <HoldFacts hold={question.hold} />}
      </Confirm>
      <Confirm
        opened={question?.kind === 'refuse'}
        title={text('erasure.refuseTitle')}
        words={text('erasure.holdStays')}
        action={text('erasure.endRequest')}
        pending={refuse.isPending}
        confirm={() => refuse.mutate()}
        cancel={close}
      >
        {question && <HoldFacts hold={question.hold} />}
      </Confirm>
      {dialog}
    </>
  );
}
