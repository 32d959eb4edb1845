import { Button, Group, Select, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { factText, type Report, typeText, wayText } from './assurance-texts.ts';
import { ShareCells, ShareTable } from './figures.tsx';

type Cell = Report['recall']['cells'][number];

/** Rows that are drawn before somebody asks for all. */
const shownFirst = 25;

/** Recall by list, type of entity, tested fact and way, the lowest first. */
export function RecallCells({
  report,
  other,
}: {
  readonly report: Report;
  readonly other: Report | undefined;
}) {
  const [list, setList] = useState<string | null>(null);
  const [fact, setFact] = useState<string | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const then = new Map(other?.recall.cells.map((cell) => [keyOf(cell), cell.recall]));
  const cells = report.recall.cells
    .filter((cell) => (list === null || cell.list === list) && (fact === null || cell.fact === fact))
    .toSorted((one, two) => (one.recall.upper ?? 100) - (two.recall.upper ?? 100));
  const shown = isWhole ? cells : cells.slice(0, shownFirst);
  return (
    <section className="gh-panel gh-block gh-wide" aria-label={text('assurance.byCell')}>
      <Title order={2} size="h5" mb={6}>
        {text('assurance.byCell')}
      </Title>
      <Text size="xs" className="gh-dim" mb={6}>
        {text('assurance.byCellNote')}
      </Text>
      <Group gap="xs" mb="xs" className="gh-unprinted">
        <Select
          size="xs"
          aria-label={text('assurance.listName')}
          placeholder={text('assurance.allLists')}
          clearable
          data={optionsOf(report, (cell) => cell.list, listTitle)}
          value={list}
          onChange={setList}
        />
        <Select
          size="xs"
          aria-label={text('assurance.fact')}
          placeholder={text('assurance.allFacts')}
          clearable
          data={optionsOf(report, (cell) => cell.fact, factText)}
          value={fact}
          onChange={setFact}
        />
      </Group>
      <ShareTable
        firsts={['listName', 'entityType', 'fact', 'way'].map((name) => text(`assurance.${name as 'fact'}`))}
        isCompared={other !== undefined}
      >
        {shown.map((cell) => (
          <Table.Tr key={keyOf(cell)}>
            <Table.Td>{listTitle(cell.list)}</Table.Td>
            <Table.Td>{typeText(cell.entityType)}</Table.Td>
            <Table.Td>{factText(cell.fact)}</Table.Td>
            <Table.Td>
              <bdi>{wayText(cell.way)}</bdi>
            </Table.Td>
            <ShareCells share={cell.recall} isCompared={other !== undefined} then={then.get(keyOf(cell))} />
          </Table.Tr>
        ))}
      </ShareTable>
      {shown.length < cells.length && (
        <Button mt="xs" variant="default" onClick={() => setIsWhole(true)}>
          {text('assurance.showAll', { count: cells.length })}
        </Button>
      )}
    </section>
  );
}

function keyOf({ list, entityType, fact, way }: Cell): string {
  return JSON.stringify([list, entityType, fact, way]);
}

function optionsOf(report: Report, read: (cell: Cell) => string, labelOf: (value: string) => string) {
  return [...new Set(report.recall.cells.map(read))].map((value) => ({ value, label: labelOf(value) }));
}
