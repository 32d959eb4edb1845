import type { WorkflowDetail, WorkflowVocabulary } from '@gatehouse/contract';
import { Loader, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useBlocker } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../api.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { ApprovalBar } from './approval-bar.tsx';
import { ApprovalReview } from './approval-review.tsx';
import { Canvas } from './canvas.tsx';
import { connect, type Draft, emptyDraft, readDraft, textAt } from './draft.ts';
import { EditConflict } from './edit-conflict.tsx';
import { editing } from './editing.ts';
import { EditorHead, type View } from './editor-head.tsx';
import { Faults } from './faults.tsx';
import { useHistory } from './history.ts';
import { Inspector } from './inspector.tsx';
import { placesOf } from './layout.ts';
import { Palette } from './palette.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { nothing, oneNode, type Selection, stillThere } from './selection.ts';
import { TextView } from './text-view.tsx';
import { TryView } from './try-view.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { useFaults } from './use-faults.ts';
import { useSaving } from './use-saving.ts';
import { VersionsView } from './versions-view.tsx';

const route = getRouteApi('/workflows/$domain/$workflowId');

/** One workflow: drawn or written, checked while it changes, saved and published. */
export function WorkflowPage() {
  const { domain, workflowId } = route.useParams();
  const isNew = workflowId === 'new';
  const vocabulary = useQuery({
    queryKey: ['workflow-vocabulary', domain],
    queryFn: ({ signal }) => call('workflows.vocabulary', { params: { domain }, signal }),
    refetchInterval: false,
  });
  const detail = useQuery({
    queryKey: ['workflow', domain, workflowId],
    queryFn: ({ signal }) => call('workflows.read', { params: { domain, workflowId }, signal }),
    enabled: !isNew,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  const failed = [vocabulary, detail].find(({ isError }) => isError);
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} />;
  if (!vocabulary.data || (!isNew && !detail.data)) return <Loader aria-label="Loading" />;
  return (
    <Editor
      key={`${domain} ${workflowId}`}
      domain={domain}
      vocabulary={vocabulary.data}
      detail={detail.data}
    />
  );
}

interface EditorProps {
  readonly domain: string;
  readonly vocabulary: WorkflowVocabulary;
  /** Absent of a workflow that was never saved. */
  readonly detail: WorkflowDetail | undefined;
}

function Editor({ domain, vocabulary, detail }: EditorProps) {
  const { permissions, user } = useSession();
  const mayWrite = permissions.includes('workflows.manage');
  const queries = useQueryClient();
  const [saved] = useState(() => readDraft(detail?.draft) ?? emptyDraft);
  const { present: draft, change, undo, redo, canUndo, canRedo } = useHistory<Draft>(saved);
  const [chosen, select] = useState<Selection>(nothing);
  const selection = useMemo(() => stillThere(chosen, draft), [chosen, draft]);
  const [view, setView] = useState<View>('graph');
  const [publishing, setPublishing] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  const { save, isDirty, isOvertaken, takeStored } = useSaving({
    domain,
    detail,
    saved,
    draft,
    done: () => setPublishing(false),
  });
  const { faults, warnings } = useFaults(domain, draft);
  const faulty = useMemo(
    () => ({
      nodes: new Set(faults.flatMap(({ node, edge }) => (edge === undefined ? (node ?? []) : []))),
      edges: new Set(faults.flatMap(({ edge }) => edge?.index ?? [])),
    }),
    [faults],
  );
  useBlocker({
    shouldBlockFn: ({ next }) =>
      isDirty &&
      !next.pathname.includes(`/workflows/${domain}/`) &&
      !window.confirm('Leave without saving what you changed?'),
    enableBeforeUnload: () => isDirty,
  });

  const lookOf = useCallback(
    (type: string) => {
      const known = vocabulary.nodeTypes.find((one) => one.type === type);
      return {
        title: known?.title ?? type,
        isTerminal: known?.terminal ?? false,
        waitsForPerson: known?.waitsForPerson ?? false,
      };
    },
    [vocabulary],
  );
  const isTerminal = (type: string): boolean => lookOf(type).isTerminal;
  const acts = editing({ draft, change, selection, select, isTerminal });
  const insert = (index: number): void => select({ nodes: new Set(), edge: index });
  const withdraw = useMutation({
    mutationFn: () =>
      call('workflows.withdrawApproval', { params: { domain, workflowId: detail!.workflowId } }),
    onSettled: () => queries.invalidateQueries({ predicate: isOfWorkflows }),
  });
  const { needsApproval = needsSecond(vocabulary, draft.id) } = detail ?? {};
  // What a colleague saved is shown at once where nothing of one's own would go.
  if (isOvertaken && !isDirty) {
    const stored = takeStored();
    change(() => stored);
  }

  useEditorKeys({
    'mod+z': undo,
    'mod+shift+z': redo,
    'mod+y': redo,
    'mod+s': () => mayWrite && isDirty && save.mutate({ kind: 'keep' }),
    'mod+c': acts.copy,
    'mod+v': () => mayWrite && acts.paste(),
    'mod+a': () => select({ nodes: new Set(draft.nodes.map(({ id }) => id)), edge: undefined }),
    escape: () => select(nothing),
  });

  return (
    <>
      <EditorHead
        name={draft.name}
        detail={detail}
        isDirty={isDirty}
        mayWrite={mayWrite}
        hasFaults={faults.length > 0}
        needsApproval={needsApproval}
        view={view}
        setView={setView}
        undo={canUndo ? undo : undefined}
        redo={canRedo ? redo : undefined}
        arrange={acts.arrangeAll}
        keep={() => save.mutate({ kind: 'keep' })}
        isKeeping={save.isPending && save.variables.kind === 'keep'}
        publish={() => setPublishing(true)}
      />
      {isOvertaken && isDirty && (
        <EditConflict
          take={() => {
            const stored = takeStored();
            change(() => stored);
          }}
        />
      )}
      {detail && (
        <ApprovalBar
          detail={detail}
          email={user.email}
          mayWrite={mayWrite}
          review={() => setReviewing(true)}
          withdraw={() => withdraw.mutate()}
          isWithdrawing={withdraw.isPending}
        />
      )}
      {view === 'text' ? (
        <TextView
          domain={domain}
          draft={draft}
          detail={detail}
          {...(mayWrite ? { onChange: (next: Draft) => change(() => next, 'text') } : {})}
        />
      ) : view === 'versions' && detail ? (
        <VersionsView domain={domain} detail={detail} />
      ) : view === 'try' ? (
        <TryView domain={domain} draft={draft} vocabulary={vocabulary} lookOf={lookOf} />
      ) : (
        <div className="gh-editor">
          <Palette
            vocabulary={vocabulary}
            source={textAt(draft, 'source', 'API')}
            add={acts.add}
            into={selection.edge === undefined ? undefined : draft.edges[selection.edge]}
            isEditable={mayWrite}
          />
          <div className="gh-canvas gh-panel">
            <Canvas
              draft={draft}
              lookOf={lookOf}
              faulty={faulty}
              selection={selection}
              select={select}
              isEditable={mayWrite}
              move={(places) =>
                change((now) => {
                  const all = placesOf(now);
                  return {
                    ...now,
                    nodes: now.nodes.map((node) => ({
                      ...node,
                      position: places.get(node.id) ?? all.get(node.id)!,
                    })),
                  };
                }, 'move')
              }
              connect={(from, to) => change((now) => connect(now, from, to))}
              insert={insert}
              remove={(what) => mayWrite && acts.remove(what)}
            />
          </div>
          <fieldset className="gh-inspector gh-panel" disabled={!mayWrite} aria-label="Properties">
            <Inspector
              draft={draft}
              vocabulary={vocabulary}
              change={change}
              selection={selection}
              select={select}
              isNew={detail === undefined}
            />
          </fieldset>
        </div>
      )}
      <Faults
        faults={faults}
        warnings={warnings}
        show={({ node, edge }) => {
          setView('graph');
          if (edge) select({ nodes: new Set(), edge: edge.index, show: edge.from });
          else if (node !== undefined) select(oneNode(node, true));
          else select(nothing);
        }}
      />
      <Modal
        opened={publishing}
        onClose={() => setPublishing(false)}
        title={needsApproval ? 'Ask for approval' : 'Publish'}
        size="xl"
      >
        {publishing && (
          <PublishDialog
            domain={domain}
            draft={draft}
            detail={detail}
            needsApproval={needsApproval}
            webhooks={vocabulary.webhooks}
            warnings={warnings}
            isPending={save.isPending}
            save={(saving) => save.mutate(saving)}
          />
        )}
      </Modal>
      <Modal opened={reviewing} onClose={() => setReviewing(false)} title="Review" size="xl">
        {reviewing && detail && (
          <ApprovalReview
            domain={domain}
            detail={detail}
            webhooks={vocabulary.webhooks}
            email={user.email}
            close={() => setReviewing(false)}
          />
        )}
      </Modal>
    </>
  );
}

function isOfWorkflows({ queryKey: [name] }: { readonly queryKey: readonly unknown[] }): boolean {
  return name === 'workflow' || name === 'workflows';
}

/** Whether publishing a workflow that was never saved wants a second person. */
function needsSecond({ secondApprover }: WorkflowVocabulary, workflowId: string): boolean {
  return Array.isArray(secondApprover) ? secondApprover.includes(workflowId) : secondApprover;
}
