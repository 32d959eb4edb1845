import type { ExecutionDetail } from '@gatehouse/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { ActionDialog } from '../cases/action-dialog.tsx';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';

/** Cancelling and resuming, each after a reason was given. */
export function ExecutionActions({ execution }: { readonly execution: ExecutionDetail }) {
  const mayManage = useSession().permissions.includes('executions.manage');
  const { cancel, resume } = useExecutionActions(execution);
  if (!mayManage) return null;
  return (
    <>
      <Cancel execution={execution} run={cancel.mutateAsync} />
      {execution.canResume && <Resume execution={execution} run={resume.mutateAsync} />}
    </>
  );
}

function useExecutionActions({ domain, executionId, nodeId }: ExecutionDetail) {
  const queries = useQueryClient();
  const params = { domain, executionId };
  const onSettled = () => queries.invalidateQueries({ queryKey: ['execution', domain, executionId] });
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      call('executions.cancel', { params, body: { expectedNodeId: nodeId, reason } }),
    onSettled,
  });
  const resume = useMutation({
    mutationFn: (reason: string) => call('executions.resume', { params, body: { reason } }),
    onSettled,
  });
  return { cancel, resume };
}

interface ActionProps {
  readonly execution: ExecutionDetail;
  readonly run: (reason: string) => Promise<unknown>;
}

/** For executions that go on without a case: those with one are cancelled by it. */
function Cancel({ execution, run }: ActionProps) {
  const [asks, setAsks] = useState(false);
  const { caseNo, state } = execution;
  const act = {
    title: text('executions.cancel'),
    effect: text('executions.cancelWords'),
    needsReason: true,
    suggestions: [],
    confirm: text('executions.cancel'),
    dismiss: text('executions.keepRunning'),
    color: 'red',
    run,
  };
  return (
    <>
      {caseNo === null && (state === 'RUNNING' || state === 'WAITING') && (
        <Button variant="default" onClick={() => setAsks(true)}>
          {text('executions.cancel')}
        </Button>
      )}
      <ActionDialog act={asks ? act : undefined} close={() => setAsks(false)} />
    </>
  );
}

/** For failed executions whose cause is gone. */
function Resume({ execution: { failure }, run }: ActionProps) {
  const [asks, setAsks] = useState(false);
  const act = {
    title: text('executions.resume'),
    effect:
      failure?.nodeId == null
        ? text('executions.resumeStartWords')
        : text('executions.resumeWords', { node: failure.nodeId }),
    needsReason: true,
    suggestions: [],
    confirm: text('executions.resume'),
    color: 'blue',
    run,
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        {text('executions.resume')}
      </Button>
      <ActionDialog act={asks ? act : undefined} close={() => setAsks(false)} />
    </>
  );
}
