import type { WorkflowDetail } from '@gatehouse/contract';
import { Badge, Button, Group, SegmentedControl, Title } from '@mantine/core';

export type View = 'graph' | 'text' | 'try' | 'versions';

/** Name and state of a workflow, how it is looked at, and what is done with it as a whole. */
export function EditorHead(of: {
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
  const { detail, isDirty } = of;
  return (
    <Group justify="space-between" mb="xs" wrap="wrap">
      <Group gap="sm">
        <Title order={1} size="h3">
          {of.name || 'New workflow'}
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
            ...(detail !== undefined && detail.versions.length > 1
              ? [{ value: 'versions', label: 'Versions' }]
              : []),
            // A try searches names and stands in the record: it is for those who make workflows.
            ...(of.mayWrite ? [{ value: 'try', label: 'Try', disabled: of.hasFaults }] : []),
          ]}
          value={of.view}
          onChange={(value) => of.setView(value as View)}
        />
        {of.mayWrite && (
          <>
            <Button variant="default" disabled={!of.undo} onClick={of.undo} title="Ctrl Z">
              Undo
            </Button>
            <Button variant="default" disabled={!of.redo} onClick={of.redo} title="Ctrl Shift Z">
              Redo
            </Button>
            <Button variant="default" onClick={of.arrange}>
              Arrange
            </Button>
            <Button
              variant="default"
              disabled={!isDirty}
              loading={of.isKeeping}
              onClick={of.keep}
              title="Ctrl S"
            >
              Save draft
            </Button>
            <Button disabled={of.hasFaults} onClick={of.publish}>
              {of.needsApproval ? 'Ask for approval' : 'Publish'}
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}
