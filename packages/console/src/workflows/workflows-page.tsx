import type { WorkflowSummary } from '@gatehouse/contract';
import { Badge, Button, Group, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { useSession } from '../session/session.ts';
import { actorLabel } from '../ui/actor-label.ts';
import { formatAge, formatInstant } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { CopyId, RecordTable } from '../ui/record-table.tsx';

const columns = ['Name', 'Started by', 'Published', 'Workflow ID and version'];

/** Who submits what the workflow runs on, by its source. */
const sourceLabels: Readonly<Record<WorkflowSummary['source'], string>> = {
  API: 'API: your server submits',
  SDK: 'SDK: hosted pages',
};

/** The workflows of a domain: ids to copy, versions, who published them. */
export function WorkflowsPage() {
  const domain = useDomain();
  const navigate = useNavigate();
  const { permissions, user } = useSession();
  const mayWrite = permissions.includes('workflows.manage');
  const list = useQuery({
    queryKey: ['workflows', domain],
    queryFn: ({ signal }) => call('workflows.list', { params: { domain }, signal }),
  });
  const create = (): void =>
    void navigate({ to: '/workflows/$domain/$workflowId', params: { domain, workflowId: 'new' } });
  useKeys({ n: () => mayWrite && create() });
  const workflows = list.data?.workflows ?? [];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          Workflows
        </Title>
        {mayWrite && (
          <Button onClick={create}>
            Create workflow&nbsp;<kbd className="gh-key">N</kbd>
          </Button>
        )}
      </Group>
      <RecordTable
        list={list}
        label="Workflows"
        heads={columns}
        count={workflows.length}
        empty={`No workflows yet. ${mayWrite ? 'Create the first one.' : ''}`}
      >
        {workflows.map((workflow) => (
          <WorkflowRow
            key={workflow.workflowId}
            workflow={workflow}
            isAskedOf={mayWrite && isForOthers(workflow, user.email)}
          />
        ))}
      </RecordTable>
    </>
  );
}

/** Whether somebody else than this person asked for approval of a draft that is not theirs. */
function isForOthers({ approval, draftAuthors }: WorkflowSummary, email: string): boolean {
  return approval?.askedBy !== email && !draftAuthors.includes(email);
}

function WorkflowRow(props: { readonly workflow: WorkflowSummary; readonly isAskedOf: boolean }) {
  const { workflow } = props;
  const { domain, workflowId, publishedVersion, publishedAt, copyId } = workflow;
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/workflows/$domain/$workflowId" params={{ domain, workflowId }}>
          {workflow.name}
        </Link>
        {workflow.draftDiffers && (
          <Badge ml="xs" color="orange">
            {publishedVersion === null ? 'draft' : 'unpublished changes'}
          </Badge>
        )}
        {workflow.approval?.state === 'asked' && (
          <Badge ml="xs" color="blue">
            {props.isAskedOf ? 'awaiting your approval' : 'awaiting approval'}
          </Badge>
        )}
        {workflow.approval?.state === 'returned' && (
          <Badge ml="xs" color="orange">
            returned
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        {workflow.eventType}
        <Text size="xs" className="gh-dim">
          {sourceLabels[workflow.source]}
        </Text>
      </Table.Td>
      <Table.Td title={publishedAt === null ? '' : formatInstant(publishedAt)}>
        {publishedVersion === null || publishedAt === null
          ? 'never'
          : `version ${publishedVersion}, ${formatAge(publishedAt)}`}
        {workflow.publishedBy && (
          <Text size="xs" className="gh-dim">
            {actorLabel(workflow.publishedBy)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{copyId === null ? '—' : <CopyId id={copyId} />}</Table.Td>
    </Table.Tr>
  );
}
