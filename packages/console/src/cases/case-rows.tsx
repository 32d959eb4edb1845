import { Checkbox, Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { text } from '../messages/text.ts';
import { cardsBelow } from './card-width.ts';
import { CaseCards, type CaseCardsProps } from './case-cards.tsx';
import { CaseCells, CaseHeads } from './case-columns.tsx';
import { CaseLink } from './case-link.tsx';

/** Cases as a table, or as cards where a table would hide columns. */
export function CaseRows(props: CaseCardsProps) {
  const isNarrow = useMediaQuery(cardsBelow, false, { getInitialValueInEffect: false });
  if (!isNarrow) return <CaseTable {...props} />;
  return (
    <ul className="gh-case-cards" aria-label={text('cases.title')}>
      <CaseCards {...props} />
    </ul>
  );
}

function CaseTable({ rows, shown, current, open, selection }: CaseCardsProps) {
  return (
    <Table highlightOnHover className="gh-case-table">
      <Table.Thead>
        <Table.Tr>
          {selection !== undefined && <Table.Th aria-label={text('cases.selected')} w={36} />}
          <Table.Th className="gh-case-number">{text('cases.case')}</Table.Th>
          <CaseHeads shown={shown} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          <Table.Tr
            key={row.caseNo}
            className="gh-row"
            data-current={index === current || undefined}
            aria-current={index === current || undefined}
            onClick={() => open(row)}
          >
            {selection !== undefined && (
              <Table.Td onClick={(event) => event.stopPropagation()}>
                <Checkbox
                  size="xs"
                  aria-label={text('cases.select', { caseNo: row.caseNo })}
                  checked={selection.isSelected(row.caseNo)}
                  onChange={() => selection.toggle(row.caseNo)}
                />
              </Table.Td>
            )}
            <Table.Td className="gh-number">
              <CaseLink row={row} />
            </Table.Td>
            <CaseCells row={row} shown={shown} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
