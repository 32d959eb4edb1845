import type { ConsoleData, WorkflowDetail } from '@gatehouse/contract';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call, Refused } from '../api.ts';
import { messageOf } from '../messages/phrase-text.ts';
import { text } from '../messages/text.ts';
import { describeError } from '../queries.ts';
import { clausesText } from '../ui/format.ts';
import { type Draft, emptyDraft, readDraft } from './draft.ts';

/** What becomes of a draft: kept, published, or shown to another person who publishes it. */
export type Saving =
  | { readonly kind: 'keep' }
  | { readonly kind: 'publish' }
  | { readonly kind: 'ask'; readonly note: string };

/** Saves what is drawn over the very revision that it was drawn from. */
export function useSaving(props: {
  readonly domain: string;
  readonly detail: WorkflowDetail | undefined;
  /** As it was when the page began. */
  readonly saved: Draft;
  readonly draft: Draft;
  readonly done: () => void;
}) {
  const { domain, detail, draft } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  // What the store had when this was opened or saved last; what comes later is somebody else's.
  const [kept, setKept] = useState({ draft: props.saved, revision: detail?.revision ?? null });
  const send = async (saving: Saving): Promise<ConsoleData<'workflows.askApproval'>> => {
    const publish = saving.kind === 'publish';
    const saved = await call('workflows.save', {
      params: { domain },
      body: {
        definition: draft,
        publish,
        expectedRevision: kept.revision,
        ...(publish ? { republish: true, expectedVersion: detail?.publishedVersion ?? null } : {}),
      },
    });
    setKept({ draft, revision: saved.revision });
    if (saving.kind !== 'ask') return saved;
    const { workflowId, revision } = saved;
    const note = saving.note.trim();
    return call('workflows.askApproval', {
      params: { domain, workflowId },
      body: { revision, ...(note === '' ? {} : { note }) },
    });
  };
  const save = useMutation({
    meta: { isShownInPlace: true },
    mutationFn: send,
    onSuccess: (summary, { kind }) => {
      props.done();
      notifications.show({ color: 'green', message: savedMessages[kind](summary.copyId ?? '') });
    },
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: text('workflows.notSaved'),
        message: reasonOf(error),
        autoClose: 10_000,
      }),
    // What was kept is shown also where nobody could be asked about it.
    onSettled: async (summary) => {
      await queries.invalidateQueries({ queryKey: ['workflows', domain] });
      // Publishing one may change what starts of another.
      await queries.invalidateQueries({ queryKey: ['workflow', domain] });
      if (detail === undefined && summary) {
        const params = { domain, workflowId: summary.workflowId };
        await navigate({ to: '/workflows/$domain/$workflowId', params, replace: true });
      }
    },
  });
  return {
    save,
    isDirty: draft !== kept.draft,
    /** Somebody else saved another content since. */
    isOvertaken: detail !== undefined && !save.isPending && detail.revision !== kept.revision,
    /** Goes on from what is in the store now; returns it. */
    takeStored: (): Draft => {
      const draft = readDraft(detail?.draft) ?? emptyDraft;
      setKept({ draft, revision: detail?.revision ?? null });
      return draft;
    },
  };
}

const savedMessages: Readonly<Record<Saving['kind'], (copyId: string) => string>> = {
  keep: () => text('workflows.draftSaved'),
  publish: (copyId) => text('workflows.publishedAs', { id: copyId }),
  ask: () => text('workflows.savedAndAsked'),
};

function reasonOf(error: Error): string {
  const faults = error instanceof Refused ? (error.problem.faults ?? []) : [];
  return faults.length > 0
    ? clausesText(faults.map((fault) => `${fault.place} ${messageOf(fault)}`))
    : describeError(error);
}
