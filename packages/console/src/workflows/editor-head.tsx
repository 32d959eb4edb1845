import type { WorkflowDetail } from '@gatehouse/contract';
import { Badge, Button, Group, SegmentedControl, Title } from '@mantine/core';

export type View = 'graph' | 'text' | 'try' | 'versions';

/** Name and state of a workflow, how it is looked at, and what is done with it as a whole. */
export function EditorHead(props: {
  readonly name: string;
  readonly detail: WorkflowDetail | undefined;
  readonly isDirty: boolean;
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
}) {
  const { detail, isDirty } = props;
  return (
    <Group justify="space-between" mb="xs" wrap="wrap">
      <Group gap="sm">
        <Title order={1} size="h3">
          {props.name || 'New workflow'}
        </Title>
        {detail?.publishedVersion != null && (
          <Badge color="gray">version {detail.publishedVersion} published</Badge>
        )}
        {isDirty && <Badge color="orange">unsaved changes</Badge>}
      </Group>
      <Group gap={6}>
        <SegmentedControl
          size="xs"
          aria-label="View"
          data={[
            { value: 'graph', label: 'Graph' },
            { value: 'text', label: 'Text' },
            ...(detail !== undefined && detail.versions.length > 1
              ? [{ value: 'versions', label: 'Versions' }]
              : []),
            // A trial searches names and is recorded: it is for those who make workflows.
            ...(props.mayWrite ? [{ value: 'try', label: 'Test', disabled: props.hasFaults }] : []),
          ]}
          value={props.view}
          onChange={(value) => props.setView(value as View)}
        />
        {props.mayWrite && (
          <>
            <Button variant="default" disabled={!props.undo} onClick={props.undo} title="Ctrl Z">
              Undo
            </Button>
            <Button variant="default" disabled={!props.redo} onClick={props.redo} title="Ctrl Shift Z">
              Redo
            </Button>
            <Button variant="default" onClick={props.arrange}>
              Arrange
            </Button>
            <Button
              variant="default"
              disabled={!isDirty}
              loading={props.isKeeping}
              onClick={props.keep}
              title="Ctrl S"
            >
              Save draft
            </Button>
            <Button disabled={props.hasFaults} onClick={props.publish}>
              {props.needsApproval ? 'Request approval' : 'Publish'}
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}
