import type { DefinitionFault } from '@gatehouse/contract';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';
import { usePageName } from '../navigation/page-name.ts';
import { Failure } from '../ui/failure.tsx';
import type { Draft } from './draft.ts';
import { EditConflict } from './edit-conflict.tsx';
import { Approval, EditorDialogs } from './editor-dialogs.tsx';
import { EditorHead, type View } from './editor-head.tsx';
import { Faults } from './faults.tsx';
import { GraphView } from './graph-view.tsx';
import { withTitles } from './node-title.ts';
import { emptySelection, oneNode } from './selection.ts';
import { ShadowRun } from './shadow-run.tsx';
import { stillNeeded } from './still-needed.ts';
import { TextView } from './text-view.tsx';
import { TryView } from './try-view.tsx';
import { type Editor, type EditorProps, useEditor } from './use-editor.ts';
import { VersionsView } from './versions-view.tsx';
import { ReplacedNotice } from './workflow-start.tsx';

const route = getRouteApi('/workflows/$domain/$workflowId');

/** One workflow: drawn or written, checked while it changes, saved and published. */
export function WorkflowPage() {
  const { domain, workflowId } = route.useParams();
  const isNew = workflowId === 'new';
  const vocabulary = useQuery({
    queryKey: ['workflow-vocabulary', domain],
    queryFn: ({ signal }) => call('workflows.vocabulary', { params: { domain }, signal }),
    select: withTitles,
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
  if (!vocabulary.data || (!isNew && !detail.data))
    return <Loader role="status" aria-label={text('actions.loading')} />;
  return (
    <EditorPage
      key={`${domain} ${workflowId}`}
      domain={domain}
      vocabulary={vocabulary.data}
      detail={detail.data}
    />
  );
}

function EditorPage(props: EditorProps) {
  const editor = useEditor(props);
  const { draft, save, faults, warnings, select } = editor;
  usePageName(draft.name === '' ? undefined : draft.name);
  const [view, setView] = useState<View>('graph');
  const isPublished = !editor.isDirty && editor.detail?.draftDiffers === false;
  return (
    <>
      <EditorHead
        name={draft.name}
        detail={editor.detail}
        isDirty={editor.isDirty}
        isPublished={isPublished}
        mayWrite={editor.mayWrite}
        hasFaults={faults.length > 0}
        needsApproval={editor.needsApproval}
        view={view}
        setView={setView}
        undo={editor.undo}
        redo={editor.redo}
        arrange={editor.actions.arrangeAll}
        keep={() => save.mutate({ kind: 'keep' })}
        isKeeping={save.isPending && save.variables.kind === 'keep'}
        publish={() => editor.setDialog('publish')}
      />
      {editor.hasConflict && <EditConflict take={editor.loadTheirs} />}
      {editor.detail && <ReplacedNotice workflow={editor.detail} mayWrite={editor.mayWrite} />}
      <Approval editor={editor} />
      <DraftView editor={editor} view={view} />
      <Faults
        faults={faults}
        warnings={warnings}
        needed={editor.detail === undefined ? stillNeeded(draft) : []}
        isPublished={isPublished}
        show={({ node, edge }: Pick<DefinitionFault, 'node' | 'edge'>) => {
          setView('graph');
          if (edge) select({ nodes: new Set(), edge: edge.index, show: edge.from });
          else if (node !== undefined) select(oneNode(node, true));
          else select(emptySelection);
        }}
      />
      <EditorDialogs
        editor={editor}
        showShadow={
          editor.mayWrite
            ? () => {
                editor.closeDialog();
                setView('shadow');
              }
            : undefined
        }
      />
    </>
  );
}

function DraftView({ editor, view }: { readonly editor: Editor; readonly view: View }) {
  const { domain, draft, detail, vocabulary, mayWrite, change, appearanceOf } = editor;
  if (view === 'text') {
    const onChange = (next: Draft): void => change(() => next, 'text');
    return <TextView domain={domain} draft={draft} detail={detail} {...(mayWrite ? { onChange } : {})} />;
  }
  if (view === 'versions' && detail) return <VersionsView domain={domain} detail={detail} />;
  if (view === 'shadow' && detail) {
    return <ShadowRun domain={domain} detail={detail} isDirty={editor.isDirty} />;
  }
  if (view === 'try') {
    return (
      <TryView
        domain={domain}
        draft={draft}
        workflowId={detail?.workflowId}
        vocabulary={vocabulary}
        lookOf={appearanceOf}
      />
    );
  }
  return <GraphView editor={editor} />;
}
