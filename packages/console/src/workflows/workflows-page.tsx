import { Badge, Button, Group, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../api.ts';
import { useDomain } from '../domain.ts';
import { useSession } from '../session/session.ts';
import { formatAge, formatInstant } from '../ui/format.ts';
import { useKeys } from '../ui/keys.ts';
import { CopyId, RecordTable } from '../ui/record-table.tsx';

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
            Draw a workflow&nbsp;<kbd className="gh-key">N</kbd>
          </Button>
        )}
      </Group>
      <RecordTable
        list={list}
        label="Workflows"
        heads={['Name', 'Event', 'Published', 'Id for submits']}
        count={workflows.length}
        empty={`No workflow yet. ${mayWrite ? 'Draw the first one.' : ''}`}
      >
        {workflows.map((row) => (
          <Table.Tr key={row.workflowId}>
            <Table.Td>
              <Link
                to="/workflows/$domain/$workflowId"
                params={{ domain: row.domain, workflowId: row.workflowId }}
              >
                {row.name}
              </Link>
              {row.draftDiffers && (
                <Badge ml="xs" color="orange" variant="outline">
                  {row.publishedVersion === null ? 'draft' : 'unpublished changes'}
                </Badge>
              )}
              {row.approval?.state === 'asked' && (
                <Badge ml="xs" color="blue" variant="outline">
                  {mayWrite && row.approval.askedBy !== user.email && !row.draftAuthors.includes(user.email)
                    ? 'asks for your approval'
                    : 'waits for approval'}
                </Badge>
              )}
              {row.approval?.state === 'returned' && (
                <Badge ml="xs" color="orange" variant="outline">
                  sent back
                </Badge>
              )}
            </Table.Td>
            <Table.Td>
              {row.eventType}
              <Text size="xs" className="gh-dim">
                {row.source}
              </Text>
            </Table.Td>
            <Table.Td title={row.publishedAt === null ? '' : formatInstant(row.publishedAt)}>
              {row.publishedVersion === null || row.publishedAt === null
                ? 'never'
                : `version ${row.publishedVersion}, ${formatAge(row.publishedAt)}`}
              {row.publishedBy && (
                <Text size="xs" className="gh-dim">
                  by {row.publishedBy.id}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{row.copyId === null ? '—' : <CopyId id={row.copyId} />}</Table.Td>
          </Table.Tr>
        ))}
      </RecordTable>
    </>
  );
}
