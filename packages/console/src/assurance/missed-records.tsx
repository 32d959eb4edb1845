import { Table, Text, Title } from '@mantine/core';
import { listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { FoldingTable } from '../ui/folding-table.tsx';
import { formatNumber } from '../ui/format.ts';
import { factText, type Report, scoreText, wayText } from './assurance-texts.ts';

/** Records that should have found their entry and did not, the nearest to a hit first. */
export function MissedRecords({ report: { missed } }: { readonly report: Report }) {
  return (
    <section className="gh-panel gh-block gh-wide" aria-label={text('assurance.missed')}>
      <Title order={2} size="h5" mb={6}>
        {text('assurance.missed')}
      </Title>
      <Text size="xs" className="gh-dim" mb={6}>
        {missed.count === 0
          ? text('assurance.nothingMissed')
          : text('assurance.missedNote', { shown: missed.shown.length, count: missed.count })}
      </Text>
      {Object.entries(missed.byReason).map(([reason, count]) => (
        <Text key={reason} size="sm">
          {reasonText(reason)}: {formatNumber(count)}
        </Text>
      ))}
      {missed.count > 0 && (
        <FoldingTable
          heads={[
            text('assurance.published'),
            text('assurance.screened'),
            text('assurance.listName'),
            text('assurance.fact'),
            text('assurance.way'),
            text('assurance.reason'),
            text('assurance.nearest'),
          ]}
          numbers={[text('assurance.nearest')]}
        >
          {missed.shown.map((record) => (
            <Table.Tr key={record.id}>
              <Table.Td>
                <bdi>{record.original}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{record.screened}</bdi>
              </Table.Td>
              <Table.Td>{listTitle(record.list)}</Table.Td>
              <Table.Td>{factText(record.fact)}</Table.Td>
              <Table.Td>
                <bdi>{wayText(record.way)}</bdi>
              </Table.Td>
              <Table.Td>{reasonText(record.reason)}</Table.Td>
              <Table.Td className="gh-number">
                {record.nearest === null ? '–' : scoreText(record.nearest)}
              </Table.Td>
            </Table.Tr>
          ))}
        </FoldingTable>
      )}
    </section>
  );
}

function reasonText(reason: string): string {
  return text(`assurance.reason-${reason as 'capped'}`);
}
