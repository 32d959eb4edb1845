import type { WorkflowDetail, WorkflowVocabulary } from '@gatehouse/contract';
import { Badge, Button, Group, Loader, Modal, SegmentedControl, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useBlocker, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { call, Refused } from '../api.ts';
import { describeError } from '../queries.ts';
import { useSession } from '../session/session.ts';
import { Failure } from '../ui/failure.tsx';
import { Canvas } from './canvas.tsx';
import {
  addNode,
  type Clipping,
  clip,
  connect,
  type Draft,
  emptyDraft,
  freshId,
  insertOnEdge,
  outgoing,
  paste,
  readDraft,
  removeEdge,
  removeNodes,
  textAt,
  updateNode,
} from './draft.ts';
import { Faults } from './faults.tsx';
import { useHistory } from './history.ts';
import { Inspector } from './inspector.tsx';
import { arrange, nodeSize, placesOf } from './layout.ts';
import { Palette } from './palette.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { nothing, oneNode, type Selection } from './selection.ts';
import { TextView } from './text-view.tsx';
import { TryView } from './try-view.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { useFaults } from './use-faults.ts';

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

type View = 'graph' | 'text' | 'try';

interface EditorProps {
  readonly domain: string;
  readonly vocabulary: WorkflowVocabulary;
  /** Absent of a workflow that was never saved. */
  readonly detail: WorkflowDetail | undefined;
}

/** What was copied last, also from another workflow of this tab. */
let clipping: Clipping | undefined;

function Editor({ domain, vocabulary, detail }: EditorProps) {
  const { permissions } = useSession();
  const mayWrite = permissions.includes('workflows.manage');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const saved = useMemo(() => readDraft(detail?.draft) ?? emptyDraft, [detail]);
  const { present: draft, change, undo, redo, canUndo, canRedo } = useHistory<Draft>(saved);
  const [kept, setKept] = useState<Draft>(saved);
  const [selection, select] = useState<Selection>(nothing);
  const [view, setView] = useState<View>('graph');
  const [publishing, setPublishing] = useState(false);
  const isDirty = draft !== kept;
  const faults = useFaults(domain, draft);
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

  /** Adds a node into the selected edge or behind the selected node, or loose where nothing is selected. */
  const add = (type: string): void => {
    const id = freshId(draft, type);
    const { edge } = selection;
    if (edge !== undefined && !isTerminal(type)) {
      change((now) => insertOnEdge(now, edge, { id, type }));
      select(oneNode(id));
      return;
    }
    const [from] =
      selection.nodes.size === 1 ? [...selection.nodes] : [draft.nodes.length === 0 ? 'start' : undefined];
    const source =
      from === undefined || from === 'start' ? from : draft.nodes.find((node) => node.id === from);
    const leads =
      source === 'start'
        ? outgoing(draft, 'start').length === 0
        : typeof source === 'object' && !isTerminal(source.type);
    const places = placesOf(draft);
    const near = (from === undefined ? undefined : places.get(from)) ?? {
      x: 0,
      y: Math.max(0, ...[...places.values()].map(({ y }) => y)),
    };
    const side = from === undefined ? 0 : outgoing(draft, from).length * (nodeSize.width + 50);
    const position = { x: near.x + side, y: near.y + nodeSize.height + 70 };
    change((now) => {
      const node = { id, type, ...(now.nodes.some((one) => one.position) ? { position } : {}) };
      const added = addNode(now, node);
      return leads && from !== undefined ? connect(added, from, id) : added;
    });
    select(oneNode(id, true));
  };
  const insert = (index: number): void => select({ nodes: new Set(), edge: index });
  const remove = ({ nodes, edge }: Selection): void => {
    const ids = [...nodes].filter((id) => id !== 'start');
    if (ids.length > 0) change((now) => removeNodes(now, ids));
    else if (edge !== undefined) change((now) => removeEdge(now, edge));
    select(nothing);
  };
  const copy = (): void => {
    if (selection.nodes.size > 0) clipping = clip(draft, selection.nodes);
  };
  const pasteHere = (): void => {
    if (!clipping) return;
    const pasted = paste(draft, clipping);
    change(() => pasted.draft);
    select({ nodes: new Set(pasted.ids), edge: undefined });
  };

  const save = useMutation({
    meta: { isToldInPlace: true },
    mutationFn: ({ publish }: { publish: boolean }) =>
      call('workflows.save', {
        params: { domain },
        body: {
          definition: draft,
          publish,
          ...(publish ? { expectedVersion: detail?.publishedVersion ?? null } : {}),
        },
      }),
    onSuccess: async (summary, { publish }) => {
      setKept(draft);
      setPublishing(false);
      await queries.invalidateQueries({ queryKey: ['workflows', domain] });
      if (detail) await queries.invalidateQueries({ queryKey: ['workflow', domain, detail.workflowId] });
      notifications.show({
        color: 'green',
        message: publish ? `Published as ${summary.copyId ?? ''}` : 'Saved as a draft',
      });
      if (!detail) {
        await navigate({
          to: '/workflows/$domain/$workflowId',
          params: { domain, workflowId: summary.workflowId },
          replace: true,
        });
      }
    },
    onError: (error) => {
      const listed = error instanceof Refused ? (error.problem.faults ?? []) : [];
      notifications.show({
        color: 'red',
        title: 'Not saved',
        message:
          listed.length > 0
            ? listed.map(({ place, message }) => `${place} ${message}`).join('; ')
            : describeError(error),
        autoClose: 10_000,
      });
    },
  });

  useEditorKeys({
    'mod+z': undo,
    'mod+shift+z': redo,
    'mod+y': redo,
    'mod+s': () => mayWrite && isDirty && save.mutate({ publish: false }),
    'mod+c': copy,
    'mod+v': () => mayWrite && pasteHere(),
    'mod+a': () => select({ nodes: new Set(draft.nodes.map(({ id }) => id)), edge: undefined }),
    escape: () => select(nothing),
  });

  return (
    <>
      <Group justify="space-between" mb="xs" wrap="wrap">
        <Group gap="sm">
          <Title order={1} size="h3">
            {draft.name || 'New workflow'}
          </Title>
          {detail?.publishedVersion != null && (
            <Badge color="gray" variant="outline">
              version {detail.publishedVersion} is published
            </Badge>
          )}
          {isDirty && (
            <Badge color="orange" variant="outline">
              not saved
            </Badge>
          )}
        </Group>
        <Group gap={6}>
          <SegmentedControl
            size="xs"
            aria-label="View"
            data={[
              { value: 'graph', label: 'Graph' },
              { value: 'text', label: 'Text' },
              // A try searches names and stands in the record: it is for those who make workflows.
              ...(mayWrite ? [{ value: 'try', label: 'Try', disabled: faults.length > 0 }] : []),
            ]}
            value={view}
            onChange={(value) => setView(value as View)}
          />
          {mayWrite && (
            <>
              <Button variant="default" disabled={!canUndo} onClick={undo} title="Ctrl Z">
                Undo
              </Button>
              <Button variant="default" disabled={!canRedo} onClick={redo} title="Ctrl Shift Z">
                Redo
              </Button>
              <Button
                variant="default"
                onClick={() =>
                  change((now) => {
                    const places = arrange(now);
                    return now.nodes.reduce(
                      (all, { id }) =>
                        updateNode(all, id, (node) => ({ ...node, position: places.get(id)! })),
                      now,
                    );
                  })
                }
              >
                Arrange
              </Button>
              <Button
                variant="default"
                disabled={!isDirty}
                loading={save.isPending && !save.variables.publish}
                onClick={() => save.mutate({ publish: false })}
                title="Ctrl S"
              >
                Save draft
              </Button>
              <Button disabled={faults.length > 0} onClick={() => setPublishing(true)}>
                Publish
              </Button>
            </>
          )}
        </Group>
      </Group>
      {view === 'text' ? (
        <TextView
          domain={domain}
          draft={draft}
          detail={detail}
          {...(mayWrite ? { onChange: (next: Draft) => change(() => next, 'text') } : {})}
        />
      ) : view === 'try' ? (
        <TryView domain={domain} draft={draft} vocabulary={vocabulary} lookOf={lookOf} />
      ) : (
        <div className="gh-editor">
          <Palette
            vocabulary={vocabulary}
            source={textAt(draft, 'source', 'API')}
            add={add}
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
              remove={(what) => mayWrite && remove(what)}
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
        show={({ node, edge }) => {
          setView('graph');
          if (edge) select({ nodes: new Set(), edge: edge.index, show: edge.from });
          else if (node !== undefined) select(oneNode(node, true));
          else select(nothing);
        }}
      />
      <Modal opened={publishing} onClose={() => setPublishing(false)} title="Publish" size="xl">
        {publishing && (
          <PublishDialog
            domain={domain}
            draft={draft}
            detail={detail}
            isPending={save.isPending}
            publish={() => save.mutate({ publish: true })}
          />
        )}
      </Modal>
    </>
  );
}
