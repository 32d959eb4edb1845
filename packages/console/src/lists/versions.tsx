import type { ListVersionView, ListView } from '@gatehouse/contract';
import { Button, Group, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { failureText } from '../messages/failure-text.ts';
import { text } from '../messages/text.ts';
import { useSession } from '../session/session.ts';
import { formatInstant, formatNumber } from '../ui/format.ts';

/** What the operator is about to do with a version. */
export interface Choice {
  readonly source: string;
  readonly version: string;
  readonly reason: 'accept' | 'rollback';
}

/** Who may ask for a preview, or read one. */
const previewPermissions = ['lists.manage', 'monitoring.order', 'customers.read'] as const;

const states = {
  active: text('terms.active'),
  superseded: text('lists.superseded'),
  refused: text('lists.refused'),
} as const;
export const choiceLabels = { accept: text('lists.accept'), rollback: text('lists.rollBack') } as const;
/** For people who may not see the operator's words. */
const reasons = {
  unreadable: text('lists.unreadable'),
  shrunk: text('lists.shrunk'),
  grown: text('lists.grown'),
  older: text('lists.older'),
  rolledBack: text('lists.rolledBackWords'),
} as const;

/** The versions of one list that are known, the newest first. */
export function Versions(props: { readonly list: ListView; readonly choose: (choice: Choice) => void }) {
  const { source, versions } = props.list;
  return (
    <section className="gh-panel gh-block" aria-label={text('lists.versionsOf', { source })}>
      <Title order={2} size="h5" mb={6}>
        {text('lists.versionsOf', { source })}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('lists.version')}</Table.Th>
            <Table.Th>{text('terms.status')}</Table.Th>
            <Table.Th>{text('lists.found')}</Table.Th>
            <Table.Th>{text('lists.activated')}</Table.Th>
            <Table.Th>{text('terms.entries')}</Table.Th>
            <Table.Th>{text('lists.rejectedEntries')}</Table.Th>
            <Table.Th aria-label={text('actions.title')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {versions.map((row) => (
            <Table.Tr key={row.version}>
              <Table.Td>{row.version}</Table.Td>
              <Table.Td>
                <State row={row} />
              </Table.Td>
              <Table.Td>{formatInstant(row.foundAt)}</Table.Td>
              <Table.Td>
                {row.activatedAt === null ? text('terms.never') : formatInstant(row.activatedAt)}
              </Table.Td>
              <Table.Td className="gh-number">
                {row.entries !== undefined && row.entries !== null && formatNumber(row.entries)}
              </Table.Td>
              <Table.Td className="gh-number">
                {row.rejected !== undefined && row.rejected !== null && formatNumber(row.rejected)}
              </Table.Td>
              <Table.Td>
                <Act row={row} source={source} choose={props.choose} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function State({ row: { state, refusal } }: { readonly row: ListVersionView }) {
  return (
    <>
      {states[state]}
      {refusal && (
        <Text size="xs" className="gh-contradict">
          {refusal.message ? failureText(refusal.message) : reasons[refusal.reason]}
        </Text>
      )}
    </>
  );
}

function Act(props: {
  readonly row: ListVersionView;
  readonly source: string;
  readonly choose: (choice: Choice) => void;
}) {
  const { may: reason, version } = props.row;
  const { permissions } = useSession();
  const mayPreview = canPreview(props.row) && previewPermissions.some((one) => permissions.includes(one));
  if (reason === null && !mayPreview) return null;
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {mayPreview && (
        <Button
          variant="default"
          aria-label={text('lists.previewVersion', { version })}
          renderRoot={(root) => (
            <Link to="/lists/preview" search={{ source: props.source, version }} {...root} />
          )}
        >
          {text('lists.preview')}
        </Button>
      )}
      {reason !== null && (
        <Button
          variant="default"
          aria-label={
            reason === 'accept'
              ? text('lists.acceptVersion', { version })
              : text('lists.rollBackVersion', { version })
          }
          onClick={() => props.choose({ source: props.source, version, reason })}
        >
          {choiceLabels[reason]}
        </Button>
      )}
    </Group>
  );
}

/** Whether the version could be activated, by whoever may do that. */
function canPreview({ state, refusal }: ListVersionView): boolean {
  return state !== 'active' && refusal?.reason !== 'unreadable';
}
