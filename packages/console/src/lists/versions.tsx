import type { ListVersionView, ListView } from '@gatehouse/contract';
import { Button, Table, Text, Title } from '@mantine/core';
import { formatInstant } from '../ui/format.ts';

/** What the operator is about to do with a version. */
export interface Choice {
  readonly source: string;
  readonly version: string;
  readonly reason: 'accept' | 'rollback';
}

const states = { active: 'active', superseded: 'superseded', refused: 'refused' } as const;
export const choiceLabels = { accept: 'Accept', rollback: 'Roll back' } as const;
/** For people who may not see the operator's words. */
const reasons = {
  unreadable: 'The files cannot be read.',
  shrunk: 'It lost more entries than its limit allows.',
  grown: 'It gained more entries than its limit allows.',
  rolledBack: 'The operator rolled back to an earlier version.',
} as const;

/** The versions of one list that are known, the newest first. */
export function Versions(props: { readonly list: ListView; readonly choose: (choice: Choice) => void }) {
  const { source, versions } = props.list;
  return (
    <section className="gh-panel gh-block" aria-label={`Versions of ${source}`}>
      <Title order={2} size="h5" mb={6}>
        Versions of {source}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Version</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Found</Table.Th>
            <Table.Th>Activated</Table.Th>
            <Table.Th>Entries</Table.Th>
            <Table.Th>Rejected entries</Table.Th>
            <Table.Th aria-label="Actions" />
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
              <Table.Td>{row.activatedAt === null ? 'never' : formatInstant(row.activatedAt)}</Table.Td>
              <Table.Td className="gh-number">{row.entries?.toLocaleString()}</Table.Td>
              <Table.Td className="gh-number">{row.rejected?.toLocaleString()}</Table.Td>
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
          {refusal.message ?? reasons[refusal.reason]}
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
  if (reason === null) return null;
  return (
    <Button
      variant="default"
      aria-label={`${choiceLabels[reason]} ${reason === 'accept' ? version : `to ${version}`}`}
      onClick={() => props.choose({ source: props.source, version, reason })}
    >
      {choiceLabels[reason]}
    </Button>
  );
}
