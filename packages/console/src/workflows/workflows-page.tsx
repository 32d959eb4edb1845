import type { WorkflowSummary } from '@gatehouse/contract';
import { Badge, Button, Group, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { actorLabel } from '../ui/actor-label.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatAge, formatInstant, labelOf } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { CopyId, RecordTable } from '../ui/record-table.tsx';
import { StartState } from './workflow-start.tsx';

const columns = [
  text('terms.name'),
  text('workflows.startedBy'),
  text('workflows.published'),
  text('workflows.idAndVersion'),
];

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
  const create = (): void => void navigate({ to: '/workflows/templates' });
  useKeys({ n: () => mayWrite && create() });
  const workflows = list.data?.workflows ?? [];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h3">
          {text('workflows.title')}
        </Title>
        {mayWrite && (
          <Button onClick={create}>
            {text('workflows.create')}&nbsp;<kbd className="gh-key">N</kbd>
          </Button>
        )}
      </Group>
      <RecordTable
        list={list}
        label={text('workflows.title')}
        heads={columns}
        count={workflows.length}
        empty={
          mayWrite ? (
            <EmptyState
              title={text('workflows.noWorkflows')}
              words={text('workflows.noneCreate')}
              action={{ to: '/workflows/templates', label: text('workflows.chooseTemplate') }}
            />
          ) : (
            text('workflows.noWorkflows')
          )
        }
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
  // What is published starts, whatever its draft says.
  const route = workflow.publishedRoute ?? workflow;
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/workflows/$domain/$workflowId" params={{ domain, workflowId }}>
          {workflow.name}
        </Link>
        {workflow.draftDiffers && (
          <Badge ms="xs" color="orange">
            {publishedVersion === null ? text('workflows.draft') : text('workflows.unpublishedChanges')}
          </Badge>
        )}
        {workflow.approval?.state === 'asked' && (
          <Badge ms="xs" color="blue">
            {props.isAskedOf ? text('workflows.awaitingYours') : text('workflows.awaiting')}
          </Badge>
        )}
        {workflow.approval?.state === 'returned' && (
          <Badge ms="xs" color="orange">
            {text('workflows.returned')}
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        {labelOf(route.eventType)}
        <Text size="xs" className="gh-dim">
          {text(`workflows.source-${route.source}`)}
        </Text>
        <StartState workflow={workflow} />
      </Table.Td>
      <Table.Td title={publishedAt === null ? '' : formatInstant(publishedAt)}>
        {publishedVersion === null || publishedAt === null
          ? text('terms.never')
          : text('workflows.versionAge', { version: String(publishedVersion), age: formatAge(publishedAt) })}
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
