import type { ErasureView } from '@gatehouse/contract';
import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { InlineId } from '../ui/copy-id.tsx';
import { formatInstant, formatList } from '../ui/format.ts';
import { RecordTable } from '../ui/record-table.tsx';
import { ConfirmErasure, type ErasureQuestion, RefuseErasure } from './erasure-dialogs.tsx';
import { blocksText, CustomerLink, stateText } from './erasure-parts.tsx';
import { erasedText } from './extent-text.ts';
import { Holds } from './holds.tsx';

/** Requests to erase customers, which one person makes and another confirms, and the legal holds that forbid it. */
export function ErasuresPage() {
  const domain = useDomain();
  const {
    permissions,
    user: { email },
  } = useSession();
  const mayManage = permissions.includes('erasures.manage');
  const queries = useQueryClient();
  const [question, setQuestion] = useState<ErasureQuestion>();
  const list = useInfiniteQuery({
    queryKey: ['erasures', domain, 'list'],
    queryFn: ({ pageParam, signal }) =>
      call('erasures.list', { params: { domain }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // A confirmed one goes within seconds, by itself.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ erasures }) => erasures.some(isUnderWay)) ? 2_000 : false,
  });
  const done = () => {
    setQuestion(undefined);
    void queries.invalidateQueries({ queryKey: ['erasures', domain] });
  };
  const erasures = list.data?.pages.flatMap((page) => page.erasures) ?? [];
  const doneCount = erasures.filter(({ state }) => state === 'DONE').length;
  // The holds of a customer, which were released, go with it.
  useEffect(() => {
    if (doneCount > 0) void queries.invalidateQueries({ queryKey: ['holds', domain] });
  }, [doneCount, domain, queries]);
  const heads = [
    text('terms.customer'),
    text('terms.status'),
    text('terms.reason'),
    text('erasure.requested'),
    text('erasure.answered'),
  ];
  return (
    <>
      <Title order={1} size="h3" mb={4}>
        {text('erasure.title')}
      </Title>
      <Text size="sm" className="gh-dim" mb="sm">
        {text('erasure.words')}
      </Text>
      <RecordTable
        list={list}
        heads={mayManage ? [...heads, text('actions.title')] : heads}
        label={text('erasure.requests')}
        count={erasures.length}
        empty={text('erasure.noRequests')}
      >
        {erasures.map((erasure) => (
          <ErasureRow key={erasure.erasureId} erasure={erasure} domain={domain}>
            {mayManage && (
              <Table.Td>
                {erasure.state === 'REQUESTED' && (
                  <RequestActions erasure={erasure} isOwn={erasure.requestedBy === email} ask={setQuestion} />
                )}
              </Table.Td>
            )}
          </ErasureRow>
        ))}
      </RecordTable>
      <Holds domain={domain} mayManage={mayManage} />
      <ConfirmErasure domain={domain} question={question} done={done} close={() => setQuestion(undefined)} />
      <RefuseErasure domain={domain} question={question} done={done} close={() => setQuestion(undefined)} />
    </>
  );
}

/** A request: of whom, how far, why, who asked and who answered. */
function ErasureRow(props: {
  readonly erasure: ErasureView;
  readonly domain: string;
  /** The cell of its actions. */
  readonly children: ReactNode;
}) {
  const { erasure, domain } = props;
  const blocks = erasure.blocks === null ? [] : blocksText(erasure.blocks);
  return (
    <Table.Tr>
      <Table.Td>
        {erasure.customerId === null ? (
          <>
            {text('erasure.erasedCustomer')} <InlineId id={erasure.auditId} />
          </>
        ) : (
          <CustomerLink domain={domain} customerId={erasure.customerId} />
        )}
      </Table.Td>
      <Table.Td>
        <span>{stateText(erasure.state)}</span>
        {erasure.finishedAt !== null && (
          <Text size="xs" className="gh-dim">
            {formatInstant(erasure.finishedAt)}
            <br />
            {erasedText(erasure)}
          </Text>
        )}
        {erasure.retryAt !== null && (
          <Text size="xs" className="gh-dim">
            {text('erasure.failed', {
              count: erasure.failures,
              failure: failureText(erasure.failure ?? ''),
              at: formatInstant(erasure.retryAt),
            })}
          </Text>
        )}
        {blocks.length > 0 && (
          <Text size="xs" className="gh-dim">
            {text('erasure.notPossible', { blocks: formatList(blocks) })}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <span dir="auto">{erasure.reason}</span>
        {erasure.refusal !== null && (
          <Text size="xs" className="gh-dim" dir="auto">
            {text('erasure.refusedBecause', { reason: erasure.refusal })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {erasure.requestedBy}
        <Text size="xs" className="gh-dim">
          {formatInstant(erasure.requestedAt)}
        </Text>
      </Table.Td>
      <Table.Td>
        {erasure.answeredBy ?? '—'}
        {erasure.answeredAt !== null && (
          <Text size="xs" className="gh-dim">
            {formatInstant(erasure.answeredAt)}
          </Text>
        )}
      </Table.Td>
      {props.children}
    </Table.Tr>
  );
}

function isUnderWay({ state, blocks }: ErasureView): boolean {
  return state === 'CONFIRMED' && blocks !== null && blocksText(blocks).length === 0;
}

/** One's own request can be withdrawn alone; that of somebody else confirmed or refused. */
function RequestActions(props: {
  readonly erasure: ErasureView;
  readonly isOwn: boolean;
  readonly ask: (question: ErasureQuestion) => void;
}) {
  const { erasure, isOwn, ask } = props;
  const isBlocked = erasure.blocks !== null && blocksText(erasure.blocks).length > 0;
  return (
    <Group gap="xs" wrap="nowrap">
      {!isOwn && (
        <Button
          color="red"
          variant="light"
          disabled={isBlocked}
          onClick={() => ask({ kind: 'confirm', erasure })}
        >
          {text('erasure.confirm')}
        </Button>
      )}
      <Button variant="default" onClick={() => ask({ kind: 'refuse', erasure })}>
        {text(isOwn ? 'erasure.withdraw' : 'erasure.refuse')}
      </Button>
    </Group>
  );
}
