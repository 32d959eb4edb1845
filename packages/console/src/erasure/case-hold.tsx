import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { ActionDialog } from '../cases/action-dialog.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { asksReason } from './erasure-dialogs.tsx';
import { holdText } from './erasure-parts.tsx';

export interface CaseHoldProps {
  readonly domain: string;
  readonly caseNo: string;
  readonly customerId: string;
}

/** The legal holds on a case or its customer, and how to place one on the case. */
export function CaseHold({ domain, caseNo, customerId }: CaseHoldProps) {
  const mayManage = useSession().permissions.includes('erasures.manage');
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['holds', domain, caseNo],
    queryFn: ({ signal }) => call('holds.list', { params: { domain }, query: { caseNo }, signal }),
  });
  const place = useMutation({
    mutationFn: (reason: string) =>
      call('holds.place', { params: { domain, customerId }, body: { reason, caseNo } }),
    onSuccess: () => {
      setAsked(false);
      void queries.invalidateQueries({ queryKey: ['holds', domain] });
      void queries.invalidateQueries({ queryKey: ['erasures', domain] });
    },
  });
  const act = {
    title: text('erasure.placeHold'),
    effect: text('erasure.placeCaseHoldWords'),
    subject: caseNo,
    confirm: text('erasure.placeHold'),
    ...asksReason,
    run: place.mutateAsync,
  };
  const inForce = data?.holds.filter(({ releasedAt }) => releasedAt === null) ?? [];
  return (
    <>
      {inForce.map((hold) => (
        <Text key={hold.holdId} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {holdText(hold)}
        </Text>
      ))}
      {mayManage && (
        <Button variant="default" onClick={() => setAsked(true)}>
          {text('erasure.placeHold')}
        </Button>
      )}
      <ActionDialog act={isAsked ? act : undefined} close={() => setAsked(false)} />
    </>
  );
}
