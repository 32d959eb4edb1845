import type { WorkflowDetail, WorkflowVocabulary } from '@gatehouse/contract';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { type Draft, emptyDraft, readDraft } from './draft.ts';
import { editing } from './editing.ts';
import type { NodeAppearance } from './flow-elements.ts';
import { useHistory } from './history.ts';
import { emptySelection, type Selection, stillThere } from './selection.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useFaults } from './use-faults.ts';
import { useSaving } from './use-saving.ts';

/** What a page shows beside the draft while it is edited. */
export type Dialog = 'publish' | 'review';

export interface EditorProps {
  readonly domain: string;
  readonly vocabulary: WorkflowVocabulary;
  /** Absent of a workflow that was never saved. */
  readonly detail: WorkflowDetail | undefined;
}

export type Editor = ReturnType<typeof useEditor>;

/** One draft while it is edited: its history, the selection, what is wrong with it, and how it is saved. */
export function useEditor({ domain, vocabulary, detail }: EditorProps) {
  const mayWrite = useSession().permissions.includes('workflows.manage');
  const [saved] = useState(() => readDraft(detail?.draft) ?? emptyDraft);
  const { present: draft, change, undo, redo, canUndo, canRedo } = useHistory<Draft>(saved);
  const [chosen, select] = useState<Selection>(emptySelection);
  const selection = useMemo(() => stillThere(chosen, draft), [chosen, draft]);
  const [dialog, setDialog] = useState<Dialog>();
  const closeDialog = (): void => setDialog(undefined);
  const saving = useSaving({ domain, detail, saved, draft, done: closeDialog });
  const { save, isDirty, isOvertaken } = saving;
  const { faults, warnings } = useFaults(domain, draft);
  const appearanceOf = useAppearances(vocabulary);
  const actions = editing({
    draft,
    change,
    selection,
    select,
    isTerminal: (type) => appearanceOf(type).isTerminal,
  });
  const loadTheirs = (): void => {
    const stored = saving.takeStored();
    change(() => stored);
  };
  // What a colleague saved is shown at once where nothing of one's own would go.
  if (isOvertaken && !isDirty) loadTheirs();
  useUnsavedWarning(domain, isDirty);
  useEditorKeys({
    'mod+z': undo,
    'mod+shift+z': redo,
    'mod+y': redo,
    'mod+s': () => mayWrite && isDirty && save.mutate({ kind: 'keep' }),
    'mod+c': actions.copy,
    'mod+v': () => mayWrite && actions.paste(),
    'mod+a': () => select({ nodes: new Set(draft.nodes.map(({ id }) => id)), edge: undefined }),
    escape: () => select(emptySelection),
  });
  return {
    domain,
    vocabulary,
    detail,
    mayWrite,
    draft,
    change,
    undo: canUndo ? undo : undefined,
    redo: canRedo ? redo : undefined,
    selection,
    select,
    dialog,
    setDialog,
    closeDialog,
    save,
    isDirty,
    hasConflict: isOvertaken && isDirty,
    loadTheirs,
    faults,
    warnings,
    appearanceOf,
    actions,
    needsApproval: detail?.needsApproval ?? needsSecond(vocabulary, draft.id),
  };
}

/** Asks before a page with unsaved changes is left; the pages of the same workflow keep them. */
function useUnsavedWarning(domain: string, isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: ({ next }) =>
      isDirty &&
      !next.pathname.includes(`/workflows/${domain}/`) &&
      !window.confirm(text('workflows.leaveUnsaved')),
    enableBeforeUnload: () => isDirty,
  });
}

function useAppearances({ nodeTypes }: WorkflowVocabulary): (type: string) => NodeAppearance {
  return useCallback(
    (type) => {
      const known = nodeTypes.find((one) => one.type === type);
      return {
        title: known?.title ?? type,
        isTerminal: known?.terminal ?? false,
        waitsForPerson: known?.waitsForPerson ?? false,
      };
    },
    [nodeTypes],
  );
}

/** Whether publishing a workflow that was never saved wants a second person. */
function needsSecond({ secondApprover }: WorkflowVocabulary, workflowId: string): boolean {
  return Array.isArray(secondApprover) ? secondApprover.includes(workflowId) : secondApprover;
}
