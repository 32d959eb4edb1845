import type { WorkflowDetail } from '@gatehouse/contract';
import { Badge, Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { text } from '../messages/text.ts';
import { PublishAgainLabel, StartsOn } from './workflow-start.tsx';

export type View = 'graph' | 'text' | 'try' | 'shadow' | 'versions';

/** The element that says why a draft cannot be published. */
const whyNotPublish = 'gh-why-not-publish';

interface HeadProps {
  readonly name: string;
  readonly detail: WorkflowDetail | undefined;
  readonly isDirty: boolean;
  /** The draft is the published version. */
  readonly isPublished: boolean;
  readonly mayWrite: boolean;
  readonly hasFaults: boolean;
  readonly needsApproval: boolean;
  readonly view: View;
  readonly setView: (view: View) => void;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly arrange: () => void;
  readonly keep: () => void;
  readonly isKeeping: boolean;
  readonly publish: () => void;
}

/** Name and state of a workflow, how it is looked at, and what is done with it as a whole. */
export function EditorHead(props: HeadProps) {
  const { detail, isDirty } = props;
  // Published again, it starts in place of the workflow that was published after it.
  const isReplaced = detail?.startsInstead != null;
  const hasNothing = props.isPublished && !isReplaced;
  return (
    <Group justify="space-between" mb="xs" wrap="wrap">
      <Group gap="sm">
        <Title order={1} size="h3">
          {props.name || text('workflows.newWorkflow')}
        </Title>
        {detail?.publishedVersion != null && (
          <Badge color="gray">
            {text('workflows.versionPublished', { version: String(detail.publishedVersion) })}
          </Badge>
        )}
        {detail?.publishedRoute && detail.startsInstead === null && (
          <StartsOn route={detail.publishedRoute} />
        )}
        {isDirty && <Badge color="orange">{text('workflows.unsavedChanges')}</Badge>}
        {props.mayWrite && hasNothing && (
          <Text id={whyNotPublish} size="xs" className="gh-dim">
            {text('workflows.nothingToPublish')}
          </Text>
        )}
      </Group>
      <Group gap={6}>
        <ViewSwitch {...props} />
        {props.mayWrite && (
          <>
            <Button variant="default" disabled={!props.undo} onClick={props.undo} title="Ctrl Z">
              {text('workflows.undo')}
            </Button>
            <Button variant="default" disabled={!props.redo} onClick={props.redo} title="Ctrl Shift Z">
              {text('workflows.redo')}
            </Button>
            <Button variant="default" onClick={props.arrange}>
              {text('workflows.arrange')}
            </Button>
            <Button
              variant="default"
              disabled={!isDirty}
              loading={props.isKeeping}
              onClick={props.keep}
              title="Ctrl S"
            >
              {text('workflows.saveDraft')}
            </Button>
            <Button
              disabled={props.hasFaults || hasNothing}
              aria-describedby={hasNothing ? whyNotPublish : undefined}
              onClick={props.publish}
            >
              <PublishLabel needsApproval={props.needsApproval} isAgain={props.isPublished && isReplaced} />
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}

function PublishLabel(props: { readonly needsApproval: boolean; readonly isAgain: boolean }) {
  if (props.needsApproval) return text('workflows.requestApproval');
  return props.isAgain ? <PublishAgainLabel /> : text('workflows.publish');
}

function ViewSwitch({ detail, mayWrite, hasFaults, view, setView }: HeadProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={text('workflows.view')}
      data={[
        { value: 'graph', label: text('workflows.graph') },
        { value: 'text', label: text('workflows.text') },
        ...(detail !== undefined && detail.versions.length > 1
          ? [{ value: 'versions', label: text('workflows.versions') }]
          : []),
        // A trial searches names and is recorded: it is for those who make workflows.
        ...(mayWrite ? [{ value: 'try', label: text('workflows.test'), disabled: hasFaults }] : []),
        ...(mayWrite && detail?.publishedVersion != null
          ? [{ value: 'shadow', label: text('workflows.shadow') }]
          : []),
      ]}
      value={view}
      onChange={(value) => setView(value as View)}
    />
  );
}
