import './folding-table.css';
import { Table } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';

/**
 * A table whose rows fold on a narrow screen: the first cell, and the others below it, each behind the head of its column
 * (`gh-fold-plain`: without it, `gh-fold-hidden`: not at all), so that nothing is beside the screen.
 */
export function FoldingTable(props: {
  readonly heads: readonly string[];
  /** Heads of columns of numbers. */
  readonly numbers?: readonly string[];
  /** For those who hear it, where nothing around the table says so. */
  readonly label?: string;
  /** Its rows, with a cell for each head. */
  readonly children: ReactNode;
}) {
  const { heads, label, numbers = [] } = props;
  return (
    <Table
      highlightOnHover
      className="gh-folds"
      style={namesOf(heads)}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head} {...(numbers.includes(head) && { className: 'gh-number' })}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{props.children}</Table.Tbody>
    </Table>
  );
}

/** The heads where the style sheet finds them, as its strings. */
function namesOf(heads: readonly string[]): CSSProperties {
  return Object.fromEntries(
    heads.flatMap((head, index) => (head === '' ? [] : [[`--gh-head-${index + 1}`, JSON.stringify(head)]])),
  );
}
