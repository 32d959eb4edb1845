import { Kbd, Modal, Table } from '@mantine/core';

const shortcuts = [
  ['Ctrl K', 'search pages, cases, customers and actions'],
  ['J / K', 'next and previous row'],
  ['Enter', 'open the row'],
  ['N', 'next case'],
  ['/', 'search'],
  ['1 – 9', 'select a hit of the case'],
  ['T / F / U', 'rule: true match, false positive, undecided'],
  ['X, Shift A', 'select a hit, select all shown hits: T, F and U then rule on all of them'],
  ['Shift B / C / G', 'hits whose birth, country or gender contradicts'],
  ['Shift U, 0', 'unresolved hits, all hits'],
  ['C', 'claim'],
  ['A / R', 'approve or pass to the next group, reject'],
  ['M / D', 'add a note, attach a file'],
  ['P', 'print or save a case or a scan as PDF'],
  ['A / X / G', 'in the review of documents: accept, reject, request again'],
  ['X, B', 'select a row, assign the selected cases'],
  ['E', 'save the report of a case, export the list of cases'],
  ['Ctrl Enter', 'confirm a dialog'],
] as const;

/** All keys of the console. */
export function Shortcuts(props: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly pages: readonly { readonly name: string; readonly key: string }[];
}) {
  const all = [
    ...shortcuts,
    ...props.pages.map(({ name, key }) => [`G ${key.toUpperCase()}`, `go to ${name}`]),
  ];
  return (
    <Modal opened={props.opened} onClose={props.close} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {all.map(([keys, does]) => (
            <Table.Tr key={keys}>
              <Table.Td>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
